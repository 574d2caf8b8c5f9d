/** A worker thread that parses large documents, and many small ones. */
import { type ThreadPatience, ThreadUnavailable, WorkerThread, confined, programBeside } from '../../worker-thread.ts';
import { type WireReading, type WireText, unread } from './wire-reading.ts';

/** The largest document of the most expensive Markdown takes about as long on an idle machine; what editors write takes some milliseconds. */
const usualPatience: ThreadPatience = { start: 10_000, answer: 10_000 };
/** The largest document of the most expensive Markdown needs less. */
export const parserLimits = { maxOldGenerationSizeMb: 320, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

const program = programBeside('parser-worker', import.meta.url);

/** Nothing else of a document is copied to the thread. */
function textOf({ type, locale, wire }: WireText): WireText {
  return { type, locale, wire };
}

export class ParserThread {
  readonly #thread: WorkerThread;

  constructor(programFile: string | URL | undefined = program, patience: Partial<ThreadPatience> = {}) {
    this.#thread = new WorkerThread({
      does: 'parses large and many documents',
      create: () => confined(programFile, parserLimits),
      patience: { ...usualPatience, ...patience },
    });
  }

  /**
   * Parses a wire text after those before it. A timeout, or a crash of the thread, is a problem of the document.
   * @throws ThreadUnavailable when the thread cannot be started.
   */
  async read(text: WireText): Promise<WireReading> {
    try {
      return (await this.#thread.ask(() => textOf(text))) as WireReading;
    } catch (error) {
      if (error instanceof ThreadUnavailable) throw error;
      return unread(`cannot be parsed: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /**
   * The same for small texts, in one message.
   * @returns null when the thread did not get through them: nobody knows which of them is at fault. @throws ThreadUnavailable
   */
  async readMany(texts: readonly WireText[]): Promise<WireReading[] | null> {
    try {
      return (await this.#thread.ask(() => texts.map(textOf))) as WireReading[];
    } catch (error) {
      if (error instanceof ThreadUnavailable) throw error;
      return null;
    }
  }

  /** Ends the thread; the next document starts another. */
  close(): Promise<void> {
    return this.#thread.close();
  }
}
