/**
 * Parses documents before the transaction that writes them: large ones, and many small ones, in a worker thread, a few small ones here, one per
 * turn of the event loop. A broken or compromised content service then delays no visitor, however much it sends.
 */
import { setImmediate } from 'node:timers/promises';
import type { OnAlarm } from '../alarm.ts';
import type { WireDocument } from '../feed/feed.ts';
import { Turns } from '../turns.ts';
import { type IncomingDocument, incomingInTurn } from './reading/incoming-document.ts';
import type { Standing } from './intake.ts';
import { ThreadUnavailable } from '../worker-thread.ts';
import { ParserThread } from './reading/parser-thread.ts';
import { type WireReading, largestInline, readWire, unread } from './reading/wire-reading.ts';

/** One thread for all callers: documents that are large at the same time wait for each other, and delay no visitor. */
const sharedThread = new ParserThread();

export type ReadApart = Pick<ParserThread, 'read' | 'readMany'>;

/** Small documents from which the thread is worth its start. */
const many = 50;
/** Characters that are copied to the thread at once, which takes about a millisecond. */
const largestBatch = 128 * 1024;

/** Parses one document in a turn of its own. */
export async function readBesideVisitors(
  document: IncomingDocument,
  onAlarm: OnAlarm,
  thread: Pick<ReadApart, 'read'> = sharedThread,
): Promise<WireReading> {
  await setImmediate();
  if (document.wire.length <= largestInline) return readWire(document);
  try {
    return await thread.read(document);
  } catch (error) {
    if (!(error instanceof ThreadUnavailable)) throw error;
    onAlarm({
      kind: 'parser-thread',
      subject: 'replica',
      message: `${error.message}; visitors wait while they are parsed`,
    });
    return readWire(document);
  }
}

/** Parts of a list whose wire texts are small together. */
function* batches<Document extends { wire: string }>(documents: readonly Document[]): Generator<Document[]> {
  let batch: Document[] = [];
  let size = 0;
  for (const document of documents) {
    if (batch.length > 0 && size + document.wire.length > largestBatch) {
      yield batch;
      [batch, size] = [[], 0];
    }
    batch.push(document);
    size += document.wire.length;
  }
  if (batch.length > 0) yield batch;
}

/**
 * Parses documents, and hands over each with its reading; in another order than they came in.
 * @param take gets some of them in one turn of the event loop. @throws the signal's reason.
 */
export async function readManyBesideVisitors<Document extends IncomingDocument>(
  documents: readonly Document[],
  onAlarm: OnAlarm,
  take: (read: readonly [Document, WireReading][]) => void,
  { signal, thread = sharedThread }: { signal?: AbortSignal | undefined; thread?: ReadApart } = {},
): Promise<void> {
  const { small = [], large = [] } = Object.groupBy(documents, ({ wire }) =>
    wire.length <= largestInline ? 'small' : 'large',
  );
  const alone = small.length >= many ? large : [...documents];
  if (small.length >= many)
    for (const batch of batches(small)) {
      signal?.throwIfAborted();
      const readings = await thread.readMany(batch).catch((error: unknown) => {
        if (!(error instanceof ThreadUnavailable)) throw error;
        return null;
      });
      // One of them broke the thread, or there is none: each is parsed by itself.
      if (!readings) alone.push(...batch);
      else take(batch.map((document, index) => [document, readings[index] ?? unread('was not parsed')]));
    }
  for (const document of alone) {
    signal?.throwIfAborted();
    take([[document, await readBesideVisitors(document, onAlarm, thread)]]);
  }
}

interface Options {
  onAlarm: OnAlarm;
  /** What the replica has in the place of a document: the same document is not parsed again. */
  standing?: (document: IncomingDocument) => Standing;
  /** Aborts between two documents. */
  signal?: AbortSignal | undefined;
}

/** Milliseconds for which visitors wait while documents are compared with those that the replica has. */
const compareTurnMs = 4;

/** Parses documents that are not parsed yet, for the transaction that writes them. @throws the signal's reason. */
export async function readAhead(
  documents: readonly (WireDocument | IncomingDocument)[],
  { onAlarm, standing = () => ({ same: false, wholeSum: null }), signal }: Options,
): Promise<IncomingDocument[]> {
  const incoming: IncomingDocument[] = [];
  const toRead: IncomingDocument[] = [];
  const incomingOf = incomingInTurn();
  const turns = new Turns(compareTurnMs);
  await turns.next();
  for (const given of documents) {
    if (turns.over) await turns.next();
    signal?.throwIfAborted();
    const document = 'hash' in given ? given : incomingOf(given);
    const { same, wholeSum } = standing(document);
    if (!same) {
      document.wholeSum = wholeSum;
      if (!document.reading) toRead.push(document);
    }
    incoming.push(document);
  }
  await readManyBesideVisitors(
    toRead,
    onAlarm,
    (read) => {
      for (const [document, reading] of read) document.reading = reading;
    },
    { signal },
  );
  return incoming;
}
