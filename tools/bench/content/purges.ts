/**
 * Measures purges by tag: an editor publishes in a real Strapi at a steady rate while pages of the built site are requested through a real Varnish; then
 * the site is killed, and they are requested on. `npm run bench -- purge [publishes] [a second] [requests a second] [seconds without a site]`. All share one
 * machine.
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { type Locale, locales } from '../../../content/locales.ts';
import { localePath } from '../../../site/i18n/locale-path.ts';
import { type Varnish, startVarnish, varnishPorts } from '../../../tests/services/varnish.ts';
import { type BuiltSite, freePort, startBuiltSite } from '../../../tests/start-built-site.ts';
import { StrapiEditor } from '../../../tests/strapi/strapi-editor.ts';
import { apiToken, startStrapi, webhookSecret } from '../../../tests/strapi/strapi-process.ts';
import { until } from '../../../tests/until.ts';

/** While no site runs; the answers all come from Varnish, so more of them say nothing new. */
const mostRequestsAway = 100;
/** Pages whose address is their key. */
const published = [
  'forex',
  'about',
  'contact',
  'account-types',
  'careers',
  'commodities',
  'stocks',
  'indices',
  'crypto',
  'why-us',
];

export interface PurgePlan {
  publishes: number;
  perSecond: number;
  requests: number;
  /** For which pages are requested while no site runs. */
  secondsAway: number;
}

export interface PurgeResult {
  publishes: number;
  receipts: number;
  requests: number;
  /** Of the requests while pages were published. */
  hitRate: number;
  failed: number;
  /** Milliseconds that an old page was still given after the receipt of a newer one; 0 when none was. */
  oldestAfterReceipt: number;
  /** Milliseconds from the begin of a publish to its receipt. */
  receiptAfter: { median: number; longest: number };
  /** Requests while no site ran, and those that were not answered with the page. */
  away: { seconds: number; requests: number; failed: number };
}

interface Page {
  path: string;
  id: string;
  locale: Locale;
}
interface Answer {
  status: number;
  hit: boolean;
  body: string;
}

/** Asks again, as browsers do, when Varnish hangs up on an idle connection just then: https://nodejs.org/api/http.html#requestreusedsocket */
function ask(agent: Agent, url: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers: { 'accept-encoding': 'br' } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const body = response.headers['content-encoding'] === 'br' ? brotliDecompressSync(bytes) : bytes;
        resolve({
          status: response.statusCode ?? 0,
          hit: response.headers['x-cache'] === 'HIT',
          body: body.toString(),
        });
      });
      response.on('error', reject);
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (request.reusedSocket && error.code === 'ECONNRESET') resolve(ask(agent, url));
      else reject(error);
    });
  });
}

/** Requests pages in random order at a steady rate until the signal. @param onAnswer gets when the request was sent, in milliseconds since 1970. */
async function load(
  url: string,
  pages: readonly Page[],
  perSecond: number,
  signal: AbortSignal,
  onAnswer: (page: Page, answer: Answer | Error, sentAt: number) => void,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  const open = new Set<Promise<void>>();
  const began = performance.now();
  for (let sent = 0; !signal.aborted; sent += 1) {
    const page = pages[Math.floor(Math.random() * pages.length)] as Page;
    const sentAt = Date.now();
    const one = ask(agent, `${url}${page.path}`)
      .then(
        (answer) => onAnswer(page, answer, sentAt),
        (error: unknown) => onAnswer(page, error instanceof Error ? error : new Error(String(error)), sentAt),
      )
      .finally(() => open.delete(one));
    open.add(one);
    const pause = began + ((sent + 1) * 1000) / perSecond - performance.now();
    if (pause > 0) await wait(pause);
  }
  await Promise.all(open);
  agent.destroy();
}

interface Receipts {
  waiting: number;
  latest: { changedAt: string; purgedAt: string | null; tags: string[] }[];
}
async function receiptsOf(siteUrl: string): Promise<Receipts> {
  const answer = await fetch(`${siteUrl}/api/content/purges`, { headers: { 'x-webhook-secret': webhookSecret } });
  return (await answer.json()) as Receipts;
}

interface Version {
  number: number;
  /** Milliseconds since 1970. */
  begunAt: number;
  purgedAt: number | null;
}

function numberIn(body: string): number {
  return Number(/publish number (\d+)/.exec(body)?.[1] ?? 0);
}

