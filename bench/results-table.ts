/** The results as a page that a person reads, with a tick or a cross beside every target. */
import type { BrowserLoad } from './browser-load.ts';
import type { CachedRate } from './cached-rate.ts';
import { type LighthouseScores, lighthouseRuns } from './lighthouse-scores.ts';
import type { RenderRates } from './render-home.ts';

export interface Results {
  date: string;
  machine: [name: string, value: string][];
  cached: CachedRate[];
  rates: RenderRates;
  loads: BrowserLoad[];
  lighthouse: LighthouseScores[];
  /** Megabytes resident: after the start, and after all the load above with every page in the cache. */
  memory: { started: number; loaded: number; pages: number };
}

export interface Target {
  name: string;
  met: boolean;
  measured: string;
}

/** The targets of the requirements. */
export function targetsOf({ cached, rates, lighthouse, memory }: Results): Target[] {
  return [
    ...cached.map(({ path, ours, nginx }) => ({ name: `cached ${path} at least 0.6 of nginx`, met: ours / nginx >= 0.6, measured: (ours / nginx).toFixed(2) })),
    { name: 'uncached home at least 1 000 renders a second and core', met: rates.renders >= 1000, measured: rates.renders.toFixed(0) },
    { name: 'less than 250 MB after load', met: memory.loaded < 250, measured: `${memory.loaded.toFixed(0)} MB` },
    ...lighthouse.map(({ path, scores }) => ({
      name: `Lighthouse ${path}: performance at least 99, the rest 100`,
      met: scores.performance >= 99 && scores.accessibility === 100 && scores['best-practices'] === 100 && scores.seo === 100,
      measured: Object.values(scores).join(' / '),
    })),
  ];
}

function table(head: string[], rows: (string | number)[][]): string {
  return [head, head.map((_, index) => (index === 0 ? '---' : '--:')), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

const whole = (value: number) => Math.round(value).toLocaleString('en-GB');
const kilobytes = (bytes: number) => (bytes / 1024).toFixed(1);

export function resultsPage(results: Results): string {
  const { date, machine, cached, rates, loads, lighthouse, memory } = results;
  return `# Bench results, ${date}

Written by \`npm run bench\`. Rates belong to this machine; ratios and bytes travel. The server is kept on one core, wrk on another.

${table(['Machine', ''], machine)}

## Targets

${table(['target', 'measured', 'met'], targetsOf(results).map(({ name, measured, met }) => [name, measured, met ? 'yes' : '**no**']))}

## Cached pages a second, one core

nginx serves the same brotli bytes with the same headers from a file, one worker on the same core. 64 connections, median of three rounds in turns.

${table(['page', 'bytes', 'ours', 'nginx', 'ratio'], cached.map(({ path, bytes, ours, nginx }) => [path, whole(bytes), whole(ours), whole(nginx), (ours / nginx).toFixed(2)]))}

## Uncached renders of the home page a second, one core

In process, through the built renderer: loader, head, React, HTML, in three languages in turn.

${table(['', 'a second'], [['HTML', whole(rates.renders)], ['HTML, brotli 5 and gzip 6: a first answer', whole(rates.answers)]])}

## First load in Chromium

Kilobytes on the wire with headers, empty cache, until the load event; then what idle time adds.

${table(['page', 'requests', 'document', 'script', 'stylesheet', 'font', 'image', 'other', 'total', 'idle'], loads.map(({ path, requests, bytes, total, afterLoad }) =>
    [path, requests, ...[bytes.document, bytes.script, bytes.stylesheet, bytes.font, bytes.image, bytes.other, total, afterLoad].map(kilobytes)]))}

## Lighthouse, mobile, median of ${lighthouseRuns}

${table(['page', 'performance', 'accessibility', 'best practices', 'SEO', 'FCP ms', 'LCP ms', 'TBT ms', 'CLS', 'did not pass'], lighthouse.map(({ path, scores, firstPaint, largestPaint, blocking, shift, failed }) =>
    [path, ...Object.values(scores), whole(firstPaint), whole(largestPaint), whole(blocking), shift.toFixed(3), failed.join(', ') || '-']))}

## Memory

${table(['', 'resident MB'], [['after the start', whole(memory.started)], [`after the load above, ${memory.pages} pages in the cache`, whole(memory.loaded)]])}
`;
}
