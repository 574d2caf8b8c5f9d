/** Imports 5 000 instruments into a real Strapi: when they are written, when visitors see them, and how long visitors wait meanwhile. */
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { instrumentsCommand } from '../instruments/instruments-command.ts';
import { projectRoot } from '../project-root.ts';
import { type Locale, locales } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { AttackedSite } from '../attack/attacked-site.ts';
import { freePort } from '../../tests/services/free-port.ts';
import { StrapiEditor } from '../../tests/strapi/strapi-editor.ts';
import { apiToken, startStrapi, webhookSecret } from '../../tests/strapi/strapi-process.ts';
import { sendSteadyLoad } from './steady-load.ts';

const perSecond = 30;
const durationSeconds = 20;
const importAfterMs = 2000;
const lookEveryMs = 20;
const visitedPaths = [
  '/privacy-policy',
  '/',
  '/cfd-asset-list?q=eur',
  '/es/forex',
  '/it/cfd-asset-list?class=stock',
  '/account-types',
];

const instrumentCount = 5000;

/** Writes a file with the instruments of the demonstration at another time of their price, and copies of them under other symbols. */
async function writeImportFile(folder: string): Promise<string> {
  const [header = '', ...rows] = (await readFile(join(projectRoot, 'demo/instruments.csv'), 'utf8')).trim().split('\n');
  const changed = rows.map((row) => row.replace(/,[^,]*,[^,]*$/, ',2026-11-13T21:00:00Z,2026-11-20T09:00:00Z'));
  const added = Array.from({ length: instrumentCount - rows.length }, (_, index) =>
    (changed[index % rows.length] ?? '').replace(/^[^,]*/, `T${index}`),
  );
  const file = join(folder, 'many.csv');
  await writeFile(file, [header, ...changed, ...added].join('\n'));
  return file;
}

/** Measures one import. @throws when Strapi refuses the import, or the site does not show it within two minutes. */
export async function measureImport() {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'brokerfront-import-'));
  const port = await freePort();
  const strapi = await startStrapi({ environment: { SITE_URL: `http://127.0.0.1:${port}` } });
  const site = await AttackedSite.start({
    port,
    dataDir: join(folder.path, 'site'),
    environment: {
      STRAPI_URL: strapi.url,
      STRAPI_TOKEN: apiToken,
      STRAPI_WEBHOOK_SECRET: webhookSecret,
    },
  });
  const tags = new Map<string, string>();
  /** Reads a page; null while it has not changed, because reading it every 20 ms would take a tenth of the machine. */
  const readIfChanged = async (path: string) => {
    const response = await fetch(`${site.url}${path}`, {
      headers: { 'user-agent': 'bench', 'if-none-match': tags.get(path) ?? '' },
    });
    tags.set(path, response.headers.get('etag') ?? '');
    return response.status === 304 ? null : response.text();
  };
  const countListed = async (locale: Locale) =>
    /<caption>([\d.,\s]+)/
      .exec((await readIfChanged(localePath('/cfd-asset-list', locale))) ?? '')?.[1]
      ?.replaceAll(/\D/g, '');
  try {
    const editor = await StrapiEditor.login(strapi.url);
    const token = await editor.apiToken('import', ['api::instrument.instrument.writeSet']);
    const file = await writeImportFile(folder.path);
    for (const path of visitedPaths) await readIfChanged(path);
    const loading = sendSteadyLoad({ url: site.url, perSecond, seconds: durationSeconds, paths: visitedPaths });
    await setTimeout(importAfterMs);
    await site.longestPause();
    const start = performance.now();
    const lines: string[] = [];
    const code = await instrumentsCommand(['import', file, '--yes'], {
      folder: join(projectRoot, 'demo'),
      environment: { STRAPI_URL: strapi.url, STRAPI_WRITE_TOKEN: token },
      say: (line) => lines.push(line),
      ask: () => Promise.resolve(false),
      now: () => new Date().toISOString(),
    });
    if (code !== 0) throw new Error(lines.at(-1));
    const written = performance.now();
    for (const locale of locales)
      while ((await countListed(locale)) !== String(instrumentCount)) {
        if (performance.now() - written > 120_000) throw new Error(`not live in ${locale}`);
        await setTimeout(lookEveryMs);
      }
    const live = performance.now();
    const { milliseconds, computing } = await site.longestPause();
    return {
      instruments: instrumentCount,
      writtenMs: written - start,
      // From then until the list shows all of them in every language.
      liveMs: live - written,
      pause: { ms: milliseconds, computingMs: computing },
      visitors: await loading,
    };
  } finally {
    await site.end('SIGTERM');
    await strapi.stop();
  }
}
