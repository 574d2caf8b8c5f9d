/** Reads and writes the instruments of a content folder. Replaces the file in one step, so that a reader gets either the old file or the new one. */
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { instrumentFile, readInstruments, writeInstruments } from '../../content/feed/instrument-file.ts';
import type { InstrumentStore } from './instruments-command.ts';

export function fileStore(folder: string): InstrumentStore {
  const path = join(folder, instrumentFile);
  let lastRead: string | null = null;
  const readCurrent = async () =>
    readFile(path, 'utf8').catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
      throw error;
    });
  return {
    name: instrumentFile,
    async read() {
      lastRead = await readCurrent();
      return readInstruments(lastRead).rows.map(({ wire }) => wire);
    },
    async write(_, all) {
      if ((await readCurrent()) !== lastRead)
        throw new Error(`${instrumentFile} has changed in the meantime. Nothing was changed; please start again.`);
      const temporaryFile = `${path}.${process.pid}.new`;
      try {
        await writeFile(temporaryFile, writeInstruments(all), { flag: 'wx', flush: true });
        await rename(temporaryFile, path);
        return false;
      } catch (error) {
        await rm(temporaryFile, { force: true });
        throw error;
      }
    },
  };
}
