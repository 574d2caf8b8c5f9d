/** The instruments of a content folder. A write replaces the file in one step: a reader gets the whole old file or the whole new one. */
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { instrumentFile, readInstruments, writeInstruments } from '../../content/feed/instrument-file.ts';
import type { InstrumentStore } from './instruments-command.ts';

export function fileStore(folder: string): InstrumentStore {
  const path = join(folder, instrumentFile);
  let before: string | null = null;
  const current = async () =>
    readFile(path, 'utf8').catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
      throw error;
    });
  return {
    name: instrumentFile,
    async read() {
      before = await current();
      return readInstruments(before).rows.map(({ wire }) => wire);
    },
    async write(_, all) {
      if ((await current()) !== before)
        throw new Error(`${instrumentFile} has changed in the meantime. Nothing was changed; please start again.`);
      const next = `${path}.${process.pid}.new`;
      try {
        const file = await open(next, 'wx');
        try {
          await file.writeFile(writeInstruments(all));
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(next, path);
      } catch (error) {
        await rm(next, { force: true });
        throw error;
      }
    },
  };
}
