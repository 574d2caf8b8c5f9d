/** Formats the results as a Markdown page, with a yes or a no for every target. */
import type { BrowserLoad } from './browser-load.ts';
import type { CachedRate } from './cached-rate.ts';
import { type LighthouseScores, lighthouseRuns } from './lighthouse-scores.ts';
import type { RegistrationLoad } from './registrations.ts';
import type { RenderRates } from './render-home.ts';
import type { SwapTimes } from './swap-times.ts';

export interface Results {
  date: string;
  machine: [name: string, value: string][];
  cached: CachedRate[];
  rates: RenderRates;
  loads: BrowserLoad[];
  lighthouse: LighthouseScores[];
  /** Resident megabytes of the one measured server, in the order of the run: each reading depends on the steps before it. */
  memory: { after: string; megabytes: number }[];
  swaps: SwapTimes;
  /** Brotli bytes of parts that the browser loads: alone, and with those of their imports that are not in the first load. */
  sizes: { name: string; own: number; added: number | null }[];
  registrations: RegistrationLoad[];
  /** Markdown of `results-content.md`, whose measurements need a running Strapi. */
  content: string;
}

export interface Target {
  name: string;
  met: boolean;
  measured: string;
}

/** The targets of the requirements. */
export function targetsOf({ cached, rates, lighthouse, memory, swaps, registrations }: Results): Target[] {
  const resident = Math.max(...memory.map(({ megabytes }) => megabytes));
  return [
    ...cached.map(({ path, ratio }) => ({
      name: `cached ${path} at least 0.6 of nginx`,
      met: ratio >= 0.6,
      measured: ratio.toFixed(2),
    })),
    {
      name: 'uncached home at least 1 000 renders a second and core',
      met: rates.renders >= 1000,
      measured: rates.renders.toFixed(0),
    },
    {
      name: 'less than 250 MB after load, at each reading',
      met: resident < 250,
      measured: `${resident.toFixed(0)} MB`,
    },
    { name: 'a swap in less than 100 ms', met: swaps.median < 100, measured: `${swaps.median.toFixed(0)} ms` },
    ...registrations.map(({ engine, perSecond, failed, page }) => ({
      name: `${perSecond} registrations a second on ${engine}: none fails, cached pages under 20 ms at p99`,
      met: failed === 0 && page.p99 < 20,
      measured: `${failed} failed, ${page.p99.toFixed(1)} ms`,
    })),
    ...lighthouse.map(({ path, scores }) => ({
      name: `Lighthouse ${path}: performance at least 99, the rest 100`,
      met:
        scores.performance >= 99 &&
        scores.accessibility === 100 &&
        scores['best-practices'] === 100 &&
        scores.seo === 100,
      measured: Object.values(scores).join(' / '),
    })),
  ];
}

function table(head: string[], rows: (string | number)[][]): string {
  return [head, head.map((_, index) => (index === 0 ? '---' : '--:')), ...rows]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');
}

const whole = (value: number) => Math.round(value).toLocaleString('en-GB');
const kilobytes = (bytes: number) => (bytes / 1024).toFixed(1);

export function resultsPage(results: Results): string {
  const cachedProcesses = results.cached[0]?.ratios.length ?? 0;
  const { date, machine, cached, rates, loads, lighthouse, memory, swaps, sizes, registrations, content } = results;
  return `# Bench results, ${date}

Written by \`npm run bench\`. Rates belong to this machine; ratios and bytes travel. The server is kept on one core, wrk on another.

${table(['Machine', ''], machine)}

## Targets

${table(
  ['target', 'measured', 'met'],
  targetsOf(results).map(({ name, measured, met }) => [name, measured, met ? 'yes' : '**no**']),
)}

## Cached pages a second, one core

nginx serves the same brotli bytes with the same headers from a file, one worker on the same core. 64 connections, short rounds in turns,
${cachedProcesses} server processes. The ratio is the median of the rounds' ratios, of all and by process.

${table(
  ['page', 'bytes', 'ours', 'nginx', 'ratio', 'by process'],
  cached.map(({ path, bytes, ours, nginx, ratio, ratios }) => [
    path,
    whole(bytes),
    whole(ours),
    whole(nginx),
    ratio.toFixed(2),
    ratios.map((one) => one.toFixed(2)).join(', '),
  ]),
)}

## Uncached renders of the home page a second, one core

In process, through the built renderer: loader, head, React, document and navigator's payload, in three languages in turn. Header and
footer are kept from the first render of a language, as in the server ([why](../../docs/decisions/0010-header-and-footer-are-kept.md)). Medians of three processes.

${table(
  ['', 'a second'],
  [
    ['document and payload', whole(rates.renders)],
    ['the same with brotli 5 and gzip 6 of both: a first answer', whole(rates.answers)],
  ],
)}

## First load in Chromium

Kilobytes on the wire with headers, empty cache, until the load event; then what idle time adds.

${table(
  ['page', 'requests', 'document', 'script', 'stylesheet', 'font', 'image', 'other', 'total', 'idle'],
  loads.map(({ path, requests, bytes, total, afterLoad }) => [
    path,
    requests,
    ...[bytes.document, bytes.script, bytes.stylesheet, bytes.font, bytes.image, bytes.other, total, afterLoad].map(
      kilobytes,
    ),
  ]),
)}

## Lighthouse, mobile, median of ${lighthouseRuns}

${table(
  [
    'page',
    'performance',
    'accessibility',
    'best practices',
    'SEO',
    'FCP ms',
    'LCP ms',
    'TBT ms',
    'CLS',
    'did not pass',
  ],
  lighthouse.map(({ path, scores, firstPaint, largestPaint, blocking, shift, failed }) => [
    path,
    ...Object.values(scores),
    whole(firstPaint),
    whole(largestPaint),
    whole(blocking),
    shift.toFixed(3),
    failed.join(', ') || '-',
  ]),
)}

## Memory

${table(
  ['after', 'resident MB'],
  memory.map(({ after, megabytes }) => [after, whole(megabytes)]),
)}

## Swaps

From the click on a hovered link (${swaps.from} to ${swaps.to}) to the new heading, unthrottled: median ${swaps.median.toFixed(0)} ms of ${swaps.times.map((time) => time.toFixed(0)).join(', ')}.

## Sizes

Brotli 11, as the server sends them.

${table(
  ['part', 'bytes', 'with its imports'],
  sizes.map(({ name, own, added }) => [name, whole(own), added === null ? '' : whole(added)]),
)}

## Registrations under load

argon2id (m=19456, t=2, p=1) off the main thread; client and server share the machine's cores.

${table(
  ['database', 'rate', 'sent', 'failed', 'registration p50 / p99 ms', 'cached page meanwhile p50 / p99 ms'],
  registrations.map(({ engine, perSecond, seconds, sent, failed, registration, page }) => [
    engine,
    `${perSecond}/s for ${seconds} s`,
    whole(sent),
    failed,
    `${registration.p50.toFixed(1)} / ${registration.p99.toFixed(1)}`,
    `${page.p50.toFixed(1)} / ${page.p99.toFixed(1)}`,
  ]),
)}

${content}`;
}
