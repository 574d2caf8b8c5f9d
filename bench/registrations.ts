/**
 * 20 registrations a second for a minute, each with its argon2id hash, while cached pages are asked for: none may fail, and the pages stay
 * under 20 ms at p99. `node bench/registrations.ts [per second] [seconds]` after `npm run build`; `DATABASE_URL` for PostgreSQL.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Visitor, addressHeader, registerFast } from '../tests/account-site.ts';
import { startBuiltSite } from '../tests/start-built-site.ts';

const perSecond = Number(process.argv[2] ?? 20);
const seconds = Number(process.argv[3] ?? 60);
const pages = ['/', '/register', '/es/forex', '/it/account-types', '/news-center'];

function percentile(values: number[], share: number): string {
  return (values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0).toFixed(1);
}

const dataDir = await mkdtemp(join(tmpdir(), 'brokerfront-bench-'));
const site = await startBuiltSite({ DATA_DIR: dataDir, LOG_LEVEL: 'error', CLIENT_IP_HEADER: addressHeader, ...(process.env['DATABASE_URL'] ? { DATABASE_URL: process.env['DATABASE_URL'] } : {}) });
const agent = new Agent({ keepAlive: true });

/** Raw requests: the client's own work must not count as the server's. */
function pageTime(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    get(`${site.url}${path}`, { agent, headers: { 'accept-encoding': 'br', 'accept-language': 'en' } }, (response) => {
      response.resume();
      response.on('end', () => resolve(performance.now() - started));
    }).on('error', reject);
  });
}

for (const path of pages) await pageTime(path);
const registrationTimes: number[] = [];
const pageTimes: number[] = [];
const failures: string[] = [];
const run = Date.now();
let ending = false;

const reader = (async () => {
  for (let index = 0; !ending; index += 1) {
    pageTimes.push(await pageTime(pages[index % pages.length] ?? '/'));
    await wait(10);
  }
})();
const sent: Promise<void>[] = [];
for (let index = 0; index < perSecond * seconds; index += 1) {
  await wait(Math.max(0, run + (index * 1000) / perSecond - Date.now()));
  const visitor = new Visitor(site.url, `10.${Math.floor(index / 62_500)}.${Math.floor(index / 250) % 250}.${(index % 250) + 1}`);
  sent.push(registerFast(visitor, `load-${run}-${index}@example.com`).then(({ status, milliseconds }) => {
    registrationTimes.push(milliseconds);
    if (status !== 303) failures.push(String(status));
  }, (error: Error) => void failures.push(error.message)));
}
await Promise.all(sent);
ending = true;
await reader;
await site.stop();
await rm(dataDir, { recursive: true, force: true });

const database = process.env['DATABASE_URL'] ? 'PostgreSQL' : 'SQLite';
console.log(`${database}, ${cpus().length} cores shared with this client: ${sent.length} registrations at ${perSecond}/s, ${failures.length} failed ${failures.slice(0, 3).join(', ')}`);
console.log(`registration ms: p50 ${percentile(registrationTimes, 0.5)}, p99 ${percentile(registrationTimes, 0.99)}`);
console.log(`cached page ms (${pageTimes.length}): p50 ${percentile(pageTimes, 0.5)}, p99 ${percentile(pageTimes, 0.99)}, max ${percentile(pageTimes, 1)}`);
process.exitCode = failures.length > 0 ? 1 : 0;
