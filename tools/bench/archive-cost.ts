/** Measures what the archive costs visitors: sites with and without it, in turns and in one run, because machines and processes differ by more than it costs. */
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { locales } from '../../content/locales.ts';
import { type BuiltSite, startBuiltSite } from '../../tests/sites/start-built-site.ts';
import { measureCached, pin } from './cached-rate.ts';
import { residentMegabytes } from './machine.ts';
import { measurePublish } from './publish-under-load.ts';
import { median } from './statistics.ts';

const looks = ['on', 'off'] as const;
/** Every page is asked for so often: the first answers are rendered, and the next ones compressed well. */
const crawls = 3;
/** In this time the archive has everything, and its process has ended. */
const calmMs = 60_000;

async function crawl({ url }: BuiltSite): Promise<void> {
  for (const locale of locales) {
    const sitemap = await (await fetch(`${url}/sitemap-${locale}.xml`)).text();
    for (const [, path = ''] of sitemap.matchAll(/<loc>https?:\/\/[^/]+([^<]*)</g))
      await (await fetch(`${url}${path}`, { headers: { 'accept-encoding': 'br' } })).arrayBuffer();
  }
}

/** Splits what was measured in turns. */
function split(values: readonly number[]): Record<(typeof looks)[number], number> {
  const of = (rest: number) => median(values.filter((_, index) => index % 2 === rest));
  return { on: of(0), off: of(1) };
}

interface Cost {
  /** Cached pages a second, compared with nginx, and megabytes of memory: a median of processes with the archive, and of those without. */
  rate: Record<(typeof looks)[number], number>;
  megabytes: Record<(typeof looks)[number], number>;
  /** Milliseconds from a publish of the header until the last page shows it, while visitors come. */
  publishMs: Record<(typeof looks)[number], number>;
  of: { rates: number[]; megabytes: number[]; publishMs: number[] };
}

/** @param processes with the archive, and as many without. @param publishes likewise. */
export async function measureArchiveCost(processes: number, publishes: number): Promise<Cost> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'brokerfront-cost-'));
  await using sites = new AsyncDisposableStack();
  const started: BuiltSite[] = [];
  for (let number = 0; number < processes * looks.length; number += 1) {
    const environment = { ARCHIVE: looks[number % 2] ?? '', DATA_DIR: join(folder.path, String(number)) };
    const site = sites.use(await startBuiltSite({ ...environment, LOG_LEVEL: 'silent' }));
    for (let round = 0; round < crawls; round += 1) await crawl(site);
    started.push(site);
  }
  await wait(calmMs);
  const megabytes = started.map(({ process: { pid } }) => residentMegabytes(pid));
  for (const {
    process: { pid },
  } of started)
    pin(pid ?? 0);
  const { ratios } = await measureCached(started, '/forex');
  await sites.disposeAsync();
  const publishMs: number[] = [];
  for (let number = 0; number < publishes * looks.length; number += 1)
    publishMs.push((await measurePublish(0, { ARCHIVE: looks[number % 2] ?? '' })).allNewMs);
  return {
    rate: split(ratios),
    megabytes: split(megabytes),
    publishMs: split(publishMs),
    of: { rates: ratios, megabytes, publishMs },
  };
}
