/** A worker thread that parses large documents: started with the first of them, ended after a while without any, one document at a time. */
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

  async #read({ type, locale, wire }: WireText): Promise<WireReading> {
    clearTimeout(this.#idle);
    const worker = this.#worker ?? (await this.#start());
    // The thread keeps the process alive while it parses a document, but not while it is idle.
    worker.ref();
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage({ type, locale, wire });
      return (await nextWord(worker, this.#patience.document)) as WireReading;
    } catch (error) {
      await this.close();
      return unread(`cannot be parsed: ${reason(error)}`);
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
      throw new ThreadUnavailable(`The thread that parses large documents cannot be started: ${reason(error)}`);
    }
  }
}
