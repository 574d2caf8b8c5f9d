/** `npm run dev`: runs the site with Vite's hot reload. Renders every request from the current sources, and rereads the content when it changes. */
import { watch } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { createServer } from 'vite';
import type { Config } from '../server/config.ts';
import { parseConfig } from '../server/parse-config.ts';
import { endAtSignals } from '../server/process/end-at-signals.ts';
import { createDataDir, endStart } from '../server/process/start-problem.ts';
import { devCountryCookie, devCountryHeader } from './dev/dev-country.ts';
import { forgetOldReplica, isParserSource, parserChanged } from './dev/parser-sources.ts';
import { buildParts } from './bundles/part-builds.ts';
import { projectRoot } from './project-root.ts';
import type { startSite as StartSite } from '../server/site.ts';
import type { SiteRenderer } from '../server/pages/site-pages.ts';

process.chdir(projectRoot);
let end: (() => Promise<unknown>) | null = null;
endAtSignals(() => end?.() ?? null);
const vite = await createServer({ root: projectRoot, server: { middlewareMode: true } });

/** Adds the country chosen in the developers' bar to the request, in the header that a CDN would set. */
function nameCountry(request: IncomingMessage, header: string): void {
  const chosen = new RegExp(`(?:^|; )${devCountryCookie}=([A-Z]{2})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1];
  if (!chosen) return;
  request.headers[header] = chosen;
  request.rawHeaders.push(header, chosen);
}

let config: Config | null = null;
try {
  const read = parseConfig({
    GEO_COUNTRY_HEADER: devCountryHeader,
    ...process.env,
    DATA_DIR: process.env['DATA_DIR'] || join(projectRoot, 'data/dev'),
  });
  config = read;
  createDataDir(read);
  // What parts build themselves has no hot reload; it is built once, at the start.
  await buildParts(read.dataDir);
  /** Starts the site from the current sources. */
  async function open(): ReturnType<typeof StartSite> {
    forgetOldReplica(projectRoot, read.dataDir);
    const { startSite } = (await vite.ssrLoadModule('/server/site.ts')) as { startSite: typeof StartSite };
    return startSite({
      config: read,
      root: projectRoot,
      buildId: 'development',
      assets: new Map(),
      documentAssets: () => ({
        style: null,
        fonts: [],
        scripts: ['/@vite/client', '/site/styles/styles.ts', '/site/browser/entry.ts', '/tools/dev/dev-toolbar.ts'],
      }),
      renderer: async () => (await vite.ssrLoadModule('/tools/dev/sample-renderer.ts')) as SiteRenderer,
      development: {
        middleware: (request, response, next) => {
          nameCountry(request, read.geoCountryHeader);
          vite.middlewares(request, response, next);
        },
      },
    });
  }
  let site: Awaited<ReturnType<typeof StartSite>> | null = await open();
  end = () => Promise.all([vite.close(), site?.stop()]);
  console.log(
    `\n  The site is ready, with hot reload: ${site.url}\n  The panel “Visitor” at the left edge chooses country and language, and asks for consent again.\n  Every block in every state: ${site.url}/dev/blocks\n`,
  );

  async function openAgain(): Promise<void> {
    if (!parserChanged(projectRoot, read.dataDir)) return;
    console.log('  The parser changed: the content is parsed again.');
    await site?.stop();
    site = null;
    try {
      site = await open();
      vite.ws.send({ type: 'full-reload' });
    } catch (error) {
      console.error(error);
      console.error('  The site could not start; it tries again after the next change.');
    }
  }
  let restart: Promise<void> = Promise.resolve();
  vite.watcher.on('all', (_event, file) => {
    if (!isParserSource(projectRoot, file)) return;
    // Vite does this too, but later: the site would start with the former module.
    vite.environments.ssr.moduleGraph.onFileChange(file);
    // One after another: an editor may save several files at once.
    restart = restart.then(openAgain);
  });

  let pending: NodeJS.Timeout | undefined;
  watch(join(projectRoot, 'demo'), { recursive: true }, () => {
    clearTimeout(pending);
    // Debounced: editors write a file in several steps.
    pending = setTimeout(() => void site?.sync().then(() => vite.ws.send({ type: 'full-reload' })), 100);
  });
} catch (error) {
  endStart(error, config);
}
