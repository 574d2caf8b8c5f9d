/**
 * Measures registrations at a steady rate, each with its argon2id hash, while cached pages are requested: no registration may fail, and the
 * pages must stay fast. The client shares the machine with the server.
 */
import { mkdtempDisposable } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Engine, startDatabase } from '../../tests/services/account-databases.ts';
import { Visitor, addressHeader, registerFast } from '../../tests/sites/account-site.ts';
import { startBuiltSite } from '../../tests/sites/start-built-site.ts';
import { quantile } from './statistics.ts';
import { timedGet } from './timed-get.ts';

const pages = ['/', '/register', '/es/forex', '/it/account-types', '/news-center'];

export interface RegistrationLoad {
  engine: Engine;
  perSecond: number;
  seconds: number;
  sent: number;
  failed: number;
  /** Milliseconds of a registration. */
  registration: { p50: number; p99: number };
  /** Milliseconds of a cached page that is requested meanwhile. */
  page: { p50: number; p99: number };
}

function percentiles(times: readonly number[]): { p50: number; p99: number } {
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

export async function measureRegistrations(
  engine: Engine,
  perSecond: number,
  seconds: number,
): Promise<RegistrationLoad> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'brokerfront-bench-'));
  const database = await startDatabase(engine);
  const site = await startBuiltSite({
    DATA_DIR: folder.path,
    LOG_LEVEL: 'error',
    CLIENT_IP_HEADER: addressHeader,
    ...database.environment,
  });
  const agent = new Agent({ keepAlive: true });
  const registrationTimes: number[] = [];
  const pageTimes: number[] = [];
  let failed = 0;
  const ending = new AbortController();

  async function readPages(): Promise<void> {
    for (let index = 0; !ending.signal.aborted; index += 1) {
      pageTimes.push((await timedGet(`${site.url}${pages[index % pages.length] ?? '/'}`, {}, agent)).ms);
      await wait(10);
    }
  }
  async function registerOne(index: number): Promise<void> {
    const visitor = new Visitor(
      site.url,
      `10.${Math.floor(index / 62_500)}.${Math.floor(index / 250) % 250}.${(index % 250) + 1}`,
    );
    try {
      const began = performance.now();
      const { status } = await registerFast(visitor, `load-${index}@example.com`);
      registrationTimes.push(performance.now() - began);
      if (status !== 303) failed += 1;
    } catch {
      failed += 1;
    }
  }

  try {
    for (const path of pages) await timedGet(`${site.url}${path}`, {}, agent);
    const reader = readPages();
    const sent: Promise<void>[] = [];
    const startedAt = Date.now();
    for (let index = 0; index < perSecond * seconds; index += 1) {
      await wait(Math.max(0, startedAt + (index * 1000) / perSecond - Date.now()));
      sent.push(registerOne(index));
    }
    await Promise.all(sent);
    ending.abort();
    await reader;
    return {
      engine,
      perSecond,
      seconds,
      sent: sent.length,
      failed,
      registration: percentiles(registrationTimes),
      page: percentiles(pageTimes),
    };
  } finally {
    agent.destroy();
    await site.stop();
    await database.stop();
  }
}
