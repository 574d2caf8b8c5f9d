/** The faults of the attack, in a running site or between two of its starts, each with checks afterwards. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import * as fc from 'fast-check';
import { Redis } from 'ioredis';
import { freePort } from '../../tests/services/free-port.ts';
import { until } from '../../tests/until.ts';
import { startValkey, valkeyInstalled } from '../testing/valkey.ts';
import { AttackedSite } from './attacked-site.ts';
import { type Customers, formKinds } from './customers.ts';
import hostileStrings from './generate/hostile-strings.json' with { type: 'json' };
import { watchedPaths } from './generate/page-requests.ts';
import { damages } from './generate/stored-files.ts';
import { type Draw, oneWord, chance, text } from './generate/text.ts';
import { get } from './raw-connection.ts';
import type { Findings } from './report.ts';

export interface FaultContext {
  site: AttackedSite;
  dataDir: string;
  draw: Draw;
  findings: Findings;
  customers: Customers;
  /**
   * Stops the site and starts it again. `clock` in milliseconds ahead; `meanwhile` runs while the site is stopped.
   * @throws when it does not start.
   */
  restart: (options?: {
    signal?: 'SIGKILL' | 'SIGTERM';
    clock?: number;
    environment?: Record<string, string>;
    meanwhile?: () => void;
  }) => Promise<AttackedSite>;
  /** Views the pages one by one and records problems as findings. */
  viewPages: (name: string, site: AttackedSite) => Promise<void>;
}

export interface Fault {
  name: string;
  /** The reason why this machine cannot try the fault, or null. */
  unavailable?: () => string | null;
  run: (context: FaultContext) => Promise<void>;
}

/** Kills the process within 400 ms, so also during its start. */
export const killNine: Fault = {
  name: 'kill -9',
  async run({ draw, restart, findings }) {
    await wait(draw(fc.nat(399)));
    findings.kills += 1;
    await restart({ signal: 'SIGKILL' });
  },
};

/** Acts as a load balancer: checks `/readyz` ten times a second, and sends no further visitors once it fails. @returns failed views. */
async function balance(site: AttackedSite, findings: Findings, isOver: () => boolean): Promise<string[]> {
  const failedViews: string[] = [];
  const closing = new AbortController();
  const checks = (async () => {
    while (!isOver() && (await get(site, '/readyz', { patience: 5000 })).answer?.status === 200) await wait(100);
    closing.abort();
  })();
  const visitors = Array.from({ length: 8 }, async (_, number) => {
    for (let index = number; !closing.signal.aborted; index += 1) {
      const path = watchedPaths[index % watchedPaths.length] ?? '/';
      findings.pageViews += 1;
      // These requests bypass the page cache, so that answers are in progress when the signal arrives.
      const { answer, isRefused } = await get(site, `${path}${path.includes('?') ? '&' : '?'}d=${index}`, {
        lines: 'Cookie: preview=none\r\n',
      });
      if (answer?.status !== 200)
        failedViews.push(`${path}: ${isRefused ? 'refused' : (answer?.status ?? 'cut')} before /readyz failed`);
    }
  });
  await Promise.all([checks, ...visitors]);
  return failedViews;
}

/** A new release behind a balancer: the old process must answer every visitor that the balancer sent to it. */
const drain: Fault = {
  name: 'SIGTERM under load',
  async run({ findings, restart }) {
    // Only this fault watches `/readyz`; in other restarts a drain would only make the attack longer.
    const site = await restart({ signal: 'SIGTERM', environment: { DRAIN_SECONDS: '2' } });
    let isOver = false;
    const load = balance(site, findings, () => isOver);
    await wait(500);
    const nextRelease = restart({ signal: 'SIGTERM' }).finally(() => {
      isOver = true;
    });
    for (const failedViews of (await load).slice(0, 5)) findings.failedView('drain', failedViews);
    await nextRelease;
  },
};

