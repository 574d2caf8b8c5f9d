/** An import of 5 000 instruments into a real Strapi: until it is written, until visitors see it, and what visitors wait meanwhile. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { instrumentsCommand } from '../../instruments/instruments-command.ts';
import { projectRoot } from '../../project-root.ts';
import { type Locale, locales } from '../../../content/locales.ts';
import { localePath } from '../../../site/i18n/locale-path.ts';
import { AttackedSite } from '../../attack/attacked-site.ts';
import { freePort } from '../../../tests/start-built-site.ts';
import { StrapiEditor } from '../../../tests/strapi/strapi-editor.ts';
import { apiToken, startStrapi, webhookSecret } from '../../../tests/strapi/strapi-process.ts';
import type { SteadyLoad } from './steady-load.ts';

export interface ImportTimes {
  instruments: number;
  /** Milliseconds from the start of the command until Strapi has written everything. */
  writtenMs: number;
  /** Milliseconds from then until the list shows it in every language. */
  liveMs: number;
  /** The longest time, in milliseconds, in which the site answered nobody, without what the machine gave to others; and how much of it it computed. */
  pause: { ms: number; computingMs: number };
  /** Milliseconds of processor time that the site used. */
  processorMs: number;
  /** Who asks for cached pages and for ones that are rendered for each. */
  visitors: SteadyLoad;
}

const perSecond = 30;
const seconds = 20;
const importAfterMs = 2000;
/** Each look is a visitor more. */
const lookEveryMs = 20;
const requested = [
  '/privacy-policy',
  '/',
  '/cfd-asset-list?q=eur',
  '/es/forex',
  '/it/cfd-asset-list?class=stock',
  '/account-types',
];

const wanted = 5000;

/** The demonstration's instruments at another time of their price, and copies of them under other symbols. */
async function importFile(folder: string): Promise<string> {
  const [header = '', ...rows] = (await readFile(join(projectRoot, 'demo/instruments.csv'), 'utf8')).trim().split('\n');
  const changed = rows.map((row) => row.replace(/,[^,]*,[^,]*$/, ',2026-11-13T21:00:00Z,2026-11-20T09:00:00Z'));
  const added = Array.from({ length: wanted - rows.length }, (_, index) =>
    (changed[index % rows.length] ?? '').replace(/^[^,]*/, `T${index}`),
  );
  const file = join(folder, 'many.csv');
  await writeFile(file, [header, ...changed, ...added].join('\n'));
  return file;
}

/** @throws when Strapi refuses the import, or the site does not show it within two minutes. */
export async function measureImport(): Promise<ImportTimes> {
  const folder = await mkdtemp(join(tmpdir(), 'brokerfront-import-'));
  const port = await freePort();
  const strapi = await startStrapi({ environment: { SITE_URL: `http://127.0.0.1:${port}` } });
  const site = await AttackedSite.start({
    port,
    dataDir: join(folder, 'site'),
    environment: {
      STRAPI_URL: strapi.url,
      STRAPI_TOKEN: apiToken,
      STRAPI_WEBHOOK_SECRET: webhookSecret,
    },
  });
  const tags = new Map<string, string>();
  /** The page at an address; null while it is as it was: reading and unpacking it every 20 ms takes a tenth of the machine. */
  const changedPage = async (path: string) => {
    const response = await fetch(`${site.url}${path}`, {
      headers: { 'user-agent': 'bench', 'if-none-match': tags.get(path) ?? '' },
    });
    tags.set(path, response.headers.get('etag') ?? '');
    return response.status === 304 ? null : response.text();
  };
  const listed = async (locale: Locale) =>
    /<caption>([\d.,\s]+)/
      .exec((await changedPage(localePath('/cfd-asset-list', locale))) ?? '')?.[1]
      ?.replaceAll(/\D/g, '');
  try {
    const editor = await StrapiEditor.login(strapi.url);
    const token = await editor.apiToken('import', ['api::instrument.instrument.writeSet']);
    const file = await importFile(folder);
    for (const path of requested) await changedPage(path);
    await writeFile(join(folder, 'paths'), requested.join('\n'));
    const program = join(projectRoot, 'tools/bench/content/steady-load.ts');
    const loading = promisify(execFile)(process.execPath, [
      program,
      site.url,
      String(perSecond),
      String(seconds),
      join(folder, 'paths'),
    ]);
    await setTimeout(importAfterMs);
    await site.longestPause();
    const processor = site.processorMs();
    const start = performance.now();
    const said: string[] = [];
    const code = await instrumentsCommand(['import', file, '--yes'], {
      folder: join(projectRoot, 'demo'),
      environment: { STRAPI_URL: strapi.url, STRAPI_WRITE_TOKEN: token },
      say: (line) => said.push(line),
      ask: () => Promise.resolve(false),
      now: () => new Date().toISOString(),
    });
    if (code !== 0) throw new Error(said.at(-1));
    const written = performance.now();
    for (const locale of locales)
      while ((await listed(locale)) !== String(wanted)) {
        if (performance.now() - written > 120_000) throw new Error(`not live in ${locale}`);
        await setTimeout(lookEveryMs);
      }
    const live = performance.now();
    const processorMs = site.processorMs() - processor;
    const { milliseconds, computing } = await site.longestPause();
    const visitors = JSON.parse((await loading).stdout) as SteadyLoad;
    return {
      instruments: wanted,
      writtenMs: written - start,
      liveMs: live - written,
      pause: { ms: milliseconds, computingMs: computing },
      processorMs,
      visitors,
    };
  } finally {
    await site.end('SIGTERM');
    await strapi.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
