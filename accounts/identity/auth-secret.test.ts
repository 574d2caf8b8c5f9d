import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { readAuthSecret } from './auth-secret.ts';

test('a secret is generated once, and an incomplete one that a crash left is never used', () => {
  const folder = mkdtempSync(join(tmpdir(), 'brokerfront-auth-secret-'));
  const file = join(folder, 'auth-secret');
  const first = readAuthSecret(folder);
  expect(first.length).toBeGreaterThanOrEqual(32);
  expect(readAuthSecret(folder)).toBe(first);
  for (const rest of ['', '\n', first.slice(0, 20)]) {
    writeFileSync(file, rest);
    const next = readAuthSecret(folder);
    expect(next.length).toBeGreaterThanOrEqual(32);
    expect(next).not.toContain(first.slice(0, 20));
    expect(readFileSync(file, 'utf8')).toBe(next);
    expect(statSync(file).mode & 0o077).toBe(0);
  }
  rmSync(folder, { recursive: true });
});

test.each([
  ['nothing', null],
  ['a rest', 'half of a'],
])('processes that start together with %s use the same secret', { timeout: 60_000 }, async (_name, rest) => {
  const folder = mkdtempSync(join(tmpdir(), 'brokerfront-auth-secret-'));
  const rounds = 100;
  const folders = Array.from({ length: rounds }, (_, round) => join(folder, String(round)));
  for (const each of folders) {
    mkdirSync(each);
    if (rest !== null) writeFileSync(join(each, 'auth-secret'), rest);
  }
  // Two threads that begin each round at the same moment.
  const program = `
    const { parentPort, workerData: { folders, arrived } } = require('node:worker_threads');
    import(${JSON.stringify(join(import.meta.dirname, 'auth-secret.ts'))}).then(({ readAuthSecret }) => {
      parentPort.postMessage(folders.map((folder, round) => {
        Atomics.add(arrived, round, 1);
        while (Atomics.load(arrived, round) < 2);
        try { return readAuthSecret(folder); } catch (error) { return String(error); }
      }));
    });`;
  const arrived = new Int32Array(new SharedArrayBuffer(4 * rounds));
  const answers = await Promise.all(
    [0, 1].map(async () => {
      const [message] = (await once(
        new Worker(program, { eval: true, workerData: { folders, arrived } }),
        'message',
      )) as [string[]];
      return message;
    }),
  );
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]).toEqual(folders.map((each) => readFileSync(join(each, 'auth-secret'), 'utf8')));
  expect(folders.flatMap((each) => readdirSync(each))).toEqual(folders.map(() => 'auth-secret'));
  rmSync(folder, { recursive: true });
});