const hourMs = 3_600_000;
const yearMs = 8766 * hourMs;
const clockShifts = {
  '2 hours behind': -2 * hourMs,
  '3 hours ahead': 3 * hourMs,
  '13 months ahead': 1.1 * yearMs,
  '6 years ahead': 6 * yearMs,
  '20 years behind': -20 * yearMs,
  'in the year 2100': 74 * yearMs,
};

/** Restarts with a clock that is wrong by hours or years, then with the correct clock. */
const clockFaults = Object.entries(clockShifts).map(([when, clock]): Fault => {
  const name = `clock ${when}`;
  return {
    name,
    async run({ restart, viewPages, customers, findings }) {
      const failedViews = await restart({ signal: 'SIGTERM', clock });
      await viewPages(name, failedViews);
      // Retention runs at the start: what it removed because of a wrong clock would show up as a lost acknowledgement.
      for (const kind of ['enquiry', 'registration'] as const) {
        const status = await customers.send(kind, failedViews);
        if (status !== 303 && status !== 503) findings.failedFault(name, `${kind} answered ${status || 'nothing'}`);
      }
      await viewPages(`${name}, then right`, await restart({ signal: 'SIGTERM' }));
    },
  };
});

/** Statuses that a form may answer while the site cannot write: accepted after all, refused, or too many requests. */
const acceptableStatuses = new Set([204, 202, 303, 422, 429, 503]);

async function checkForms(
  name: string,
  { customers, findings, site }: Pick<FaultContext, 'customers' | 'findings' | 'site'>,
): Promise<void> {
  for (const kind of formKinds) {
    const status = await customers.send(kind, site);
    if (!acceptableStatuses.has(status) && !site.isEnding())
      findings.failedFault(name, `${kind} answered ${status || 'nothing'}`);
  }
}

const storedFileFaults = Object.entries(damages).map(([what, damage]): Fault => {
  const name = `stored files: ${what}`;
  return {
    name,
    async run({ dataDir, draw, restart, viewPages, findings }) {
      const site = await restart({
        signal: draw(chance(50)) ? 'SIGKILL' : 'SIGTERM',
        meanwhile: () => {
          damage(dataDir, draw);
          findings.inputs['stored file'] += 1;
        },
      });
      await viewPages(name, site);
    },
  };
});

/** Moved away, or with a copy in its place: what is confirmed meanwhile is looked for when the former one is back. */
const placeFaults = ['accounts.sqlite', 'accounts.sqlite-wal', 'cv'].map((entry): Fault => {
  const name = `${entry} taken away`;
  return {
    name,
    async run(context) {
      const place = join(context.dataDir, entry);
      if (!existsSync(place)) return;
      renameSync(place, `${place}.former`);
      try {
        if (context.draw(chance(50))) cpSync(`${place}.former`, place, { recursive: true });
        await checkForms(name, context);
        await context.viewPages(name, context.site);
      } finally {
        rmSync(place, { recursive: true, force: true });
        renameSync(`${place}.former`, place);
      }
    },
  };
});

/** Another program holds SQLite's write lock, and two processes put proofs of consent into the spool. One of them ends while both empty it. */
const databaseLocked: Fault = {
  name: 'accounts database locked',
  async run({ dataDir, viewPages, site, findings, customers, draw }) {
    const { name } = databaseLocked;
    const other = await AttackedSite.start({ port: await freePort(), dataDir });
    const holder = new DatabaseSync(join(dataDir, 'accounts.sqlite'), { timeout: 10_000 });
    try {
      holder.exec('begin immediate');
      await site.longestPause();
      const sending = [site, other].map((each) => customers.send('consent', each));
      sending.push(customers.send(draw(fc.constantFrom('registration', 'enquiry')), site));
      await Promise.race([viewPages(name, site), wait(8000)]);
      findings.paused(await site.longestPause(), name);
      holder.exec('rollback');
      await Promise.all(sending);
      await viewPages(name, site);
    } finally {
      holder.close();
      await other.end(draw(fc.constantFrom('SIGKILL', 'SIGTERM')));
    }
  },
};

function remount(dataDir: string, how: 'ro' | 'rw'): boolean {
  return spawnSync('mount', ['-o', `remount,${how}`, dataDir]).status === 0;
}

