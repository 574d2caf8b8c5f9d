import { afterEach, expect, test, vi } from 'vitest';
import { installCommand, mayInstall, missingPrograms, testPrograms } from './test-programs.mjs';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test('nobody but root installs, whatever is said', () => {
  vi.spyOn(process, 'getuid').mockReturnValue(1000);
  vi.stubEnv('CI', 'true');
  expect(mayInstall(['--install'])).toBe(false);
});

test('one command installs all packages of what is missing', () => {
  expect(installCommand(['postgres', 'varnish'])).toBe('apt-get install postgresql varnish varnish-modules');
});

test('a browser that is named needs no other', () => {
  vi.stubEnv('CHROMIUM_PATH', '/somewhere/chromium');
  expect(missingPrograms(['browser'])).toEqual([]);
});

test('a program is missing when none of its files is there', () => {
  const { files } = testPrograms.postgres;
  const places = files as string[];
  const before = places.splice(0, places.length, '/nowhere/postgresql');
  expect(missingPrograms(['postgres'])).toEqual(['postgres']);
  places.splice(0, places.length, '/');
  expect(missingPrograms(['postgres'])).toEqual([]);
  places.splice(0, places.length, ...before);
});
