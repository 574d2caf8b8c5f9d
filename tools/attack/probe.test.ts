/**
 * Tests what the probe counts as a pause, in a separate process.
 * @module-tag exhaustive
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Measurement } from './probe.ts';

let folder: string;
let busy: ChildProcess;
/** Works in turns of some milliseconds, a hundred of them after each message; with `long`, one turn takes 300 ms. */
const program = `
// Of a core, which is what counts as a pause: beside other tests the clock on the wall goes faster.
const used = (from) => { const { user, system } = process.cpuUsage(from); return (user + system) / 1000; };
const work = (ms) => { for (const from = process.cpuUsage(); used(from) < ms;); };
process.on('message', async (message) => {
  if (!message.turns) return;
  if (message.long) work(300);
  for (let turn = 0; turn < message.turns; turn += 1) { work(3); await new Promise((resolve) => setImmediate(resolve)); }
  process.send('worked');
});
setInterval(() => undefined, 60_000);
process.send('here');
`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'brokerfront-probe-'));
  writeFileSync(join(folder, 'busy.mjs'), program);
  busy = fork(join(folder, 'busy.mjs'), {
    execArgv: ['--import', new URL('probe.ts', import.meta.url).href],
  });
  await once(busy, 'message');
});
afterAll(() => {
  busy.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

/** The probe answers every message, the program those that make it work. */
async function answerTo(question: object, isWanted: (answer: unknown) => boolean): Promise<unknown> {
  return new Promise((resolve) => {
    const hear = (answer: unknown) => {
      if (!isWanted(answer)) return;
      busy.off('message', hear);
      resolve(answer);
    };
    busy.on('message', hear);
    busy.send(question);
  });
}

const work = (how: { turns: number; long?: boolean }) => answerTo(how, (answer) => answer === 'worked');

async function longestPause(): Promise<number> {
  const answer = await answerTo(
    { ask: 'forget-pauses', id: 1 },
    (one) => (one as Measurement & { id?: number }).id === 1,
  );
  return (answer as Measurement).longestPause.milliseconds;
}

test('many short turns between two queries are not a pause, even right after a start; one long turn is a pause', async () => {
  await longestPause();
  await work({ turns: 200 });
  expect(await longestPause()).toBeLessThan(150);
  await work({ turns: 200, long: true });
  expect(await longestPause()).toBeGreaterThan(200);
});
