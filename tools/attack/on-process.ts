/** Attacks the process, disk, clock and files of a site: stops and restarts it again and again while customers keep sending forms. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../tests/start-built-site.ts';
import { AttackedSite } from './attacked-site.ts';
import { Customers } from './customers.ts';
import { clockFaults } from './faults/clock-faults.ts';
import type { Fault, FaultContext } from './faults/fault.ts';
import { drain, killNine } from './faults/process-faults.ts';
import { databaseLocked, diskFaults, storedFileFaults } from './faults/storage-faults.ts';
import { valkeyGarbage } from './faults/valkey-faults.ts';
import { HealthyVisitor } from './healthy-visitor.ts';
import type { Standing } from './on-standing-site.ts';
import { Random } from './random.ts';

export function everyFault(dataDir: string): Fault[] {
  return [
    ...storedFileFaults,
    ...clockFaults,
    ...diskFaults(dataDir),
    databaseLocked,
    databaseLocked,
    valkeyGarbage,
    drain,
    drain,
    drain,
  ];
}

/** Repeats the shuffled list of faults, with two kills before each, so that every fault has its turn; the seed decides the order. */
function* rounds(faults: readonly Fault[], random: Random): Generator<Fault> {
  for (;;) {
    for (const fault of faults
      .map((value) => ({ value, rank: random.below(1e9) }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ value }) => value)) {
      yield killNine;
      yield killNine;
      yield fault;
    }
  }
}

interface Options extends Standing {
  faults: readonly Fault[];
  /** Most kills and faults together. */
  most?: number;
}

export async function attackProcess({
  findings,
  seed,
  dataDir,
  pace,
  ready,
  done,
  faults,
  most = Number.POSITIVE_INFINITY,
}: Options): Promise<void> {
  const random = new Random(`${seed}/process`);
  const port = await freePort();
  let site = await AttackedSite.start({ port, dataDir });
  const running = () => (site.isEnding() || site.isGone() ? null : site);
  const told = new Set<string>();
  let clockOfSite = 0;
  const visitor = new HealthyVisitor({
    name: 'attacked process',
    site: running,
    findings,
    every: pace.viewEvery * 2,
    // Pages of markets show the week of their clock.
    sameBytes: () => clockOfSite === 0,
  });
  const customers = new Customers({ site: running, findings, dataDir, every: pace.formEvery });

  const restart: FaultContext['restart'] = async ({
    signal = 'SIGKILL',
    clock = 0,
    environment = {},
    meanwhile,
  } = {}) => {
    const byItself = site.isGone();
    const code = await site.end(signal);
    if (byItself) findings.failedFault('process', `it ended by itself: ${site.output.slice(-800)}`);
    else if (signal === 'SIGTERM' && code !== 0)
      findings.failedFault('SIGTERM', `ended with ${code}: ${site.output.slice(-500)}`);
    meanwhile?.();
    clockOfSite = clock;
    site = await AttackedSite.start({ port, dataDir, clock, environment });
    return site;
  };
  const pages: FaultContext['pages'] = async (name, asked) => {
    for (const wrong of await visitor.lookAtAll(asked, !name.startsWith('clock'))) findings.failedView(name, wrong);
  };
  const judge = (name: string) => {
    for (const lost of [...customers.lost(), ...customers.lostFiles()]) {
      if (!told.has(lost)) findings.lost.push(`${lost}, after ${name}`);
      told.add(lost);
    }
  };

  try {
    await visitor.learn(site);
    await ready();
    visitor.start();
    customers.start();
    const unavailable = faults.filter((fault) => fault.unavailable?.());
    findings.leftOut.push(...new Set(unavailable.map((fault) => `${fault.name}: ${fault.unavailable?.() ?? ''}`)));
    let tried = 0;
    for (const fault of rounds(
      faults.filter((known) => !unavailable.includes(known)),
      random,
    )) {
      if (done(0) || tried >= most) break;
      tried += 1;
      try {
        await fault.run({ site, dataDir, random, findings, customers, restart, pages });
      } catch (error) {
        findings.failedFault(fault.name, error instanceof Error ? error.message : String(error));
      }
      if (fault !== killNine) findings.fault(fault.name);
      if (site.isGone() || site.isEnding()) {
        if (!site.isEnding())
          findings.failedFault(fault.name, `the process ended by itself: ${site.output.slice(-800)}`);
        clockOfSite = 0;
        site = await revive({ port, dataDir }, findings, fault.name);
      }
      judge(fault.name);
    }
    await Promise.all([visitor.stop(), customers.stop()]);
    judge('the end');
  } finally {
    await Promise.all([visitor.stop(), customers.stop()]);
    await site.end('SIGKILL');
  }
}

/**
 * Starts the site again after a fault. When it does not start, that is a finding; this function then deletes the replica,
 * the secret and the ballast, as an operator would.
 * @throws when the site does not start without them either.
 */
async function revive(
  { port, dataDir }: { port: number; dataDir: string },
  findings: Standing['findings'],
  name: string,
): Promise<AttackedSite> {
  try {
    return await AttackedSite.start({ port, dataDir });
  } catch (error) {
    findings.failedFault(name, `it does not start any more: ${error instanceof Error ? error.message : String(error)}`);
  }
  for (const file of ['mirror.sqlite', 'mirror.sqlite-wal', 'mirror.sqlite-shm', 'auth-secret', 'ballast'])
    rmSync(join(dataDir, file), { force: true });
  return AttackedSite.start({ port, dataDir });
}
