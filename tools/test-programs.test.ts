import { afterEach, expect, test, vi } from 'vitest';
import { installCommand, mayInstall, missingPrograms, testPrograms } from './test-programs.mjs';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test('only root installs, whatever the parameters say', () => {
  vi.spyOn(process, 'getuid').mockReturnValue(1000);
  vi.stubEnv('CI', 'true');
  expect(mayInstall(['--install'])).toBe(false);
});

test('one command installs all packages of what is missing', () => {
  expect(installCommand(['postgres', 'varnish'])).toBe('apt-get install postgresql varnish varnish-modules');
});

test('a browser named by CHROMIUM_PATH needs no other', () => {
  vi.stubEnv('CHROMIUM_PATH', '/somewhere/chromium');
  expect(missingPrograms(['browser'])).toEqual([]);
});

test('a program is missing when one of its parts is in none of its places', () => {
  const files = testPrograms.postgres.files as string[][];
  const before = files.splice(0, files.length, ['/'], ['/nowhere']);
  expect(missingPrograms(['postgres'])).toEqual(['postgres']);
  files.splice(0, files.length, ['/nowhere', '/']);
  expect(missingPrograms(['postgres'])).toEqual([]);
  files.splice(0, files.length, ...before);
});
