/** `npm run dev`: the site with Vite's hot reload. Every request is rendered anew from the sources, and the content is read again when it changes. */
import { watch } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { createServer } from 'vite';
import { devCountryCookie, devCountryHeader } from './dev-toolbar/dev-country.ts';
import { projectRoot } from './project-root.ts';
import type { startSite as StartSite } from '../server/site.ts';

process.chdir(projectRoot);
const vite = await createServer({ root: projectRoot, server: { middlewareMode: true } });
const { startSite } = (await vite.ssrLoadModule('/server/site.ts')) as { startSite: typeof StartSite };
const { parseConfig } = (await vite.ssrLoadModule('/server/config.ts')) as typeof import('../server/config.ts');
const config = parseConfig({ GEO_COUNTRY_HEADER: devCountryHeader, ...process.env, DATA_DIR: process.env['DATA_DIR'] ?? join(projectRoot, 'data/dev') });

/** The country that was chosen in the developers' bar comes as from a CDN. */
function nameCountry(request: IncomingMessage): void {
  const chosen = new RegExp(`(?:^|; )${devCountryCookie}=([A-Z]{2})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1];
  if (!chosen) return;
  request.headers[config.geoCountryHeader] = chosen;
  request.rawHeaders.push(config.geoCountryHeader, chosen);
}

const site = await startSite({
  config,
  root: projectRoot,
  buildId: 'development',
  assets: new Map(),
  documentAssets: () => ({ styles: [], fonts: [], scripts: ['/@vite/client', '/site/styles/styles.ts', '/site/browser/entry.ts', '/scripts/dev-toolbar/dev-toolbar.ts'] }),
  renderer: async () => (await vite.ssrLoadModule('/site/site-renderer.ts')) as typeof import('../site/site-renderer.ts'),
  development: {
    middleware: (request, response, next) => {
      nameCountry(request);
      vite.middlewares(request, response, next);
    },
  },
});
console.log(`\n  The site is ready, with hot reload: ${site.url}\n  The panel “Visitor” at the left edge chooses country and language, and asks for consent again.\n`);

let pending: NodeJS.Timeout | undefined;
watch(join(projectRoot, 'demo'), { recursive: true }, () => {
  clearTimeout(pending);
  // Editors write a file in several steps; the last one counts.
  pending = setTimeout(() => void site.sync().then(() => vite.ws.send({ type: 'full-reload' })), 100);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void Promise.all([vite.close(), site.stop()]).then(() => process.exit(0)));
}
