/**
 * Parses documents before the transaction that writes them: large ones in a worker thread, small ones here, one per turn of the event loop.
 * A broken or compromised content service then delays no visitor, however much it sends.
 */
import { setImmediate } from 'node:timers/promises';
import type { OnAlarm } from '../alarm.ts';
import type { WireDocument } from '../feed/feed.ts';
import { type IncomingDocument, incomingDocument } from './document-writer.ts';
import type { Standing } from './intake.ts';
import { ParserThread, ThreadUnavailable } from './reading/parser-thread.ts';
import { type WireReading, readWire } from './reading/wire-reading.ts';

/** Characters of wire text. All documents of the demonstration are smaller and take a millisecond; this much of the most expensive Markdown takes 60. */
export const largestInline = 16 * 1024;

/** One thread for all callers: documents that are large at the same time wait for each other, and delay no visitor. */
const sharedThread = new ParserThread();

export type ReadApart = Pick<ParserThread, 'read'>;

/** Parses one document in a turn of its own. */
export async function readBesideVisitors(
  document: IncomingDocument,
  onAlarm: OnAlarm,
  thread: ReadApart = sharedThread,
): Promise<WireReading> {
  await setImmediate();
  if (document.wire.length <= largestInline) return readWire(document);
  try {
    return await thread.read(document);
  } catch (error) {
    if (!(error instanceof ThreadUnavailable)) throw error;
    onAlarm({
      kind: 'parser-thread',
      subject: 'mirror',
      message: `${error.message}; visitors wait while they are parsed`,
    });
    return readWire(document);
  }
}

interface Options {
  onAlarm: OnAlarm;
  /** What the replica has in the place of a document: the same document is not parsed again. */
  standing?: (document: IncomingDocument) => Standing;
  /** Aborts between two documents. */
  signal?: AbortSignal | undefined;
}

/** Parses documents for the transaction that writes them. @throws the signal's reason. */
export async function readAhead(
  documents: readonly WireDocument[],
  { onAlarm, standing = () => ({ same: false, wholeSum: null }), signal }: Options,
): Promise<IncomingDocument[]> {
  const incoming: IncomingDocument[] = [];
  for (const wireDocument of documents) {
    await setImmediate();
    signal?.throwIfAborted();
    const document = incomingDocument(wireDocument);
    const { same, wholeSum } = standing(document);
    incoming.push(same ? document : { ...document, wholeSum, reading: await readBesideVisitors(document, onAlarm) });
  }
  return incoming;
}
