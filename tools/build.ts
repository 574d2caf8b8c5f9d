/** Builds the browser's files and the server, unless `dist` was built from the same sources. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hashFiles } from './checks/project-files.ts';
import { findUnwritable } from './package-install.mjs';
import { projectRoot } from './project-root.ts';

const sources = [
  'site',
  'content',
  'base',
  'parts',
  'server',
  'accounts',
  'cms/populate.json',
  'vite.config.ts',
  'tools/bundles/bill-of-materials.ts',
  'tools/bundles/browser-targets.ts',
  'tools/bundles/compressed-assets.ts',
  'tools/bundles/part-builds.ts',
  'tools/bundles/provenance.ts',
  'tools/bundles/style-rules.ts',
  'package-lock.json',
];
const notBuilt = /\.(?:test\.tsx?|md)$/;

/** Hashes all files that the build reads, and their names, with SHA-256. */
export function sourceDigest(): string {
  return hashFiles(
    sources.map((source) => join(projectRoot, source)).filter((path) => existsSync(path)),
    notBuilt,
  );
}

/** The build id: the same sources give the same id on every machine. */
export const sourceId = (digest = sourceDigest()) => digest.slice(0, 12);

/** Writes the provenance of `dist`, even if the build was up to date: the same sources may have been committed meanwhile. */
async function stateProvenance(digest: string): Promise<void> {
  const { readCommit, writeProvenance } = await import('./bundles/provenance.ts');
  const { devDependencies } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  writeProvenance({
    root: projectRoot,
    dist: join(projectRoot, 'dist'),
    buildId: sourceId(digest),
    sourceDigest: digest,
    commit: readCommit(projectRoot, sources, process.env),
    tools: Object.fromEntries(['vite', 'lightningcss'].map((name) => [name, devDependencies[name] ?? ''])),
  });
}

const stamp = join(projectRoot, 'dist/build-id');

/** Tells whether `dist/` was built from the current sources. */
export function isUpToDate(id = sourceId()): boolean {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === id;
}

/** Sets `BUILD_ID` and `NODE_ENV` of this process when it builds. @returns true when it built. Ends the process when `dist` cannot be written. @throws when the build fails. */
export async function buildIfStale(say: (line: string) => void): Promise<boolean> {
  const digest = sourceDigest();
  const id = sourceId(digest);
  if (isUpToDate(id)) return false;
  const unwritable = findUnwritable(existsSync(dirname(stamp)) ? dirname(stamp) : projectRoot);
  if (unwritable) {
    console.error(`\n  The site must be built. ${unwritable}\n`);
    process.exit(78);
  }
  process.env['BUILD_ID'] = id;
  process.env['NODE_ENV'] = 'production';
  const [{ build }, { writeStyleRules }, { writeCompressedAssets }, { writeBillOfMaterials }, { buildParts }] =
    await Promise.all([
      import('vite'),
      import('./bundles/style-rules.ts'),
      import('./bundles/compressed-assets.ts'),
      import('./bundles/bill-of-materials.ts'),
      import('./bundles/part-builds.ts'),
    ]);
  say('building the browser files');
  await build({ root: projectRoot, logLevel: 'warn' });
  await buildParts(join(projectRoot, 'dist'), say);
  say('building the server');
  await build({ root: projectRoot, logLevel: 'warn', build: { ssr: true } });
  writeStyleRules(join(projectRoot, 'dist'));
  writeCompressedAssets(join(projectRoot, 'dist'));
  writeBillOfMaterials(join(projectRoot, 'dist'), id);
  writeFileSync(stamp, id);
  await stateProvenance(digest);
  return true;
}

if (import.meta.main) {
  const started = Date.now();
  const built = await buildIfStale((line) => console.log(`  ${line}`));
  if (!built) await stateProvenance(sourceDigest());
  console.log(built ? `  built in ${((Date.now() - started) / 1000).toFixed(1)} s` : '  the build is up to date');
}
