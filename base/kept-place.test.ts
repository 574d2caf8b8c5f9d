import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepPlaces } from './kept-place.ts';
import { openFolderStorage } from '../accounts/submissions/folder-storage.ts';

test.each<[string, (path: string) => void]>([
  ['removed', (path) => rmSync(path, { recursive: true })],
  [
    'replaced',
    (path) => {
      renameSync(path, `${path}-former`);
      mkdirSync(path);
    },
  ],
  [
    'replaced',
    (path) => {
      renameSync(path, `${path}-former`);
      symlinkSync(tmpdir(), path);
    },
  ],
])('a folder that is %s is no longer the same place, and takes no file', async (how, lose) => {
  const data = mkdtempSync(join(tmpdir(), 'brokerfront-place-'));
  const folder = join(data, 'cv');
  const check = keepPlaces(data, folder);
  check();
  mkdirSync(folder);
  check();
  const storage = openFolderStorage(folder);
  lose(folder);
  expect(check).toThrow(`${folder} was ${how} while the site runs.`);
  const received = join(data, 'received');
  writeFileSync(received, 'a CV');
  await expect(storage.keep(received, `2026-11/${'0'.repeat(36)}.pdf`)).rejects.toThrow(how);
  rmSync(data, { recursive: true });
});
