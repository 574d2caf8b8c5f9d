import { afterEach, expect, test, vi } from 'vitest';
import { installCommand, mayInstall, missingPrograms, testPrograms } from './test-programs.mjs';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test('only root installs programs, with any parameters', () => {
  vi.spyOn(process, 'getuid').mockReturnValue(1000);
  vi.stubEnv('CI', 'true');
  expect(mayInstall(['--install'])).toBe(false);
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
