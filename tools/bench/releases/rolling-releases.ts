/**
 * Rolling releases and failovers under load: `npm run bench -- releases [releases] [failovers] [views a second] [forms a second]`. The real nginx with
 * `deploy/nginx/`, two sites, PostgreSQL and Valkey, all on this machine. Nothing is waited for but the states that an operator waits for.
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startValkey } from '../../testing/valkey.ts';
import { type NextRelease, makeNextRelease } from '../../../tests/next-release.ts';
import { startNginx, writeConfiguration } from '../../../tests/services/nginx.ts';
import { startPostgres } from '../../../tests/services/postgres.ts';
import { newSiteData } from '../../../tests/site-data.ts';
import { type BuiltSite, freePort, startBuiltSite } from '../../../tests/start-built-site.ts';
import type { VisitorsResult } from './steady-visitors.ts';
import { storedForms, visit } from './visitors.ts';

/** Longer than `keepalive_timeout` of upstreams.conf, as in deploy/. */
const drainSeconds = 3;
/** Seconds between two events, so that each meets a proxy that asks both sites. */
const calmSeconds = 1;
const paths = ['/forex', '/about', '/contact', '/account-types', '/faqs', '/glossary', '/stocks', '/indices'];

export interface ReleasesResult extends Omit<VisitorsResult, 'confirmed' | 'confirmedAt' | 'formMs' | 'failedAt'> {
  releases: number;
  failovers: number;
  seconds: number;
  /** Forms that a site has confirmed. */
  confirmed: number;
  /** Of these, those that are not in the database afterwards. */
  lost: number;
  /** Forms that are in the database more than once, because an answer was lost and the visitor sent them again. */
  twice: number;
}

export interface ReleasesPlan {
  releases: number;
  failovers: number;
  /** Forms come in addition. */
  viewsPerSecond: number;
  formsPerSecond: number;
}

/** What is killed without warning and started again. */
interface Fall {
  name: string;
  fall: () => Promise<void>;
}

/** @param say gets a line for each event. @throws when a part does not start. */
export async function measureReleases(
  { releases, failovers, viewsPerSecond, formsPerSecond }: ReleasesPlan,
  say: (line: string) => void,
): Promise<ReleasesResult> {
  const folder = await mkdtemp(join(tmpdir(), 'brokerfront-releases-'));
  const dataDir = await newSiteData('releases');
  const database = await startPostgres();
  const valkeyPort = await freePort();
  const valkey = { process: await startValkey(valkeyPort) };
  const sites: BuiltSite[] = [];
  let nginx: Awaited<ReturnType<typeof startNginx>> | null = null;
  try {
    const next = await makeNextRelease(folder);
    const ports = [await freePort(), await freePort()];
    const start = (place: number, build: 'this' | 'next') =>
      startBuiltSite(
        {
          PORT: String(ports[place]),
          DATA_DIR: dataDir,
          SITE_URL: 'https://broker.example',
          CLIENT_IP_HEADER: 'x-real-ip',
          DATABASE_URL: database.url,
          VALKEY_URL: `redis://127.0.0.1:${valkeyPort}`,
          AUTH_SECRET: 'a-secret-of-the-bench-with-32-letters',
          DRAIN_SECONDS: String(drainSeconds),
          LOG_LEVEL: 'error',
          ...(build === 'next' ? { BROKERFRONT_ROOT: next.root } : {}),
        },
        build === 'next' ? join(next.root, 'dist/server/main.js') : undefined,
      );
    for (const place of [0, 1]) sites.push(await start(place, 'this'));
    const front = { http: await freePort(), https: await freePort(), internal: await freePort() };
    const { ca } = writeConfiguration(folder, front, {
      'site-1:3000': `127.0.0.1:${ports[0]}`,
      'site-2:3000': `127.0.0.1:${ports[1]}`,
      'cms:1337': `127.0.0.1:${ports[0]}`,
    });
    nginx = await startNginx(folder);
    const falls: Fall[] = [
      { name: 'site 1', fall: () => killSite(0) },
      {
        name: 'PostgreSQL',
        async fall() {
          // An immediate shutdown: it recovers from its log, as after a crash.
          await database.halt();
          await wait(calmSeconds * 1000);
          await database.resume();
        },
      },
      { name: 'site 2', fall: () => killSite(1) },
      {
        name: 'Valkey',
        async fall() {
          const ended = once(valkey.process, 'exit');
          valkey.process.kill('SIGKILL');
          await ended;
          await wait(calmSeconds * 1000);
          valkey.process = await startValkey(valkeyPort);
        },
      },
    ];
    let running: 'this' | 'next' = 'this';
    async function killSite(place: number): Promise<void> {
      const site = sites[place];
      if (!site) return;
      const ended = once(site.process, 'exit');
      site.process.kill('SIGKILL');
      await ended;
      sites[place] = await start(place, running);
    }
    const visitors = visit({
      port: front.https,
      host: 'broker.example',
      certificate: ca.toString(),
      viewsPerSecond,
      formsPerSecond,
      paths,
      assets: await assetsOf(next, sites),
    });
    const began = performance.now();
    const since = () => ((performance.now() - began) / 1000).toFixed(0);
    await wait(calmSeconds * 1000);
    const events = Math.max(releases, failovers);
    for (let event = 0; event < events; event += 1) {
      if (event < releases) {
        running = running === 'this' ? 'next' : 'this';
        for (const place of [0, 1]) {
          await sites[place]?.stop();
          sites[place] = await start(place, running);
          await wait(calmSeconds * 1000);
        }
        say(`${since()} s: release ${event + 1}`);
      }
      const falling = falls[event % falls.length];
      if (event < failovers && falling) {
        await falling.fall();
        await wait(calmSeconds * 1000);
        say(`${since()} s: ${falling.name} fell and is back`);
      }
    }
    const { confirmed, confirmedAt: _at, formMs: _ms, failedAt: _failed, ...seen } = await visitors.end();
    const seconds = (performance.now() - began) / 1000;
    const stored = await storedForms(database.url);
    return {
      releases,
      failovers,
      seconds: Math.round(seconds),
      ...seen,
      confirmed: confirmed.length,
      lost: confirmed.filter((email) => !stored.has(email)).length,
      twice: [...stored.values()].filter((times) => times > 1).length,
    };
  } finally {
    await nginx?.stop();
    for (const site of sites) site.process.kill('SIGKILL');
    valkey.process.kill('SIGKILL');
    await database.stop();
    await rm(folder, { recursive: true, force: true });
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Only those that a running build has: the next one's come with its first release. */
async function assetsOf({ chunk }: NextRelease, sites: readonly BuiltSite[]): Promise<string[]> {
  const [site] = sites;
  const known = await fetch(`${site?.url}/assets/${chunk.before}`);
  if (known.status !== 200) throw new Error(`${chunk.before} is not served`);
  return [chunk.before];
}
