import { existsSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { askedVariable, installCommand, mayInstall, missingPrograms, testPrograms } from './test-programs.mjs';

test('without a terminal, only root installs programs, with any parameters', async () => {
  vi.spyOn(process, 'getuid').mockReturnValue(1000);
  vi.stubEnv('CI', 'true');
  expect(await mayInstall(['postgres'], ['--install'])).toBe(false);
});

test.skipIf(!existsSync('/usr/bin/apt-get')).each([
  ['y', true],
  ['', false],
])('outside of CI and containers, somebody at the terminal who answers “%s” is asked once', async (answer, may) => {
  vi.stubEnv('CI', '');
  vi.stubEnv(askedVariable, undefined);
  vi.spyOn(process, 'getuid').mockReturnValue(0);
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = new PassThrough();
  const terminal = { inContainer: false, input, output };
  input.write(`${answer}\n`);
  expect(await mayInstall(['postgres'], [], terminal)).toBe(may);
  expect(String(output.read())).toContain('apt-get install postgresql');
  expect(await mayInstall(['postgres'], [], terminal)).toBe(false);
});

test('one command installs the packages of all missing programs', () => {
  expect(installCommand(['postgres', 'varnish'])).toBe('apt-get install postgresql varnish varnish-modules');
});

test('no browser is installed when CHROMIUM_PATH names one', () => {
  vi.stubEnv('CHROMIUM_PATH', '/somewhere/chromium');
  expect(missingPrograms(['browser'])).toEqual([]);
});

test('a program is missing when one of its files is at none of its paths', () => {
  const files = testPrograms.postgres.files as string[][];
  const before = files.splice(0, files.length, ['/'], ['/nowhere']);
  expect(missingPrograms(['postgres'])).toEqual(['postgres']);
  files.splice(0, files.length, ['/nowhere', '/']);
  expect(missingPrograms(['postgres'])).toEqual([]);
  files.splice(0, files.length, ...before);
});
