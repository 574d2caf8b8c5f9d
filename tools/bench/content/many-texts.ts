/**
 * A site with many texts whose content service is away: how soon it is ready, what memory it needs, how long first answers and searches take,
 * and for how long it serves nobody. The texts are copies of the demonstration's articles, in three languages.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startBuiltSite } from '../../../tests/start-built-site.ts';
import { median } from '../machine.ts';
import { fillInOtherProcess } from './fill-replica.ts';

export const usualSizes: readonly number[] = [660, 10_000, 100_000];

export interface ManyTextsTimes {
  texts: number;
  /** Milliseconds, but for `mb`. */
  fill: number;
  ready: number;
  mb: number;
  first: Record<string, number>;
  search: { median: number; p99: number };
  /** The longest time for which a cached page was not answered. */
  pause: number;
}

/** Each request comes from another network address: the site limits searches. */
let visitors = 0;

async function timeOf(url: string): Promise<number> {
  visitors += 1;
  const from = `10.${visitors >> 16}.${(visitors >> 8) & 255}.${visitors & 255}`;
  const start = performance.now();
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'user-agent': 'bench', 'accept-encoding': 'br', 'x-bench-from': from } }, (response) => {
      response.on('data', () => undefined);
      response.on('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - start);
        else reject(new Error(`${url} answered ${response.statusCode}`));
      });
    }).on('error', reject);
  });
}

/** Asks for a cached page again and again. @returns a function that ends it and returns the longest answer, in milliseconds. */
function watched(url: string): () => Promise<number> {
  let longest = 0;
  const ending = new AbortController();
  const done = (async () => {
    while (!ending.signal.aborted) {
      longest = Math.max(longest, await timeOf(url));
      await wait(2);
    }
  })();
  return async () => {
    ending.abort();
    await done;
    return longest;
  };
}

const queries: [locale: string, words: string][] = [
  ...[
    'margin',
    'spread',
    'gold',
    'bitcoin halving',
    'trading hours',
    'levrage',
    'what does a swap cost',
    'the',
    'tra',
    'xyzzyq',
  ].map((words): [string, string] => ['', words]),
  ...['margen', 'comision', 'semana santa', 'apalancamento', 'de', 'horarios', 'el oro y el swap'].map(
    (words): [string, string] => ['/es', words],
  ),
  ...['margine', 'notte di mercoledi', 'liquidta', 'di', 'orari', 'il rapporto tra oro e argento'].map(
    (words): [string, string] => ['/it', words],
  ),
];
const searchRounds = 8;

/** @throws when a request fails. */
async function measure(texts: number): Promise<ManyTextsTimes> {
  const folder = await mkdtemp(join(tmpdir(), 'brokerfront-many-texts-'));
  try {
    const began = performance.now();
    const articles = await fillInOtherProcess(join(folder, 'mirror-strapi.sqlite'), texts);
    const filled = performance.now();
    const site = await startBuiltSite({
      DATA_DIR: folder,
      // Nobody answers here.
      STRAPI_URL: 'http://127.0.0.1:9',
      STRAPI_TOKEN: 'the content service of the bench is away',
      LOG_LEVEL: 'silent',
      CLIENT_IP_HEADER: 'x-bench-from',
    });
    try {
      const ready = performance.now() - filled;
      const first: Record<string, number> = {};
      const once = async (name: string, path: string) => {
        first[name] = await timeOf(`${site.url}${path}`);
      };
      await once('home', '/');
      const pause = watched(`${site.url}/`);
      await once('news centre', '/news-center');
      await once('list', '/news-center/news');
      await once('last list', `/news-center/news?page=2`);
      await once('education centre', '/education-center');
      await once('tags', '/tags');
      const times: number[] = [];
      for (const path of articles) times.push(await timeOf(`${site.url}${path}`));
      first['article'] = times.reduce((sum, one) => sum + one, 0) / times.length;
      await once('sitemap index', '/sitemap.xml');
      await once('sitemap part', '/sitemap-en.xml');
      const searches: number[] = [];
      for (let round = 0; round < searchRounds; round += 1)
        for (const [locale, words] of queries)
          searches.push(await timeOf(`${site.url}${locale}/search?q=${encodeURIComponent(words)}`));
      searches.sort((one, other) => one - other);
      const status = await readFile(`/proc/${site.process.pid}/status`, 'utf8');
      return {
        texts,
        fill: filled - began,
        ready,
        mb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024,
        first,
        search: { median: median(searches), p99: searches[Math.floor(searches.length * 0.99)] ?? Number.NaN },
        pause: await pause(),
      };
    } finally {
      await site.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const ms = (value: number) => (value < 100 ? value.toFixed(1) : value.toFixed(0));

/** Measures each size in turn. @returns a table in Markdown. */
export async function measureManyTexts(sizes: readonly number[]): Promise<string> {
  const rows: string[] = [];
  let head = '';
  for (const size of sizes) {
    const { texts, fill: filling, ready, mb, first, search, pause } = await measure(size);
    const names = Object.keys(first);
    head = `| texts | filled in | ready after | MB | ${names.join(' | ')} | search, median | p99 | longest pause |\n|${' --: |'.repeat(names.length + 7)}`;
    rows.push(
      `| ${texts} | ${(filling / 1000).toFixed(1)} s | ${(ready / 1000).toFixed(1)} s | ${mb.toFixed(0)} | ${names.map((name) => `${ms(first[name] ?? Number.NaN)} ms`).join(' | ')} | ${ms(search.median)} ms | ${ms(search.p99)} ms | ${ms(pause)} ms |`,
    );
  }
  return [head, ...rows].join('\n');
}
