/**
 * Lists every package that the server can load, as CycloneDX (SBOM). It follows the lockfile itself: `npm sbom --omit=dev` leaves out each package that a
 * tool needs too, and keeps the tools that packages name as optional peers.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { projectRoot } from '../project-root.ts';

const names = v.optional(v.record(v.string(), v.unknown()), {});
const packageShape = v.object({
  name: v.optional(v.string()),
  version: v.optional(v.string()),
  license: v.optional(v.string()),
  integrity: v.optional(v.string()),
  dependencies: names,
  optionalDependencies: names,
});
const lockfileShape = v.pipe(v.string(), v.parseJson(), v.object({ packages: v.record(v.string(), packageShape) }));
type Packages = v.InferOutput<typeof lockfileShape>['packages'];

const nameIn = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Where Node finds `name` from the package at `path`; null when it is not installed anywhere. */
function resolved(packages: Packages, path: string, name: string): string | null {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[place]) return place;
    if (folder === '') return null;
  }
}

/** Paths of the packages that the project's `dependencies` lead to, with those for other platforms. */
function reached(packages: Packages): string[] {
  const paths = new Set<string>();
  const waiting = [''];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const { dependencies = {}, optionalDependencies = {} } = packages[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const place = resolved(packages, path, name);
      if (place === null || paths.has(place)) continue;
      paths.add(place);
      waiting.push(place);
    }
  }
  return [...paths].toSorted();
}

function component(
  path: string,
  { name = nameIn(path), version = '', license, integrity }: v.InferOutput<typeof packageShape>,
) {
  const [, algorithm, digest = ''] = /^sha(\d+)-(.+)$/.exec(integrity ?? '') ?? [];
  // An identifier and an expression have different fields; whatever is neither is a name.
  const licence =
    license &&
    (/^\(| (?:AND|OR|WITH) /.test(license)
      ? { expression: license }
      : { license: / /.test(license) ? { name: license } : { id: license } });
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return {
    type: 'library',
    'bom-ref': path,
    name,
    version,
    purl,
    ...(algorithm && { hashes: [{ alg: `SHA-${algorithm}`, content: Buffer.from(digest, 'base64').toString('hex') }] }),
    ...(licence && { licenses: [licence] }),
  };
}

/** Two builds of the same sources give the same list, so it has neither time nor number of its own. @param lockfile the text of `package-lock.json`. */
export function billOfMaterials(lockfile: string, product: { name: string; version: string }) {
  const { packages } = v.parse(lockfileShape, lockfile);
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': product.name, ...product } },
    components: reached(packages).map((path) => component(path, packages[path] as v.InferOutput<typeof packageShape>)),
  };
}

/** Writes `sbom.cdx.json` into the folder. The product's version is the id of the build, which its metrics and `/_builds/latest.json` have too. */
export function writeBillOfMaterials(dist: string, buildId: string): void {
  const lockfile = readFileSync(join(projectRoot, 'package-lock.json'), 'utf8');
  writeFileSync(
    join(dist, 'sbom.cdx.json'),
    JSON.stringify(billOfMaterials(lockfile, { name: 'brokerfront', version: buildId }), null, 1),
  );
}
