/** A worker thread that parses large documents, and many small ones. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { type ThreadPatience, ThreadUnavailable, WorkerThread } from '../../worker-thread.ts';
import { type WireReading, type WireText, unread } from './wire-reading.ts';

/** The largest document of the most expensive Markdown takes about as long on an idle machine; what editors write takes some milliseconds. */
const usualPatience: ThreadPatience = { start: 10_000, answer: 10_000 };
/** The largest document of the most expensive Markdown needs less. */
const resourceLimits = { maxOldGenerationSizeMb: 320, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

/** In the sources next to this file; in the build a file of its own, next to the server's or in the folder above its chunks. */
const program = ['parser-worker.ts', 'parser-worker.js', '../parser-worker.js']
  .map((name) => fileURLToPath(new URL(name, import.meta.url)))
  .find((file) => existsSync(file));

/** Nothing else of a document is copied to the thread. */
function textOf({ type, locale, wire }: WireText): WireText {
  return { type, locale, wire };
}

export class ParserThread {
  readonly #thread: WorkerThread;

  constructor(programFile: string | URL | undefined = program, patience: Partial<ThreadPatience> = {}) {
    this.#thread = new WorkerThread({
      does: 'parses large and many documents',
      create() {
        if (!programFile) throw new Error('the build lacks it');
        return new Worker(programFile, { resourceLimits, env: {}, stdout: true, stderr: true });
      },
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
