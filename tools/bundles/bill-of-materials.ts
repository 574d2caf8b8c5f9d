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
  link: v.optional(v.boolean()),
  dependencies: names,
  optionalDependencies: names,
});
/** `package-lock.json`. */
export const lockfileShape = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ packages: v.record(v.string(), packageShape) }),
);
type Packages = v.InferOutput<typeof lockfileShape>['packages'];

/** The name of the package at a path of the lockfile. */
export const nameIn = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Finds the path at which Node resolves `name` from the package at `path`; null when it is not installed. */
function resolvePackage(packages: Packages, path: string, name: string): string | null {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[place]) return place;
    if (folder === '') return null;
  }
}

/** Lists the packages that the project's `dependencies` need directly or indirectly, including those for other platforms. */
function listReachable(packages: Packages): string[] {
  const paths = new Set<string>();
  const waiting = [''];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const { dependencies = {}, optionalDependencies = {} } = packages[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const place = resolvePackage(packages, path, name);
      if (place === null || paths.has(place)) continue;
      paths.add(place);
      waiting.push(place);
    }
  }
  return [...paths].toSorted();
}

function describeComponent(
  path: string,
  { name = nameIn(path), version = '', license, integrity }: v.InferOutput<typeof packageShape>,
) {
  const [, algorithm, digest = ''] = /^sha(\d+)-(.+)$/.exec(integrity ?? '') ?? [];
  // CycloneDX has different fields for an expression, an identifier, and any other name.
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

/**
 * Lists the packages without a time or a serial number, so that two builds of the same sources give the same list.
 * @param lockfile the text of `package-lock.json`.
 */
export function billOfMaterials(lockfile: string, product: { name: string; version: string }) {
  const { packages } = v.parse(lockfileShape, lockfile);
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': product.name, ...product } },
    components: listReachable(packages).map((path) =>
      describeComponent(path, packages[path] as v.InferOutput<typeof packageShape>),
    ),
  };
}

/** Writes `sbom.cdx.json` into the folder. The version of the product is the build id, as in its metrics and in `/_builds/latest.json`. */
export function writeBillOfMaterials(dist: string, buildId: string): void {
  const lockfile = readFileSync(join(projectRoot, 'package-lock.json'), 'utf8');
  writeFileSync(
    join(dist, 'sbom.cdx.json'),
    JSON.stringify(billOfMaterials(lockfile, { name: 'brokerfront', version: buildId }), null, 1),
  );
}
