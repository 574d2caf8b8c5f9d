/** Faults of storage: the disk is full or read-only, files are damaged, another program has locked the database. */
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { damages } from '../generate/stored-files.ts';
import type { Fault, FaultContext } from './fault.ts';

/** Statuses that a form may answer while the site cannot write: accepted after all, refused, or too many requests. */
const honest = new Set([204, 202, 303, 422, 429, 503]);

async function formsAreHonest(
  name: string,
  { customers, findings, site }: Pick<FaultContext, 'customers' | 'findings' | 'site'>,
): Promise<void> {
  for (const kind of ['registration', 'enquiry', 'application', 'consent'] as const) {
    const status = await customers.send(kind, site);
    if (!honest.has(status) && !site.isEnding()) findings.failedFault(name, `${kind} answered ${status || 'nothing'}`);
  }
}

function damage(name: string): Fault {
  return {
    name: `stored files: ${name}`,
    async run({ dataDir, random, restart, pages, findings }) {
      const site = await restart({
        signal: random.chance(0.5) ? 'SIGKILL' : 'SIGTERM',
        meanwhile: () => {
          damages[name]?.(dataDir, random);
          findings.inputs['stored file'] += 1;
        },
      });
      await pages(`stored files: ${name}`, site);
    },
  };
}

export const storedFileFaults: Fault[] = Object.keys(damages).map(damage);

/** Another program holds SQLite's write lock. */
export const databaseLocked: Fault = {
  name: 'accounts database locked',
  async run(context) {
    const { dataDir, pages, site, findings, random } = context;
    const holder = new DatabaseSync(join(dataDir, 'accounts.sqlite'), { timeout: 10_000 });
    try {
      holder.exec('begin immediate');
      await site.longestPause();
      const sending = context.customers.send(random.pick(['registration', 'enquiry', 'consent'] as const), site);
      await Promise.race([pages('accounts database locked', site), wait(8000)]);
      findings.paused(await site.longestPause(), 'accounts database locked');
      holder.exec('rollback');
      await sending;
    } finally {
      holder.close();
    }
  },
};

/** True when the attack has mounted a file system of its own at the folder. */
function ownFileSystem(dataDir: string): boolean {
  return spawnSync('mountpoint', ['-q', dataDir]).status === 0;
}

function remounted(dataDir: string, how: 'ro' | 'rw'): boolean {
  return spawnSync('mount', ['-o', `remount,${how}`, dataDir]).status === 0;
}

const notMounted = (dataDir: string) => (ownFileSystem(dataDir) ? null : 'no tmpfs could be mounted (it needs root)');

/** Fills the disk. @param left bytes that stay free. */
function fill(ballast: string, left: number): void {
  const { bavail, bsize } = statfsSync(dirname(ballast));
  try {
    writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - left)), { flush: false });
  } catch (error) {
    // The site wrote in the meantime, so the disk was full a little earlier.
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

export function diskFaults(dataDir: string): Fault[] {
  const ballast = join(dataDir, 'ballast');
  return [
    {
      name: 'disk full',
      unavailable: () => notMounted(dataDir),
      async run(context) {
        const { pages, random, restart } = context;
        try {
          fill(ballast, random.pick([0, 4096, 100_000]));
          await pages('disk full', context.site);
          await formsAreHonest('disk full', context);
          const site = random.chance(0.5) ? await restart({ signal: 'SIGTERM' }) : context.site;
          await pages('disk full', site);
        } finally {
          if (existsSync(ballast)) rmSync(ballast);
        }
        // What failed because the disk was full must recover by itself after a restart.
        await context.restart();
      },
    },
    {
      name: 'disk read-only',
      unavailable: () => notMounted(dataDir),
      async run(context) {
        try {
          const site = await context.restart({
            signal: 'SIGTERM',
            meanwhile: () => {
              if (!remounted(dataDir, 'ro'))
                context.findings.failedFault('disk read-only', 'it could not be made read-only');
            },
          });
          await context.pages('disk read-only', site);
          await formsAreHonest('disk read-only', { ...context, site });
        } finally {
          await context.restart({ signal: 'SIGTERM', meanwhile: () => void remounted(dataDir, 'rw') });
        }
      },
    },
  ];
}
