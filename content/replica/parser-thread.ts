/**
 * Parses documents before the transaction that writes them: large ones in a thread with limits, so that a text that no parser can handle fails
 * only its own document.
 */
import type { OnAlarm } from '../../base/alarm.ts';
import {
  type ThreadPatience,
  ThreadUnavailable,
  WorkerThread,
  startConfined,
  findProgram,
} from '../../base/worker-thread.ts';
import { type ParseResult, type WireText, createParseFailure, parseWireText } from './wire-text.ts';

/** Characters of a text that is parsed without the thread. All documents of the demonstration are shorter and take a millisecond; the most expensive Markdown takes 60. */
export const maxInlineLength = 16 * 1024;
/** On an idle machine, the most expensive document takes about as long; documents of editors take some milliseconds. */
const defaultPatience: ThreadPatience = { start: 10_000, answer: 10_000 };
/** The most expensive document needs less. */
const limits = { maxOldGenerationSizeMb: 320, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

const program = findProgram('parser-worker', import.meta.url);

export class ParserThread {
  readonly #thread: WorkerThread;

  constructor(programFile: string | URL | undefined = program, patience: Partial<ThreadPatience> = {}) {
    this.#thread = new WorkerThread({
      does: 'parses large documents',
      create: () => startConfined(programFile, limits),
      patience: { ...defaultPatience, ...patience },
    });
  }

  /**
   * Parses a text after those before it. A timeout, or a crash of the thread, is a problem of the document.
   * @throws ThreadUnavailable when the thread cannot be started.
   */
  async parse({ type, locale, wire }: Pick<WireText, 'type' | 'locale' | 'wire'>): Promise<ParseResult> {
    try {
      return (await this.#thread.ask(() => ({ type, locale, wire }))) as ParseResult;
    } catch (error) {
      if (error instanceof ThreadUnavailable) throw error;
      return createParseFailure(`cannot be parsed: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Ends the thread; the next document starts another. */
  close(): Promise<void> {
    return this.#thread.close();
  }
}

/** One thread for all callers: large documents wait for each other. */
const sharedThread = new ParserThread();

/** Parses those documents that are neither parsed yet nor stored. @throws the signal's reason. */
export async function parseAll(
  documents: readonly WireText[],
  onAlarm: OnAlarm,
  { signal, thread = sharedThread }: { signal?: AbortSignal | undefined; thread?: ParserThread } = {},
): Promise<void> {
  for (const document of documents) {
    signal?.throwIfAborted();
    if (document.isStored || document.parsed) continue;
    document.parsed =
      document.wire.length <= maxInlineLength ? parseWireText(document) : await parseLarge(document, onAlarm, thread);
  }
}

async function parseLarge(document: WireText, onAlarm: OnAlarm, thread: ParserThread): Promise<ParseResult> {
  try {
    return await thread.parse(document);
  } catch (error) {
    if (!(error instanceof ThreadUnavailable)) throw error;
    const message = `${error.message}; large documents are parsed without its limits`;
    onAlarm({ kind: 'parser-thread', subject: 'replica', message });
    return parseWireText(document);
  }
}
