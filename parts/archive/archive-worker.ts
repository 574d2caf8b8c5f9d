/** The process that writes the archive: it moves what the spool holds into the database. */
import { setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { removeOld } from './store/archive-retention.ts';
import { listSpoolFiles, readSpoolFile, removeSpoolFile } from './archive-spool.ts';
import { type ArchiveDatabase, openArchiveDatabase } from './store/archive-tables.ts';
import type { ArchiveSource, FromArchiveProcess, ToArchiveProcess } from './archive-process.ts';
import { ArchiveWriter } from './store/archive-writer.ts';

/** Milliseconds until the next attempt after a failure. */
const retryMs = 1000;

/** Visitors come first, but on a busy machine the archive may not stand still: it gets a third of a core. */
const niceness = 5;
setPriority(niceness);
// A signal to the whole group ends the site first, which then says when to stop.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
// The site is gone: the next start stores the rest.
process.on('disconnect', () => process.exit());

function send(message: FromArchiveProcess): void {
  // The site may have ended just now; without a function for the fault it would be thrown.
  process.send?.(message, undefined, undefined, () => undefined);
}

let source: ArchiveSource | null = null;
let archive: ArchiveDatabase | null = null;
let writer: ArchiveWriter | null = null;
let isStopping = false;

async function openWriter(place: ArchiveSource['place']): Promise<ArchiveWriter> {
  archive ??= await openArchiveDatabase(place);
  await removeOld(archive, Date.now());
  const opened = new ArchiveWriter(archive);
  send({ kind: 'newest', newest: await opened.newest() });
  return opened;
}

async function storeFiles(): Promise<void> {
  if (!source) return;
  const { folder, place, startedAt, pid } = source;
  writer ??= await openWriter(place);
  for (const file of listSpoolFiles(folder, startedAt, pid)) {
    await writer.append(readSpoolFile(file));
    removeSpoolFile(file);
  }
}

/** Tries until everything is stored, or the site stops: the next start then stores the rest. */
async function storeAll(): Promise<void> {
  for (;;) {
    try {
      await storeFiles();
      return;
    } catch (error) {
      send({ kind: 'late', why: error instanceof Error ? error.message : String(error) });
    }
    if (isStopping) return;
    await wait(retryMs);
  }
}

let storing: Promise<void> = Promise.resolve();
/** Stores the spool once more, after the run that may be going on. */
async function storeAgain(): Promise<void> {
  storing = storing.then(storeAll);
  await storing;
}

async function answer(message: ToArchiveProcess): Promise<void> {
  if (message.kind === 'begin') {
    ({ source } = message);
    return;
  }
  if (message.kind === 'stop') isStopping = true;
  await storeAgain();
  send({ kind: 'done', until: message.until });
  if (message.kind !== 'stop') return;
  await archive?.db.destroy();
  process.disconnect();
}

process.on('message', (message) => void answer(message as ToArchiveProcess));
