/** Attacks the process, disk, clock and files of a site: stops and restarts it again and again while customers keep sending forms. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { freePort } from '../../tests/services/free-port.ts';
import { AttackedSite } from './attacked-site.ts';
import { Customers } from './customers.ts';
import { type Fault, type FaultContext, killNine } from './faults.ts';
import { type Draw, drawFrom } from './generate/text.ts';
import { HealthyVisitor } from './healthy-visitor.ts';
import type { PartContext } from './on-running-site.ts';

/** Repeats the shuffled list of faults, with two kills before each, so that every fault has its turn. */
function* orderFaults(faults: readonly Fault[], draw: Draw): Generator<Fault> {
  for (;;)
    for (const fault of draw(fc.shuffledSubarray([...faults], { minLength: faults.length }))) {
      yield killNine;
      yield killNine;
      yield fault;
    }
}

interface Options extends PartContext {
  faults: readonly Fault[];
  /** The maximum number of kills and faults together. */
  most?: number;
}

const describe = (error: unknown) => (error instanceof Error ? error.message : String(error));

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
  const draw = drawFrom(`${seed}/process`);
  const port = await freePort();
  let site = await AttackedSite.start({ port, dataDir });
  const running = () => (site.isEnding() || site.isGone() ? null : site);
  const reported = new Set<string>();
  let currentClock = 0;
  const visitor = new HealthyVisitor({
    name: 'attacked process',
    site: running,
    findings,
    intervalMs: pace.viewEvery * 2,
    // Pages of markets show the week of their clock.
    sameBytes: () => currentClock === 0,
  });
  const customers = new Customers({ site: running, findings, dataDir, intervalMs: pace.formEvery });

  const restart: FaultContext['restart'] = async ({
    signal = 'SIGKILL',
    clock = 0,
    environment = {},
    meanwhile,
  } = {}) => {
    const isCrashed = site.isGone();
    const code = await site.end(signal);
    if (isCrashed) findings.failedFault('process', `it ended by itself: ${site.output.slice(-800)}`);
    else if (signal === 'SIGTERM' && code !== 0)
      findings.failedFault('SIGTERM', `ended with ${code}: ${site.output.slice(-500)}`);
    meanwhile?.();
    currentClock = clock;
    site = await AttackedSite.start({ port, dataDir, clock, environment });
    return site;
  };
  const viewPages: FaultContext['viewPages'] = async (name, viewed) => {
    for (const wrong of await visitor.viewAll(viewed, !name.startsWith('clock'))) findings.failedView(name, wrong);
  };
  const reportLost = (name: string) => {
    for (const lost of customers.findLost()) {
      if (!reported.has(lost)) findings.failures.lostForms.push(`${lost}, after ${name}`);
      reported.add(lost);
    }
  };

  try {
    await visitor.learn(site);
    await ready();
    visitor.start();
    customers.start();
    const unavailable = new Map(faults.map((fault) => [fault.name, fault.unavailable?.() ?? null]));
    for (const [name, reason] of unavailable) if (reason) findings.leftOut.push(`${name}: ${reason}`);
    const available = faults.filter(({ name }) => unavailable.get(name) === null);
    let tried = 0;
    for (const fault of orderFaults(available, draw)) {
      if (done(0) || tried >= most) break;
      tried += 1;
      try {
        await fault.run({ site, dataDir, draw, findings, customers, restart, viewPages });
      } catch (error) {
        findings.failedFault(fault.name, describe(error));
      }
      if (fault !== killNine) findings.fault(fault.name);
      if (site.isGone() || site.isEnding()) {
        if (!site.isEnding())
          findings.failedFault(fault.name, `the process ended by itself: ${site.output.slice(-800)}`);
        currentClock = 0;
        site = await revive({ port, dataDir }, findings, fault.name);
      }
      reportLost(fault.name);
    }
    await Promise.all([visitor.stop(), customers.stop()]);
    reportLost('the end');
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
  findings: PartContext['findings'],
  name: string,
): Promise<AttackedSite> {
  try {
    return await AttackedSite.start({ port, dataDir });
  } catch (error) {
    findings.failedFault(name, `it does not start any more: ${describe(error)}`);
  }
  for (const file of ['mirror.sqlite', 'mirror.sqlite-wal', 'mirror.sqlite-shm', 'auth-secret', 'ballast'])
    rmSync(join(dataDir, file), { force: true });
  return AttackedSite.start({ port, dataDir });
}