/** Fills the disk. @param freeBytes bytes that stay free. */
function fillDisk(ballast: string, freeBytes: number): void {
  const { bavail, bsize } = statfsSync(dirname(ballast));
  try {
    writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - freeBytes)), { flush: false });
  } catch (error) {
    // The site wrote in the meantime, so the disk was full a little earlier.
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

/** Faults of a disk that the attack has mounted for the process. */
function listDiskFaults(dataDir: string): Fault[] {
  const ballast = join(dataDir, 'ballast');
  const unavailable = () =>
    spawnSync('mountpoint', ['-q', dataDir]).status === 0 ? null : 'no tmpfs could be mounted (it needs root)';
  return [
    {
      name: 'disk full',
      unavailable,
      async run(context) {
        const { viewPages, draw, restart } = context;
        try {
          fillDisk(ballast, draw(fc.constantFrom(0, 4096, 100_000)));
          await viewPages('disk full', context.site);
          await checkForms('disk full', context);
          await viewPages('disk full', draw(chance(50)) ? await restart({ signal: 'SIGTERM' }) : context.site);
        } finally {
          if (existsSync(ballast)) rmSync(ballast);
        }
        // Everything that failed because of the full disk must recover after a restart.
        await restart();
      },
    },
    {
      name: 'disk read-only',
      unavailable,
      async run(context) {
        const { restart, viewPages, findings } = context;
        const name = 'disk read-only';
        const makeReadOnly = () => {
          if (!remount(dataDir, 'ro')) findings.failedFault(name, 'it could not be made read-only');
        };
        try {
          const site = await restart({ signal: 'SIGTERM', meanwhile: makeReadOnly });
          await viewPages(name, site);
          await checkForms(name, { ...context, site });
        } finally {
          await restart({ signal: 'SIGTERM', meanwhile: () => void remount(dataDir, 'rw') });
        }
      },
    },
  ];
}

const channel = 'brokerfront:content';
const manyHints = Array.from({ length: 2000 }, () => ({ type: 'tag', id: 'x' }));
const forgedMessages = fc.oneof(
  fc
    .record({
      message: fc.constantFrom<unknown>(...hostileStrings.messages, { kind: 'hint', hints: manyHints }),
      id: text,
    })
    .map(({ message, id }) => JSON.stringify(typeof message === 'object' ? { ...message, id, from: id } : message)),
  text,
  oneWord(`${'['.repeat(50_000)} ${'{"kind":'.repeat(1000)}`),
);

/** Valkey delivers garbage and forged messages, then is gone: the site must not trust what it receives from there. */
const valkeyGarbage: Fault = {
  name: 'Valkey: garbage, then gone',
  unavailable: () => (valkeyInstalled() ? null : 'there is no Valkey and no Redis here'),
  async run({ draw, restart, viewPages, findings }) {
    const port = await freePort();
    const valkey = await startValkey(port);
    const sender = new Redis(port, '127.0.0.1', { retryStrategy: () => null });
    sender.on('error', () => undefined);
    try {
      const site = await restart({ signal: 'SIGTERM', environment: { VALKEY_URL: `redis://127.0.0.1:${port}` } });
      await until(async () => Number((await sender.pubsub('NUMSUB', channel))[1]) > 0, 'the site to listen');
      for (let times = 0; times < 60; times += 1) {
        await sender.publish(channel, draw(forgedMessages));
        findings.inputs.webhook += 1;
      }
      await viewPages('Valkey: garbage', site);
      valkey.kill('SIGKILL');
      await viewPages('Valkey: gone', site);
      await restart({ signal: 'SIGTERM' });
    } finally {
      sender.disconnect();
      valkey.kill('SIGKILL');
    }
  },
};

/** All faults; the frequent ones several times. */
export function listFaults(dataDir: string): Fault[] {
  return [
    ...storedFileFaults,
    ...clockFaults,
    ...listDiskFaults(dataDir),
    databaseLocked,
    ...placeFaults,
    databaseLocked,
    valkeyGarbage,
    drain,
    drain,
    drain,
  ];
}
