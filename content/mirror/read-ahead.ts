/**
 * Documents are read before the transaction that writes them: what is large by another thread, what is small here, one in each turn of the loop.
 * A content service that is broken or taken over then holds up no visitor, however much it says.
 */
import { setImmediate } from 'node:timers/promises';
import type { OnAlarm } from '../alarm.ts';
import type { WireDocument } from '../feed/feed.ts';
import { type IncomingDocument, incomingDocument } from './document-writer.ts';
import type { Standing } from './intake.ts';
import { ParserThread, ThreadUnavailable } from './parser-thread.ts';
import { type WireReading, readWire } from './wire-reading.ts';

/** Characters of wire text. All of the demonstration has less, and takes a millisecond; of the costliest Markdown so much takes 60. */
export const largestInline = 16 * 1024;

/** One for all: documents that are large at the same time wait for each other, not for visitors. */
const sharedThread = new ParserThread();

export type ReadApart = Pick<ParserThread, 'read'>;

/** Reads one document, in a turn of its own. */
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
  /** What stands in the place of a document: the very same needs no reading. */
  standing?: (document: IncomingDocument) => Standing;
  /** Ends it between two documents. */
  signal?: AbortSignal | undefined;
}

/** Documents with what is to be written of each. @throws the signal's reason. */
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
