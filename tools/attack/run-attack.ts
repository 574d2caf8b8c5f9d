/** Runs a whole attack: three sites at the same time, each attacked in its own way, until the time is over or enough was tried. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endEverySite } from './attacked-site.ts';
import { type Fault, listFaults } from './faults.ts';
import { attackThroughContent } from './on-content.ts';
import { attackProcess } from './on-process.ts';
import { type Pace, type PartContext, attackRunningSite } from './on-running-site.ts';
import { Findings, type Report } from './report.ts';

export interface AttackOptions {
  seed: string;
  /** For failing inputs and `report.json`. */
  folder: string;
  minutes: number;
  /** Ends the attack after this much work, before the time is over: the verdict of a test must not depend on how fast the machine is. */
  enough?: { inputs: number; contentRounds: number; processRounds: number };
  /** Lists of the content service also shrink and lie about their length. Tests of their own cover which removals the site then delays. */
  lyingLists?: boolean;
  /** Chooses the faults for the process; every fault by default. */
  isChosen?: (fault: Fault) => boolean;
  pace?: Partial<Pace>;
  /** Milliseconds: a longer pause is a failure. Null on a machine with other work, where pauses say little. */
  mostPause: number | null;
}

const usualPace: Pace = {
  rate: 200,
  concurrency: 24,
  hostile: 200,
  sampleEvery: 10_000,
  everyPageFirst: true,
  viewEvery: 40,
  formEvery: 1500,
};
/** Milliseconds that the last fault may continue after the time is over. */
const grace = 90_000;

/** Mounts a file system for the attacked process: large enough for the site, and quickly filled. @returns false when this user may not. */
function mountDisk(folder: string): boolean {
  mkdirSync(folder, { recursive: true });
  const mount = ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', folder];
  return process.getuid?.() === 0 && spawnSync('mount', mount).status === 0;
}

/** Writes `report.json` into the folder. An error of a part becomes a finding. */
export async function runAttack({
  seed,
  folder,
  minutes,
  enough,
  lyingLists = true,
  isChosen = () => true,
  pace = {},
  mostPause,
}: AttackOptions): Promise<Report> {
  const findings = new Findings(folder);
  const data = mkdtempSync(join(tmpdir(), 'brokerfront-attack-'));
  const disk = join(data, 'process');
  const isMounted = mountDisk(disk);
  const begun = performance.now();
  let started = begun;
  const isLate = () => performance.now() - started > minutes * 60_000;
  type RunPart = (context: PartContext) => Promise<void>;
  const parts: [name: string, dataDir: string, run: RunPart][] = [
    [
      'running site',
      join(data, 'running'),
      (context) =>
        attackRunningSite({
          ...context,
          done: (sent) => isLate() || sent >= (enough?.inputs ?? Number.POSITIVE_INFINITY),
        }),
    ],
    [
      'content service',
      join(data, 'content'),
      (context) => attackThroughContent(context, { rounds: enough?.contentRounds, lyingLists }),
    ],
    [
      'process',
      disk,
      (context) => {
        const most = enough ? { most: enough.processRounds } : {};
        return attackProcess({ ...context, faults: listFaults(disk).filter(isChosen), ...most });
      },
    ],
  ];
  const readiness = parts.map(() => Promise.withResolvers<void>());
  const everyPartIsReady = (async () => {
    await Promise.all(readiness.map(({ promise }) => promise));
    started = performance.now();
  })();
  try {
    const all = Promise.all(
      parts.map(async ([name, dataDir, run], index) => {
        const ready = () => {
          readiness[index]?.resolve();
          return everyPartIsReady;
        };
        try {
          await run({ findings, seed, dataDir, pace: { ...usualPace, ...pace }, ready, done: isLate });
        } catch (error) {
          // The others do not wait for a part that could not begin.
          readiness[index]?.resolve();
          findings.failedFault(name, error instanceof Error ? (error.stack ?? error.message) : String(error));
        }
      }),
    );
    // Work in progress gets `grace` to finish after the time is over; then the sites are killed, which is a finding of its own.
    const watch = setInterval(() => {
      if (performance.now() - started < minutes * 60_000 + grace) return;
      clearInterval(watch);
      findings.failedFault('the end', `an attacked site did not come to an end within ${grace / 1000} seconds`);
      endEverySite();
    }, 500);
    await all.finally(() => clearInterval(watch));
  } finally {
    endEverySite();
    if (isMounted) spawnSync('umount', ['-l', disk]);
    rmSync(data, { recursive: true, force: true });
  }
  const report = findings.report({ seed, minutes: (performance.now() - begun) / 60_000, mostPause });
  writeFileSync(join(folder, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
  return report;
}
