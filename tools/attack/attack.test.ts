/**
 * A short `npm run attack`: a fixed seed, all generators. The verdict does not depend on how fast the machine is.
 * @module-tag exhaustive
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatReport } from './report.ts';
import { runAttack } from './run-attack.ts';

test('a short attack with a fixed seed finds no failure', { timeout: 900_000 }, async ({ annotate }) => {
  const folder = await mkdtemp(join(tmpdir(), 'brokerfront-attack-test-'));
  try {
    const report = await runAttack({
      seed: 'npm test',
      folder,
      minutes: 10,
      maxPauseMs: null,
      enough: 400,
      pace: { rate: 150, sampleEvery: 2000, formEvery: 400, warmsCaches: false },
    });
    await annotate(formatReport(report));
    expect(report.failures).toEqual({
      pageViews: [],
      inputs: [],
      faults: [],
      lostForms: [],
      growth: [],
      pauses: [],
    });
    // An attack that tried nothing must not pass.
    const { corpus, 'raw HTTP': raw } = report.inputs;
    expect(Object.values(report.inputs).reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(400);
    expect(Math.min(corpus, raw)).toBeGreaterThan(0);
    expect(report.acknowledged).toBeGreaterThan(0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
