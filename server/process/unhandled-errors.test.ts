import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Runs source text in a separate process, which exits with 42 after its next turn unless it ends earlier. */
function run(
  alarm: string,
  faults: string,
): { status: number | null; alarms: { kind: string; subject: string; message: string }[]; stderr: string } {
  const program = `import { answerUnhandled } from ${JSON.stringify(join(import.meta.dirname, 'unhandled-errors.ts'))};
    answerUnhandled(() => ${alarm});
    ${faults}
    setImmediate(() => setImmediate(() => process.exit(42)));`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });
  return {
    status,
    stderr,
    alarms: stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { kind: string; subject: string; message: string }),
  };
}

const printAlarm = '(alarm) => process.stdout.write(JSON.stringify(alarm) + "\\n")';

test('an unhandled error raises an alarm and does not end the process', () => {
  const { status, alarms } = run(
    printAlarm,
    `
    void Promise.reject(new Error('a promise'));
    Promise.reject(undefined);
    setImmediate(() => { throw new Error('an exception'); });
    setImmediate(() => { null.field; });`,
  );
  expect(status).toBe(42);
  expect(
    new Set(alarms.map(({ kind, subject, message }) => `${kind} ${subject} ${message.split(/[\n(]/, 1)[0]?.trim()}`)),
  ).toEqual(
    new Set([
      'unhandled unhandledRejection Error: a promise',
      'unhandled unhandledRejection undefined',
      'unhandled uncaughtException Error: an exception',
      'unhandled uncaughtException TypeError: Cannot read properties of null',
    ]),
  );
});

test('a log that cannot be written does not end the process', () => {
  expect(
    run("() => { throw new Error('the disk is full'); }", "void Promise.reject(new Error('a promise'));").status,
  ).toBe(42);
});

test('an unhandled error before the site serves ends the start', () => {
  const { status, stderr } = run('null', "void Promise.reject(new Error('a promise'));");
  expect([status, stderr.includes('Error: a promise')]).toEqual([1, true]);
});
