/**
 * Starts a site with many texts and an unreachable content service. Measures the time until it is ready, its memory, the times of first answers and
 * searches, and its longest pause. The texts are copies of the demonstration's articles, in three languages.
 */
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startBuiltSite } from '../../tests/sites/start-built-site.ts';
import { editorsPage, fillReplica } from './fill-replica.ts';
import { residentMegabytes } from './machine.ts';
import { median, quantile } from './statistics.ts';
import { timedGet } from './timed-get.ts';

/** Each request comes from another network address, because the site limits searches by address. */
let visitors = 0;

async function measureAnswer(url: string): Promise<number> {
  visitors += 1;
  const from = `10.${visitors >> 16}.${(visitors >> 8) & 255}.${visitors & 255}`;
  return (await timedGet(url, { 'user-agent': 'bench', 'x-bench-from': from })).ms;
}

/** Requests a cached page continuously. @returns a function that stops the requests and returns the time of the slowest, in milliseconds. */
function watchPauses(url: string): () => Promise<number> {
  let longest = 0;
  const ending = new AbortController();
  const done = (async () => {
    while (!ending.signal.aborted) {
      longest = Math.max(longest, await measureAnswer(url));
      await wait(2);
    }
  })();
  return async () => {
    ending.abort();
    await done;
    return longest;
  };
}

const firstPaths = {
  'fixed page': editorsPage.fixed,
  'page of an editor': editorsPage.path,
  'news centre': '/news-center',
  list: '/news-center/news',
  'last list': '/news-center/news?page=2',
  'education centre': '/education-center',
  tags: '/tags',
  'sitemap index': '/sitemap.xml',
  'sitemap part': '/sitemap-en.xml',
};
const queries = {
  '': 'margin; spread; gold; bitcoin halving; trading hours; levrage; what does a swap cost; the; tra; xyzzyq',
  '/es': 'margen; comision; semana santa; apalancamento; de; horarios; el oro y el swap',
  '/it': 'margine; notte di mercoledi; liquidta; di; orari; il rapporto tra oro e argento',
};
const searchPaths = Object.entries(queries).flatMap(([prefix, words]) =>
  words.split('; ').map((query) => `${prefix}/search?q=${encodeURIComponent(query)}`),
);
const searchRounds = 8;

/** @returns milliseconds; `mb` is the memory, and `pause` the longest time without an answer of a cached page. @throws when a request fails. */
export async function measureManyTexts(texts: number) {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'brokerfront-many-texts-'));
  const began = performance.now();
  const articles = await fillReplica(join(folder.path, 'mirror-strapi.sqlite'), texts);
  const filled = performance.now();
  await using site = await startBuiltSite({
    DATA_DIR: folder.path,
    // No server listens at this port.
    STRAPI_URL: 'http://127.0.0.1:9',
    STRAPI_TOKEN: 'the content service of the bench is unreachable',
    LOG_LEVEL: 'silent',
    CLIENT_IP_HEADER: 'x-bench-from',
  });
  const ready = performance.now() - filled;
  const measure = (path: string) => measureAnswer(`${site.url}${path}`);
  const first: Record<string, number> = { home: await measure('/') };
  const endWatch = watchPauses(`${site.url}/`);
  for (const [name, path] of Object.entries(firstPaths)) first[name] = await measure(path);
  const articleTimes: number[] = [];
  for (const path of articles) articleTimes.push(await measure(path));
  first['article'] = median(articleTimes);
  const searches: number[] = [];
  for (let round = 0; round < searchRounds; round += 1)
    for (const path of searchPaths) searches.push(await measure(path));
  return {
    texts,
    fill: filled - began,
    ready,
    mb: residentMegabytes(site.process.pid),
    first,
    search: { median: median(searches), p99: quantile(searches, 0.99) },
    pause: await endWatch(),
  };
}
