/** What the builds left for the pages: addresses for the document, bytes for the server. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DocumentAssets } from '../site/layout/Document.tsx';
import { type StaticFile, readAssets } from './static-files.ts';

interface Manifest {
  [source: string]: { file: string; css?: string[]; imports?: string[] } | undefined;
}

/** @throws when there is no build at `dist`. */
export function readBuild(dist: string): { document: DocumentAssets; files: Map<string, StaticFile> } {
  const manifest = JSON.parse(readFileSync(join(dist, 'browser/.vite/manifest.json'), 'utf8')) as Manifest;
  const entry = manifest['site/browser/entry.ts'];
  if (!entry) throw new Error('The build has no browser entry. Run npm run build.');
  const names = readdirSync(join(dist, 'browser/assets'));
  const document: DocumentAssets = {
    scripts: [`/${entry.file}`],
    // The site's one stylesheet; others belong to lazy parts, which bring them themselves.
    styles: [manifest['style.css']].flatMap((style) => (style ? [`/${style.file}`] : [])),
    fonts: names.filter((name) => name.endsWith('.woff2')).map((name) => `/assets/${name}`),
  };
  // The sprite and pictures of components that only the server renders are emitted by the server's build.
  return { document, files: readAssets([join(dist, 'browser/assets'), join(dist, 'server/assets')]) };
}
