/**
 * Registrations at a steady rate, each with its argon2id hash, while cached pages are asked for: none may fail, and the pages stay
 * under 20 ms at p99. SQLite, or PostgreSQL by `DATABASE_URL`. `results-registrations.md` holds what was measured.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Visitor, addressHeader, registerFast } from '../tests/account-site.ts';
import { startBuiltSite } from '../tests/start-built-site.ts';

const pages = ['/', '/register', '/es/forex', '/it/account-types', '/news-center'];
const agent = new Agent({ keepAlive: true });

function percentile(values: number[], share: number): string {
  return (values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0).toFixed(1);
}

/** Raw requests: the client's own work must not count as the server's. */
function pageTime(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    get(url, { agent, headers: { 'accept-encoding': 'br', 'accept-language': 'en' } }, (response) => {
      response.resume();
      response.on('end', () => resolve(performance.now() - started));
    }).on('error', reject);
  });
}

/** Reads pages one after the other. @returns how long each took. */
async function readPages(siteUrl: string, until: AbortSignal): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; !until.aborted; index += 1) {
    times.push(await pageTime(`${siteUrl}${pages[index % pages.length] ?? '/'}`));
    await wait(10);
  }
  return times;
}

/** @returns how long it took. @throws when it was not accepted. */
async function register(siteUrl: string, address: string, email: string): Promise<number> {
  const { status, milliseconds } = await registerFast(new Visitor(siteUrl, address), email);
  if (status !== 303) throw new Error(`it answered ${status}`);
  return milliseconds;
}

/** Measures and says what it found. @returns how many registrations failed. */
export async function runRegistrations(perSecond: number, seconds: number, say: (line: string) => void): Promise<number> {
  const databaseUrl = process.env['DATABASE_URL'];
  const dataDir = await mkdtemp(join(tmpdir(), 'brokerfront-bench-'));
  const site = await startBuiltSite({ DATA_DIR: dataDir, LOG_LEVEL: 'error', CLIENT_IP_HEADER: addressHeader, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) });
  try {
    for (const path of pages) await pageTime(`${site.url}${path}`);
    const ending = new AbortController();
    const reading = readPages(site.url, ending.signal);
    const run = Date.now();
    const sent: Promise<number>[] = [];
    for (let index = 0; index < perSecond * seconds; index += 1) {
      await wait(Math.max(0, run + (index * 1000) / perSecond - Date.now()));
      const address = `10.${Math.floor(index / 62_500)}.${Math.floor(index / 250) % 250}.${(index % 250) + 1}`;
      const registration = register(site.url, address, `load-${run}-${index}@example.com`);
      // It is judged at the end; until then its failure is nobody's.
      registration.catch(() => undefined);
      sent.push(registration);
    }
    const outcomes = await Promise.allSettled(sent);
    ending.abort();
    const pageTimes = await reading;
    const times = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []));
    say(`${databaseUrl ? 'PostgreSQL' : 'SQLite'}, ${cpus().length} cores shared with this client: ${sent.length} registrations at ${perSecond}/s, ${failures.length} failed ${failures.slice(0, 3).join(', ')}`);
    say(`registration ms: p50 ${percentile(times, 0.5)}, p99 ${percentile(times, 0.99)}`);
    say(`cached page ms (${pageTimes.length}): p50 ${percentile(pageTimes, 0.5)}, p99 ${percentile(pageTimes, 0.99)}, max ${percentile(pageTimes, 1)}`);
    return failures.length;
  } finally {
    agent.destroy();
    await site.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
