/** The archive's thread: it moves what the spool holds into the database. */
import { constants, setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { removeOld } from './store/archive-retention.ts';
import { listSpoolFiles, readSpoolFile, removeSpoolFile } from './archive-spool.ts';
import { type ArchiveDatabase, openArchiveDatabase } from './store/archive-tables.ts';
import type { ArchiveThreadData, FromArchiveThread, ToArchiveThread } from './archive-thread.ts';
import { ArchiveWriter } from './store/archive-writer.ts';

/** Milliseconds until the next attempt after a failure. */
const retryMs = 1000;

const { folder, place, startedAt } = workerData as ArchiveThreadData;

// On Linux this is the priority of this thread: visitors come first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

function send(message: FromArchiveThread): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message);
}

let archive: ArchiveDatabase | null = null;
let writer: ArchiveWriter | null = null;
let isStopping = false;

async function openWriter(): Promise<ArchiveWriter> {
  archive ??= await openArchiveDatabase(place);
  await removeOld(archive, Date.now());
  const opened = new ArchiveWriter(archive);
  send({ kind: 'newest', newest: await opened.newest() });
  return opened;
}

async function storeFiles(): Promise<void> {
  writer ??= await openWriter();
  for (const file of listSpoolFiles(folder, startedAt)) {
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

let looked: Promise<void> = Promise.resolve();
/** Looks at the spool once more, after the look that may be going on. */
async function look(): Promise<void> {
  const former = looked;
  looked = former.then(storeAll);
  await looked;
}

async function answer({ kind, until }: ToArchiveThread): Promise<void> {
  if (kind === 'stop') isStopping = true;
  await look();
  send({ kind: 'done', until });
  if (kind !== 'stop') return;
  await archive?.db.destroy();
  // Ends this thread only.
  process.exit();
}

parentPort?.on('message', (message: ToArchiveThread) => void answer(message));
