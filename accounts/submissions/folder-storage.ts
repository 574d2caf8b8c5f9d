/** Stores CVs in a folder that is never served. */
import { chmod, mkdir, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { keepPlaces } from '../../base/kept-place.ts';
import { cvKeyPattern } from './cv-key.ts';
import type { CvStorage } from './cv-storage.ts';

export function openFolderStorage(folder: string): CvStorage {
  const buildPath = (key: string) => {
    if (!cvKeyPattern.test(key)) throw new Error('This is not the key of a stored file.');
    return join(folder, key);
  };
  const throwIfFolderWasReplaced = keepPlaces(dirname(folder), folder);
  return {
    async keep(receivedFile, key) {
      const path = buildPath(key);
      throwIfFolderWasReplaced();
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await chmod(receivedFile, 0o600);
      await rename(receivedFile, path);
      throwIfFolderWasReplaced();
    },
    read: (key) => readFile(buildPath(key)),
    remove: (key) => rm(buildPath(key), { force: true }),
    async listOlderThan(moment) {
      const entries = await readdir(folder, { recursive: true }).catch(() => [] as string[]);
      const keys = entries.map((entry) => entry.replaceAll('\\', '/')).filter((entry) => cvKeyPattern.test(entry));
      // A file may be removed meanwhile; then it counts as new.
      const findModificationTime = (key: string) =>
        stat(join(folder, key)).then(
          ({ mtimeMs }) => mtimeMs,
          () => Number.POSITIVE_INFINITY,
        );
      const files = await Promise.all(keys.map(async (key) => ({ key, at: await findModificationTime(key) })));
      return files.filter(({ at }) => at < moment).map(({ key }) => key);
    },
  };
}
