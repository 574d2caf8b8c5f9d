/** Runs a whole attack: three sites at the same time, each attacked in its own way, until the time is over or enough was tried. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endEverySite } from './attacked-site.ts';
import type { Fault } from './faults/fault.ts';
import { Findings } from './findings.ts';
import { attackThroughContent } from './on-content.ts';
import { attackProcess, everyFault } from './on-process.ts';
import { type Pace, attackStandingSite } from './on-standing-site.ts';
import { type Report, reportOf } from './report.ts';

export interface AttackOptions {
  seed: string;
  /** For failing inputs and `report.json`. */
  folder: string;
  minutes: number;
  /** Ends the attack after this much work, before the time is over: the verdict of a test must not depend on how fast the machine is. */
  enough?: { inputs: number; contentRounds: number; processRounds: number };
  /** Lists of the content service also shrink and lie about their length. Tests of their own cover which removals the site then delays. */
  lyingLists?: boolean;
  /** The faults for the process; every fault by default. */
  faults?: (dataDir: string) => Fault[];
  pace?: Partial<Pace>;
  /** A pause of `longestPause` or more is a failure. On a machine with other work, pauses say little. */
  judgePauses: boolean;
  /** Milliseconds; 100 by default. */
  longestPause?: number;
}

const usualPace: Pace = {
  rate: 200,
  concurrency: 24,
  sampleEvery: 10_000,
  everyPageFirst: true,
  viewEvery: 40,
  formEvery: 1500,
};
/** Milliseconds that the last fault may continue after the time is over. */
const grace = 90_000;
/** A disk that can be filled without harm: large enough for the site, small enough to fill quickly. */
const diskSize = '160m';

/** Mounts a file system for the attacked process. @returns false when this user may not. */
function mountDisk(folder: string): boolean {
  mkdirSync(folder, { recursive: true });
  return (
    process.getuid?.() === 0 &&
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskSize}`, 'tmpfs', folder]).status === 0
  );
}

/** Writes `report.json` into the folder. What a part throws becomes a finding. */
export async function runAttack({
  seed,
  folder,
  minutes,
  enough,
  lyingLists = true,
  faults = everyFault,
  pace: given = {},
  judgePauses,
  longestPause = 100,
}: AttackOptions): Promise<Report> {
  const findings = new Findings(folder);
  const pace = { ...usualPace, ...given };
  const data = mkdtempSync(join(tmpdir(), 'brokerfront-attack-'));
  const disk = join(data, 'process');
  const mounted = mountDisk(disk);
  const begun = performance.now();
  let started = begun;
  const late = () => performance.now() - started > minutes * 60_000;
  let missing = 3;
  const { promise: everyPartStands, resolve: allReady } = Promise.withResolvers<void>();
  /** Counts a part as ready. A part that could not begin counts too, so that the others do not wait for it. */
  const stands = () => {
    missing -= 1;
    if (missing > 0) return;
    started = performance.now();
    allReady();
  };
  type Ready = () => Promise<void>;
  const parts: [string, (ready: Ready) => Promise<void>][] = [
    [
      'standing site',
      (ready) =>
        attackStandingSite({
          findings,
          seed,
          dataDir: join(data, 'standing'),
          pace,
          ready,
          done: (thrown) => late() || thrown >= (enough?.inputs ?? Number.POSITIVE_INFINITY),
        }),
    ],
    [
      'content service',
      (ready) =>
        attackThroughContent(
          { findings, seed, dataDir: join(data, 'content'), pace, ready, done: late },
          { rounds: enough?.contentRounds, lyingLists },
        ),
    ],
    [
      'process',
      (ready) =>
        attackProcess({
          findings,
          seed,
          dataDir: disk,
          pace,
          ready,
          done: late,
          faults: faults(disk),
          ...(enough ? { most: enough.processRounds } : {}),
        }),
    ],
  ];
  try {
    const all = Promise.all(
      parts.map(async ([name, run]) => {
        const state = { waited: false };
        try {
          await run(() => {
            state.waited = true;
            stands();
            return everyPartStands;
          });
        } catch (error) {
          if (!state.waited) stands();
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
    if (mounted) spawnSync('umount', ['-l', disk]);
    rmSync(data, { recursive: true, force: true });
  }
  const report = reportOf(findings, { seed, minutes: (performance.now() - begun) / 60_000, judgePauses, longestPause });
  writeFileSync(join(folder, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
  return report;
}
