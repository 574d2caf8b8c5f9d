/** A worker thread that answers one question at a time. The first question starts the thread, and 30 seconds without a question end it. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type ResourceLimits, Worker, parentPort } from 'node:worker_threads';

/** Timeouts in milliseconds. */
export interface ThreadPatience {
  /** The wait for the first message, with which the thread reports that it is ready. */
  start: number;
  answer: number;
}

interface Options {
  /** The task of the thread, for error messages: “parses documents”. */
  does: string;
  create: () => Worker;
  patience: ThreadPatience;
}

/** Milliseconds without a question after which the thread ends. */
const idleLimitMs = 30_000;

/**
 * Finds the file of a thread's program: in the sources next to the module that starts it; in the build a separate file, next to the server's or in the
 * folder above its chunks.
 * @param url the address of that module. @returns undefined when the build lacks the file.
 */
export function findProgram(name: string, url: string): string | undefined {
  return [`${name}.ts`, `${name}.js`, `../${name}.js`]
    .map((file) => fileURLToPath(new URL(file, url)))
    .find((file) => existsSync(file));
}

/** Starts a program for untrusted input, without the environment and the output streams of this process. @throws when `program` is undefined. */
export function startConfined(program: string | URL | undefined, resourceLimits: ResourceLimits): Worker {
  if (!program) throw new Error('the build lacks it');
  return new Worker(program, { resourceLimits, env: {}, stdout: true, stderr: true });
}

/** The thread cannot be started; the question is not at fault. */
export class ThreadUnavailable extends Error {}

/** Waits for the thread's next message. @throws when the thread fails, ends, or sends nothing in time. */
function receiveMessage(worker: Worker, patience: number): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const onExit = (code: number) => reject(new Error(`its thread ended with ${code}`));
  const timer = setTimeout(() => reject(new Error(`it took longer than ${patience / 1000} seconds`)), patience);
  worker.once('message', resolve).once('error', reject).once('exit', onExit);
  return promise.finally(() => {
    clearTimeout(timer);
    worker.off('message', resolve).off('error', reject).off('exit', onExit);
  });
}

export class WorkerThread {
  readonly #options: Options;
  /** The thread, null when there is none. A promise, because a question may arrive while the thread starts. */
  #worker: Promise<Worker> | null = null;
  #idle: NodeJS.Timeout | undefined;
  #previous: Promise<unknown> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Asks after earlier questions. A thread that fails or does not answer in time is ended, and the next question starts another.
   * @param question creates the message when its turn comes. @throws ThreadUnavailable when the thread cannot be started, another error when it
   * fails.
   */
  ask(question: () => unknown): Promise<unknown> {
    const answer = this.#previous.then(() => this.#ask(question));
    this.#previous = answer.catch(() => undefined);
    return answer;
  }

  /** Starts the thread before there is a question. @throws ThreadUnavailable */
  async start(): Promise<void> {
    await this.#ensureRunning();
    this.#startIdleTimer();
  }

  /** Ends the thread; the next question starts another. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = null;
    await (await worker?.catch(() => null))?.terminate();
  }

  async #ask(question: () => unknown): Promise<unknown> {
    clearTimeout(this.#idle);
    const worker = await this.#ensureRunning();
    clearTimeout(this.#idle);
    // The thread keeps the process alive while it answers, but not while it is idle.
    worker.ref();
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage(question());
      return await receiveMessage(worker, this.#options.patience.answer);
    } catch (error) {
      await this.close();
      throw error;
    } finally {
      worker.unref();
      this.#startIdleTimer();
    }
  }

  #startIdleTimer(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.close(), idleLimitMs).unref();
  }

  #ensureRunning(): Promise<Worker> {
    if (this.#worker) return this.#worker;
    // A former thread may end after the next one has started.
    const forget = () => {
      if (this.#worker === started) this.#worker = null;
    };
    const started = this.#startWorker(forget);
    this.#worker = started;
    started.catch(forget);
    return started;
  }

  async #startWorker(onEnd: () => void): Promise<Worker> {
    let worker: Worker | null = null;
    try {
      worker = this.#options.create();
      // Between two questions nothing else listens, and an `error` event without a listener would end the process.
      worker.on('error', () => undefined);
      worker.once('exit', onEnd);
      await receiveMessage(worker, this.#options.patience.start);
      worker.unref();
      return worker;
    } catch (error) {
      await worker?.terminate();
      const reason = error instanceof Error ? error.message : String(error);
      throw new ThreadUnavailable(`The thread that ${this.#options.does} cannot be started: ${reason}`);
    }
  }
}

function send(word: unknown): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(word);
}

/** Runs in the thread's program: reports that it is ready, and answers questions in order. */
export function answerQuestions(answer: (question: never) => unknown): void {
  parentPort?.on('message', (question: unknown) => send(answer(question as never)));
  send('ready');
}
