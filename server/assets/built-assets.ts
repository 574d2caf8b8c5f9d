/** Reads the output of the builds: asset addresses for the document, bytes for the server. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DocumentAssets } from '../../site/layout/Document.tsx';
import { PageStyle, type StyleRules } from '../../site/layout/page-style.ts';
import { type StaticFile, readAssets } from './static-files.ts';

interface Manifest {
  [source: string]: { file: string; css?: string[]; imports?: string[] } | undefined;
}

/** Reads the assets that documents refer to or contain. @throws when there is no build at `dist`. */
export function readDocumentAssets(dist: string): DocumentAssets {
  const manifest = JSON.parse(readFileSync(join(dist, 'browser/.vite/manifest.json'), 'utf8')) as Manifest;
  const entry = manifest['site/browser/entry.ts'];
  if (!entry) throw new Error('The build has no browser entry. Run npm run build.');
  const names = readdirSync(join(dist, 'browser/assets'));
  return {
    scripts: [`/${entry.file}`],
    style: new PageStyle(JSON.parse(readFileSync(join(dist, 'server/style-rules.json'), 'utf8')) as StyleRules),
    fonts: names.filter((name) => name.endsWith('.woff2')).map((name) => `/assets/${name}`),
  };
}

/** Reads all files of a build. @throws when there is no build at `dist`. */
export function readBuild(dist: string): { document: DocumentAssets; files: Map<string, StaticFile> } {
  // The sprite and pictures of components that only the server renders are emitted by the server's build.
  return {
    document: readDocumentAssets(dist),
    files: readAssets([join(dist, 'browser/assets'), join(dist, 'server/assets')], join(dist, 'compressed')),
  };
}
