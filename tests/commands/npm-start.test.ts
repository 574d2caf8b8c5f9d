/**
 * `npm start` and `npm run dev` as an operator runs them: a signal to npm ends everything in order, and a start that is not possible says
 * why in one sentence.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type NpmScript, readCommand, isRunning, npmScript } from '../npm-script.ts';
import { freePort } from '../services/free-port.ts';
import { exhaustive, sample, testSample } from '../sampled.ts';
import { until } from '../until.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'brokerfront-npm-'));
const port = await freePort();
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const environment = () => ({ PORT: String(port), DATA_DIR: dataDir, DRAIN_SECONDS: '0' });

async function ready(script: NpmScript): Promise<number[]> {
  await until(() => !isRunning(script.pid) || script.output().includes('The site is ready'), 'the site', 60_000);
  expect(script.output()).toContain('The site is ready');
  return script.descendants();
}

/** Tells whether a server could listen on the port now. */
async function isFree(): Promise<boolean> {
  const server = createServer();
  const free = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '0.0.0.0', () => resolve(true));
  });
  await new Promise((resolve) => server.close(resolve));
  return free;
}

/** Checks that no process of the script remains, and that the site shut itself down. */
async function expectOrderlyEnd(script: NpmScript, processes: number[]): Promise<void> {
  expect(processes.length).toBeGreaterThanOrEqual(2);
  await script.ended;
  await until(() => !processes.some(isRunning), 'the end of every process');
  expect(script.output()).toContain('"msg":"stopped"');
  expect(script.output()).not.toMatch(/\n\s+at /);
  expect(await isFree()).toBe(true);
}

const signals = ['SIGTERM', 'SIGINT'] as const;

testSample(
  sample(signals, (signal) => signal === 'SIGTERM'),
  '%s to npm ends the site in order, and the next start finds port and replica free',
  async (signal) => {
    const script = npmScript(['start'], environment());
    const processes = await ready(script);
    process.kill(script.pid, signal);
    await expectOrderlyEnd(script, processes);
    expect(await script.ended).toEqual({ code: 0, signal: null });
    // A start that found the replica locked would have created a second file.
    expect((await readdir(dataDir)).filter((name) => /^mirror.*sqlite$/.test(name))).toEqual(['mirror.sqlite']);
  },
);

test(
  'Ctrl-C ends the site in order, although the terminal, npm and the first step all pass it on',
  exhaustive,
  async () => {
    const script = npmScript(['start'], environment());
    const processes = await ready(script);
    script.signalGroup('SIGINT');
    await expectOrderlyEnd(script, processes);
    expect(await script.ended).toEqual({ code: 0, signal: null });
  },
);

test('no site remains after npm was killed', exhaustive, async () => {
  const script = npmScript(['start'], environment());
  const processes = await ready(script);
  process.kill(script.pid, 'SIGKILL');
  expect(await script.ended).toEqual({ code: null, signal: 'SIGKILL' });
  await expectOrderlyEnd(script, processes);
});

test('SIGTERM to npm ends the development server in order', exhaustive, async () => {
  const script = npmScript(['run', 'dev'], environment());
  const processes = await ready(script);
  process.kill(script.pid, 'SIGTERM');
  await expectOrderlyEnd(script, processes);
  expect(await script.ended).toEqual({ code: 0, signal: null });
});

test.each([
  ['while its site starts', 'SIGHUP', 'dist/server/main.js'],
  ['once all stands', 'SIGTERM', ''],
] as const)(
  'npm run embed-demo leaves nothing behind when it ends %s, by %s',
  exhaustive,
  async (_when, signal, program) => {
    const script = npmScript(['run', 'embed-demo'], { ...environment(), EMBED_DEMO_PORT: String(await freePort()) });
    const findProcess = (file: string) =>
      script.descendants().find((pid) => readCommand(pid).some((part) => part.endsWith(file))) ?? 0;
    await until(
      () =>
        !isRunning(script.pid) || (program ? findProcess(program) > 0 : script.output().includes('The help centre ')),
      'the site',
      60_000,
    );
    const processes = script.descendants();
    expect(processes.length).toBeGreaterThanOrEqual(3);
    process.kill(findProcess('parts/embed/tools/embed-demo.ts'), signal);
    expect(await script.ended).toEqual({ code: 0, signal: null });
    await until(() => !processes.some(isRunning), 'the end of every process');
    expect(script.output()).not.toMatch(/\n\s+at /);
    expect(await isFree()).toBe(true);
  },
);

test.each([
  [{ HOST: 'no-such-host.invalid' }, 'HOST is no address of this machine'],
  [{ DATA_DIR: '/dev/null/data' }, 'DATA_DIR cannot be used'],
])('a port or folder that cannot be used ends the start with one sentence: %o', async (more, sentence) => {
  const script = npmScript(['start'], { ...environment(), ...more });
  expect((await script.ended).code).toBe(78);
  expect(script.output()).toContain(sentence);
  expect(script.output()).not.toMatch(/\n\s+at /);
});