/** @param say gets a line now and then. @param secondsAway how long pages are requested while no site runs. */
export async function measurePurges(
  { publishes, perSecond, requests, secondsAway }: PurgePlan,
  say: (line: string) => void,
): Promise<PurgeResult> {
  const ports = await varnishPorts();
  const port = await freePort();
  const dataDir = await mkdtemp(join(tmpdir(), 'brokerfront-bench-purge-'));
  const strapi = await startStrapi({ environment: { SITE_URL: `http://127.0.0.1:${port}` } });
  let site: BuiltSite | null = null;
  let varnish: Varnish | null = null;
  try {
    site = await startBuiltSite({
      PORT: String(port),
      DATA_DIR: dataDir,
      STRAPI_URL: strapi.url,
      STRAPI_TOKEN: apiToken,
      STRAPI_WEBHOOK_SECRET: webhookSecret,
      CDN: 'varnish',
      CDN_URL: `http://127.0.0.1:${ports.purge}`,
      LOG_LEVEL: 'error',
    });
    const { url: siteUrl } = site;
    varnish = await startVarnish(ports, [port]);
    const front = varnish.url;
    await until(async () => (await fetch(`${siteUrl}/readyz`)).ok, 'the first sync', 120_000);
    await until(async () => (await receiptsOf(siteUrl)).waiting === 0, 'the purge at the start', 60_000);
    const pages: Page[] = locales.flatMap((locale) =>
      published.map((id) => ({ path: localePath(`/${id}`, locale), id, locale })),
    );
    // On a busy machine Varnish needs some seconds to see that the site is ready.
    for (const { path } of pages) await until(async () => (await fetch(`${front}${path}`)).ok, path, 60_000);
    const editor = await StrapiEditor.login(strapi.url);
    return await measured({ site, editor, front, pages, publishes, perSecond, requests, secondsAway, say });
  } finally {
    site?.process.kill('SIGKILL');
    await varnish?.stop();
    await strapi.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Setting extends PurgePlan {
  site: BuiltSite;
  editor: StrapiEditor;
  front: string;
  pages: Page[];
  say: (line: string) => void;
}

async function measured({ site, editor, front, pages, say, ...plan }: Setting): Promise<PurgeResult> {
  const { publishes, perSecond, requests, secondsAway } = plan;
  const versions = new Map<string, Version[]>(pages.map(({ path }) => [path, []]));
  const all: Version[] = [];
  const result = { requests: 0, hits: 0, failed: 0 };
  /** Judged at the end: a receipt may be read after the answer that it concerns. */
  const seen: { path: string; number: number; sentAt: number }[] = [];
  const ended = new AbortController();
  const loading = load(front, pages, requests, ended.signal, ({ path }, answer, sentAt) => {
    result.requests += 1;
    if (answer instanceof Error || answer.status !== 200) {
      result.failed += 1;
      say(`${path}: ${answer instanceof Error ? answer.message : answer.status}`);
    }
    if (answer instanceof Error) return;
    if (answer.hit) result.hits += 1;
    seen.push({ path, number: numberIn(answer.body), sentAt });
  });
  const readReceipts = async () => {
    const { latest, waiting } = await receiptsOf(site.url);
    for (const { changedAt, purgedAt, tags } of latest) {
      if (purgedAt === null) continue;
      // Each page is published again only after many others, so its next change is that of the publish. Several publishes may be one change.
      for (const { path } of pages.filter(({ id, locale }) => tags.includes(`doc:page:${id}:${locale}`))) {
        const version = versions.get(path)?.findLast(({ begunAt }) => begunAt <= Date.parse(changedAt));
        if (version) version.purgedAt ??= Date.parse(purgedAt);
      }
    }
    return waiting;
  };
  const began = performance.now();
  for (let number = 1; number <= publishes; number += 1) {
    const page = pages[number % pages.length] as Page;
    const version: Version = { number, begunAt: Date.now(), purgedAt: null };
    versions.get(page.path)?.push(version);
    all.push(version);
    const title = `publish number ${number}`;
    await editor.edit('page', page.id, page.locale, (draft) => ({ ...draft, title }));
    if (number % 100 === 0) say(`${number} publishes, ${result.requests} requests, ${result.failed} failed`);
    if (number % 5 === 0) await readReceipts();
    await wait(Math.max(0, began + (number * 1000) / perSecond - performance.now()));
  }
  await until(async () => (await readReceipts()) === 0, 'the last receipt', 30_000);
  await readReceipts();
  // What was published last is looked at for a while after its receipt.
  await wait(2000);
  ended.abort();
  await loading;

  let oldest = 0;
  for (const { path, number, sentAt } of seen)
    for (const version of versions.get(path) ?? [])
      if (version.number > number && version.purgedAt !== null) oldest = Math.max(oldest, sentAt - version.purgedAt);
  const delays = all.flatMap(({ begunAt, purgedAt }) => (purgedAt === null ? [] : [purgedAt - begunAt]));
  delays.sort((a, b) => a - b);

  site.process.kill('SIGKILL');
  await once(site.process, 'exit');
  say(`no site for ${secondsAway} s`);
  const away = { seconds: secondsAway, requests: 0, failed: 0 };
  await load(
    front,
    pages,
    Math.min(requests, mostRequestsAway),
    AbortSignal.timeout(secondsAway * 1000),
    ({ path }, answer) => {
      away.requests += 1;
      if (!(answer instanceof Error) && answer.status === 200) return;
      away.failed += 1;
      say(`${path}: ${answer instanceof Error ? answer.message : answer.status}`);
    },
  );
  return {
    publishes,
    receipts: delays.length,
    requests: result.requests,
    hitRate: result.hits / result.requests,
    failed: result.failed,
    oldestAfterReceipt: oldest,
    receiptAfter: { median: delays[Math.floor(delays.length / 2)] ?? Number.NaN, longest: delays.at(-1) ?? Number.NaN },
    away,
  };
}
