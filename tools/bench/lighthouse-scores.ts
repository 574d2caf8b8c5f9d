/** Runs Lighthouse with its default settings: mobile, simulated slow 4G, four times slower processor. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse from 'lighthouse';
import { chromiumFlags } from '../testing/chromium.ts';
import { median } from './machine.ts';

export const lighthouseRuns = 5;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

export interface LighthouseScores {
  path: string;
  /** 0 to 100; the median of all runs. */
  scores: Record<(typeof categories)[number], number>;
  /** Milliseconds, medians. */
  firstPaint: number;
  largestPaint: number;
  blocking: number;
  shift: number;
  /** Audits that did not pass in at least one run, without those of the category performance. */
  failed: string[];
}

type LighthouseResult = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

/** Starts Chromium with an open debugging port. */
async function startChromium(
  executablePath: string,
  profile: string,
): Promise<{ port: number; stop: () => Promise<void> }> {
  const child = spawn(
    executablePath,
    [...chromiumFlags, '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const port = await new Promise<number>((resolve, reject) => {
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const found = /DevTools listening on ws:\/\/[^:]+:(\d+)\//.exec(output);
      if (found) resolve(Number(found[1]));
    });
    child.once('exit', (code) => reject(new Error(`Chromium ended with ${code}:\n${output}`)));
  });
  return {
    port,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function failedAudits({ categories: found, audits }: LighthouseResult): string[] {
  return Object.values(found).flatMap(({ id, auditRefs }) =>
    auditRefs
      .filter(({ weight, id: audit }) => weight > 0 && id !== 'performance' && (audits[audit]?.score ?? 1) < 1)
      .map(({ id: audit }) => `${id}: ${audit}`),
  );
}

/** A trace can fail to start on a busy machine; Lighthouse then asks to be run again. Twice is enough. */
async function runOnce(url: string, port: number, repeats = 2): Promise<LighthouseResult> {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'silent', onlyCategories: [...categories] });
  if (result && !result.lhr.runtimeError) return result.lhr;
  if (repeats > 0) return runOnce(url, port, repeats - 1);
  throw new Error(`Lighthouse could not read ${url}: ${result?.lhr.runtimeError?.message ?? 'no result'}`);
}

export async function measureLighthouse(
  executablePath: string,
  origin: string,
  paths: readonly string[],
  say: (line: string) => void,
): Promise<LighthouseScores[]> {
  const profile = await mkdtemp(join(tmpdir(), 'brokerfront-lighthouse-'));
  const { port, stop } = await startChromium(executablePath, profile);
  try {
    const found: LighthouseScores[] = [];
    for (const path of paths) {
      const results: LighthouseResult[] = [];
      for (let count = 0; count < lighthouseRuns; count += 1) {
        results.push(await runOnce(`${origin}${path}`, port));
      }
      const score = (name: (typeof categories)[number]) =>
        Math.round(median(results.map((lhr) => (lhr.categories[name]?.score ?? 0) * 100)));
      const timing = (audit: string) => median(results.map((lhr) => lhr.audits[audit]?.numericValue ?? Number.NaN));
      found.push({
        path,
        scores: {
          performance: score('performance'),
          accessibility: score('accessibility'),
          'best-practices': score('best-practices'),
          seo: score('seo'),
        },
        firstPaint: timing('first-contentful-paint'),
        largestPaint: timing('largest-contentful-paint'),
        blocking: timing('total-blocking-time'),
        shift: timing('cumulative-layout-shift'),
        failed: [...new Set(results.flatMap(failedAudits))],
      });
      say(`${path}: ${Object.values(found.at(-1)?.scores ?? {}).join(' / ')}`);
    }
    return found;
  } finally {
    await stop();
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
