/** A part of `npm run attack`: a fixed seed, all generators, a few kills and faults. How fast the machine is decides nothing. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { everyFault } from './on-process.ts';
import { reportText } from './report.ts';
import { runAttack } from './run-attack.ts';

/** Those that are told apart by their own tests take no time here. */
const chosen = /^(?:stored files: (?:assets damaged|replica gone|strange files)|clock 3 hours ahead)$/;

test('a short attack, of a seed that is always the same', { timeout: 480_000 }, async ({ annotate }) => {
  const folder = await mkdtemp(join(tmpdir(), 'brokerfront-attack-test-'));
  try {
    const report = await runAttack({
      seed: 'npm test',
      folder,
      minutes: 5,
      judgePauses: false,
      enough: { inputs: 400, contentRounds: 1, processRounds: 6 },
      lyingLists: false,
      faults: (dataDir) => everyFault(dataDir).filter(({ name }) => chosen.test(name)),
      pace: { rate: 150, sampleEvery: 2000, formEvery: 400, everyPageFirst: false },
    });
    await annotate(reportText(report));
    expect(report.failures).toEqual({
      pageViews: [],
      inputs: [],
      faults: [],
      lostAcknowledgements: [],
      growth: [],
      pauses: [],
    });
    // What was tried, so that an attack that does nothing is no success.
    expect(report.totalInputs).toBeGreaterThanOrEqual(400);
    expect(report.inputs).toMatchObject({
      corpus: expect.any(Number) as number,
      'raw HTTP': expect.any(Number) as number,
    });
    expect([report.kills, report.totalFaults]).toEqual([4, 3]);
    expect(report.acknowledged).toBeGreaterThan(0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
