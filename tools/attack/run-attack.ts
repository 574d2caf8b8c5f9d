/** Runs a whole attack on a running site, until the time is over or enough work is done. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endEverySite } from './attacked-site.ts';
import { type Pace, attackRunningSite } from './on-running-site.ts';
import { Findings, type Report } from './report.ts';

export interface AttackOptions {
  seed: string;
  /** For failing inputs and `report.json`. */
  folder: string;
  minutes: number;
  /** Ends the attack after so many inputs, before the time is over: the verdict of a test must not depend on how fast the machine is. */
  enough?: number;
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
/** The time for which the last input may continue after the end. */
const graceMs = 90_000;

/** Writes `report.json` into the folder. An error becomes a finding. */
export async function runAttack({
  seed,
  folder,
  minutes,
  enough = Number.POSITIVE_INFINITY,
  pace = {},
  maxPauseMs,
}: AttackOptions): Promise<Report> {
  const findings = new Findings(folder);
  const dataDir = mkdtempSync(join(tmpdir(), 'brokerfront-attack-'));
  const startedAt = performance.now();
  let started = startedAt;
  const hasRun = (milliseconds: number) => performance.now() - started > milliseconds;
  // Work in progress gets `graceMs` to finish after the time is over; then the site is killed, which is another finding.
  const watch = setInterval(() => {
    if (!hasRun(minutes * 60_000 + graceMs)) return;
    clearInterval(watch);
    findings.failedFault(`the attacked site did not come to an end within ${graceMs / 1000} seconds`);
    endEverySite();
  }, 500);
  try {
    await attackRunningSite({
      findings,
      seed,
      dataDir,
      pace: { ...defaultPace, ...pace },
      onReady: () => (started = performance.now()),
      done: (sent) => hasRun(minutes * 60_000) || sent >= enough,
    });
  } catch (error) {
    findings.failedFault(error instanceof Error ? (error.stack ?? error.message) : String(error));
  } finally {
    clearInterval(watch);
    endEverySite();
    rmSync(dataDir, { recursive: true, force: true });
  }
  const report = findings.report({ seed, minutes: (performance.now() - startedAt) / 60_000, maxPauseMs });
  writeFileSync(join(folder, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
  return report;
}
