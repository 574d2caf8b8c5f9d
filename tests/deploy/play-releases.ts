/**
 * Rolling releases and failovers under load: the real nginx with `deploy/nginx/`, two sites, PostgreSQL and Valkey, all on this machine. It
 * waits only for the states that an operator waits for.
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startValkey } from '../../tools/testing/valkey.ts';
import { makeNextRelease } from '../sites/next-release.ts';
import { startNginx, writeConfiguration } from '../services/nginx.ts';
import { startPostgres } from '../services/postgres.ts';
import { newSiteData, type BuiltSite, startBuiltSite } from '../sites/start-built-site.ts';
import { freePort } from '../services/free-port.ts';
import { type VisitorsResult, countStoredForms, sendVisitors } from './steady-visitors.ts';

/** Longer than `keepalive_timeout` of upstreams.conf, as in deploy/. */
const drainSeconds = 3;
/** Seconds between two events, after which the proxy uses both sites again. */
const calmSeconds = 1;
const paths = ['/forex', '/about', '/contact', '/account-types', '/faqs', '/glossary', '/stocks', '/indices'];

export interface ReleasesResult extends Omit<VisitorsResult, 'confirmed'> {
  releases: number;
  failovers: number;
  seconds: number;
  /** Forms that a site has confirmed. */
  confirmed: number;
  /** Of these, those that are not in the database afterwards. */
  lost: number;
  /** Forms that are in the database more than once, because an answer was lost and the visitor repeated the form. */
  twice: number;
}

export interface ReleasesPlan {
  releases: number;
  failovers: number;
  /** Forms come in addition. */
  viewsPerSecond: number;
  formsPerSecond: number;
}

/** Runs the simulation. @throws when a part does not start. */
export async function playReleases({
  releases,
  failovers,
  viewsPerSecond,
  formsPerSecond,
}: ReleasesPlan): Promise<ReleasesResult> {
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
    /** Each kills a part without warning and starts it again. */
    const failures: (() => Promise<void>)[] = [
      () => killSite(0),
      async () => {
        // An immediate shutdown: PostgreSQL recovers from its log, as after a crash.
        await database.halt();
        await wait(calmSeconds * 1000);
        await database.resume();
      },
      () => killSite(1),
      async () => {
        const ended = once(valkey.process, 'exit');
        valkey.process.kill('SIGKILL');
        await ended;
        await wait(calmSeconds * 1000);
        valkey.process = await startValkey(valkeyPort);
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
    const visitors = sendVisitors({
      port: front.https,
      host: 'broker.example',
      certificate: ca.toString(),
      viewsPerSecond,
      formsPerSecond,
      paths,
      // The next build's chunk comes only with its first release.
      assets: [next.chunk.before],
    });
    const began = performance.now();
    await wait(calmSeconds * 1000);
    const events = Math.max(releases, failovers);
    for (let event = 0; event < events; event += 1) {
      if (event < releases) {
        running = running === 'this' ? 'next' : 'this';
        for (const place of [0, 1]) {
          await sites[place]?.stop();
          sites[place] = await start(place, running);
          // From now on, either site has pages of the next build, and the other one is asked for its chunks.
          visitors.requestAssets([next.chunk.before, next.chunk.after]);
          await wait(calmSeconds * 1000);
        }
      }
      if (event < failovers) {
        await failures[event % failures.length]?.();
        await wait(calmSeconds * 1000);
      }
    }
    const { confirmed, ...seen } = await visitors.end();
    const seconds = (performance.now() - began) / 1000;
    const stored = await countStoredForms(database.url);
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
