/** `npm run dev`: the site with Vite's hot reload. Every request is rendered anew from the sources, and the content is read again when it changes. */
import { watch } from 'node:fs';
import { join } from 'node:path';
import { build, createServer } from 'vite';
import { projectRoot } from './project-root.ts';
import type { startSite as StartSite } from '../server/site.ts';

process.chdir(projectRoot);
const vite = await createServer({ root: projectRoot, server: { middlewareMode: true } });
const { startSite } = (await vite.ssrLoadModule('/server/site.ts')) as { startSite: typeof StartSite };
const { parseConfig } = (await vite.ssrLoadModule('/server/config.ts')) as typeof import('../server/config.ts');
const { readEmbed } = (await vite.ssrLoadModule('/server/built-assets.ts')) as typeof import('../server/built-assets.ts');
const config = parseConfig({ ...process.env, DATA_DIR: process.env['DATA_DIR'] ?? join(projectRoot, 'data/dev') });
// What other sites show has no hot reload: it is built once at the start.
const embed = join(config.dataDir, 'embed');
await build({ root: projectRoot, mode: 'embed', logLevel: 'warn', build: { outDir: embed } });
const site = await startSite({
  config,
  root: projectRoot,
  buildId: 'development',
  assets: readEmbed(embed, config.siteUrl),
  documentAssets: () => ({ styles: [], fonts: [], scripts: ['/@vite/client', '/site/styles/styles.ts', '/site/browser/entry.ts'] }),
  renderer: async () => (await vite.ssrLoadModule('/site/site-renderer.ts')) as typeof import('../site/site-renderer.ts'),
  development: { middleware: (request, response, next) => vite.middlewares(request, response, next) },
});
console.log(`\n  The site is ready, with hot reload: ${site.url}\n`);

let pending: NodeJS.Timeout | undefined;
watch(join(projectRoot, 'demo'), { recursive: true }, () => {
  clearTimeout(pending);
  // Editors write a file in several steps; the last one counts.
  pending = setTimeout(() => void site.sync().then(() => vite.ws.send({ type: 'full-reload' })), 100);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void Promise.all([vite.close(), site.stop()]).then(() => process.exit(0)));
}
