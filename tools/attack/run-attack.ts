/** Runs a whole attack on two sites at the same time, each in its own way, until the time is over or enough work is done. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endEverySite } from './attacked-site.ts';
import { attackThroughContent } from './on-content.ts';
import { type Pace, type PartContext, attackRunningSite } from './on-running-site.ts';
import { Findings, type Report } from './report.ts';

export interface AttackOptions {
  seed: string;
  /** For failing inputs and `report.json`. */
  folder: string;
  minutes: number;
  /** Ends the attack after this much work, before the time is over: the verdict of a test must not depend on how fast the machine is. */
  enough?: { inputs: number; contentRounds: number };
  /** Lists of the content service also shrink and have wrong counts. Other tests cover which removals the site then delays. */
  lyingLists?: boolean;
  pace?: Partial<Pace>;
  /** A longer pause is a failure. Null on a machine with other work, where pauses have other causes. */
  maxPauseMs: number | null;
}

const defaultPace: Pace = {
  rate: 200,
  concurrency: 24,
  hostile: 200,
  sampleEvery: 10_000,
  warmsCaches: true,
  viewEvery: 40,
  formEvery: 1500,
};
/** The time for which the last fault may continue after the end. */
const graceMs = 90_000;

/** Writes `report.json` into the folder. An error of a part becomes a finding. */
export async function runAttack({
  seed,
  folder,
  minutes,
  enough,
  lyingLists = true,
  pace = {},
  maxPauseMs,
}: AttackOptions): Promise<Report> {
  const findings = new Findings(folder);
  const data = mkdtempSync(join(tmpdir(), 'brokerfront-attack-'));
  const startedAt = performance.now();
  let started = startedAt;
  const isOver = () => performance.now() - started > minutes * 60_000;
  type RunPart = (context: PartContext) => Promise<void>;
  const parts: [name: string, dataDir: string, run: RunPart][] = [
    [
      'running site',
      join(data, 'running'),
      (context) =>
        attackRunningSite({
          ...context,
          done: (sent) => isOver() || sent >= (enough?.inputs ?? Number.POSITIVE_INFINITY),
        }),
    ],
    [
      'content service',
      join(data, 'content'),
      (context) => attackThroughContent(context, { rounds: enough?.contentRounds, lyingLists }),
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
          await run({ findings, seed, dataDir, pace: { ...defaultPace, ...pace }, ready, done: isOver });
        } catch (error) {
          // The other parts do not wait for a part that could not begin.
          readiness[index]?.resolve();
          findings.failedFault(name, error instanceof Error ? (error.stack ?? error.message) : String(error));
        }
      }),
    );
    // Work in progress gets `grace` to finish after the time is over; then the sites are killed, which is another finding.
    const watch = setInterval(() => {
      if (performance.now() - started < minutes * 60_000 + graceMs) return;
      clearInterval(watch);
      findings.failedFault('the end', `an attacked site did not come to an end within ${graceMs / 1000} seconds`);
      endEverySite();
    }, 500);
    await all.finally(() => clearInterval(watch));
  } finally {
    endEverySite();
    rmSync(data, { recursive: true, force: true });
  }
  const report = findings.report({ seed, minutes: (performance.now() - startedAt) / 60_000, maxPauseMs });
  writeFileSync(join(folder, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
  return report;
}
