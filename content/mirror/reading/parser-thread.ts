/** A worker thread that parses large documents, and many small ones: started with the first of them, ended after a while without any, one question at a time. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { type WireReading, type WireText, unread } from './wire-reading.ts';

/** Timeouts in milliseconds. */
interface Patience {
  start: number;
  document: number;
}

/** The largest document of the most expensive Markdown takes about as long on an idle machine; what editors write takes some milliseconds. */
const usualPatience: Patience = { start: 10_000, document: 10_000 };
const idleLimit = 30_000;
/** The largest document of the most expensive Markdown needs less. */
const resourceLimits = { maxOldGenerationSizeMb: 320, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

/** In the sources next to this file; in the build a file of its own, next to the server's or in the folder above its chunks. */
const program = ['parser-worker.ts', 'parser-worker.js', '../parser-worker.js']
  .map((name) => fileURLToPath(new URL(name, import.meta.url)))
  .find((file) => existsSync(file));

/** The thread cannot be started, which says nothing about any document. */
export class ThreadUnavailable extends Error {}

/** The thread's next message. @throws when the thread fails or ends instead, or sends nothing in time. */
function nextWord(worker: Worker, patience: number): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const ended = (code: number) => reject(new Error(`its thread ended with ${code}`));
  const limit = setTimeout(() => reject(new Error(`it took longer than ${patience / 1000} seconds`)), patience);
  worker.once('message', resolve).once('error', reject).once('exit', ended);
  return promise.finally(() => {
    clearTimeout(limit);
    worker.off('message', resolve).off('error', reject).off('exit', ended);
  });
}

/** Nothing else of a document is copied to the thread. */
function textOf({ type, locale, wire }: WireText): WireText {
  return { type, locale, wire };
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export class ParserThread {
  readonly #program: string | URL | undefined;
  readonly #patience: Patience;
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | undefined;
  #before: Promise<unknown> = Promise.resolve();

  constructor(programFile: string | URL | undefined = program, patience: Partial<Patience> = {}) {
    this.#program = programFile;
    this.#patience = { ...usualPatience, ...patience };
  }

  /**
   * Parses a wire text after those before it. A timeout, or a crash of the thread, is a problem of the document.
   * @throws ThreadUnavailable when the thread cannot be started.
   */
  read(text: WireText): Promise<WireReading> {
    const reading = this.#before.then(() => this.#read(text));
    this.#before = reading.catch(() => undefined);
    return reading;
  }

  /** Ends the thread; the next document starts another. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  /**
   * The same for small texts, in one message.
   * @returns null when the thread did not get through them: nobody knows which of them is at fault. @throws ThreadUnavailable
   */
  readMany(texts: readonly WireText[]): Promise<WireReading[] | null> {
    const reading = this.#before.then(() =>
      this.#ask(texts.map(textOf)).then(
        (word) => word as WireReading[],
        (error: unknown) => {
          if (error instanceof ThreadUnavailable) throw error;
          return null;
        },
      ),
    );
    this.#before = reading.catch(() => undefined);
    return reading;
  }

  async #read(text: WireText): Promise<WireReading> {
    try {
      return (await this.#ask(textOf(text))) as WireReading;
    } catch (error) {
      if (error instanceof ThreadUnavailable) throw error;
      return unread(`cannot be parsed: ${reason(error)}`);
    }
  }

  async #ask(question: WireText | WireText[]): Promise<unknown> {
    clearTimeout(this.#idle);
    const worker = this.#worker ?? (await this.#start());
    // The thread keeps the process alive while it parses a document, but not while it is idle.
    worker.ref();
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage(question);
      return await nextWord(worker, this.#patience.document);
    } catch (error) {
      await this.close();
      throw error;
    } finally {
      worker.unref();
      this.#idle = setTimeout(() => void this.close(), idleLimit).unref();
    }
  }

  async #start(): Promise<Worker> {
    try {
      if (!this.#program) throw new Error('the build lacks it');
      const worker = new Worker(this.#program, { resourceLimits, env: {}, stdout: true, stderr: true });
      this.#worker = worker;
      // Between two documents nothing else listens, and an `error` event without a listener would end the process.
      worker.on('error', () => undefined);
      worker.once('exit', () => {
        if (this.#worker === worker) this.#worker = null;
      });
      await nextWord(worker, this.#patience.start);
      return worker;
    } catch (error) {
      await this.close();
      throw new ThreadUnavailable(
        `The thread that parses large and many documents cannot be started: ${reason(error)}`,
      );
    }
  }
}
