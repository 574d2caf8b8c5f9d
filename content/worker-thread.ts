/** A worker thread that answers one question at a time: started with the first of them, ended after a while without any. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type ResourceLimits, Worker, parentPort } from 'node:worker_threads';

/** Timeouts in milliseconds. */
export interface ThreadPatience {
  /** Until the thread says that it is ready, with its first message. */
  start: number;
  answer: number;
}

interface Options {
  /** The task of the thread, for error messages: “parses documents”. */
  does: string;
  create: () => Worker;
  patience: ThreadPatience;
}

/** Milliseconds without a question after which it ends. */
const idleLimitMs = 30_000;

/**
 * The file of a thread's program: in the sources next to the module that starts it; in the build a file of its own, next to the server's or in the
 * folder above its chunks.
 * @param url of that module. @returns undefined when the build lacks it.
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

/** The thread's next message. @throws when the thread fails or ends instead, or sends nothing in time. */
function receiveMessage(worker: Worker, patience: number): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const ended = (code: number) => reject(new Error(`its thread ended with ${code}`));
  const limit = setTimeout(() => reject(new Error(`it took longer than ${patience / 1000} seconds`)), patience);
  worker.once('message', resolve).once('error', reject).once('exit', ended);
  return promise.finally(() => {
    clearTimeout(limit);
    worker.off('message', resolve).off('error', reject).off('exit', ended);
  });
}

export class WorkerThread {
  readonly #options: Options;
  /** Null when there is none. A promise, because a question may come while it starts. */
  #worker: Promise<Worker> | null = null;
  #idle: NodeJS.Timeout | undefined;
  #before: Promise<unknown> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Asks after earlier questions. A thread that fails or does not answer in time is ended, and the next question starts another.
   * @param question creates the message when its turn comes. @throws ThreadUnavailable when the thread cannot be started, another error when it
   * fails.
   */
  ask(question: () => unknown): Promise<unknown> {
    const answer = this.#before.then(() => this.#ask(question));
    this.#before = answer.catch(() => undefined);
    return answer;
  }

  /** Starts the thread before there is a question. @throws ThreadUnavailable */
  async start(): Promise<void> {
    await this.#running();
    this.#rest();
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
    const worker = await this.#running();
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
      this.#rest();
    }
  }

  #rest(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.close(), idleLimitMs).unref();
  }

  #running(): Promise<Worker> {
    if (this.#worker) return this.#worker;
    // A former thread may end after the next one has started.
    const forget = () => {
      if (this.#worker === started) this.#worker = null;
    };
    const started = this.#started(forget);
    this.#worker = started;
    started.catch(forget);
    return started;
  }

  async #started(onEnd: () => void): Promise<Worker> {
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

function say(word: unknown): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(word);
}

/** For the thread's program: reports that it is ready, and answers its questions in order. */
export function answerQuestions(answer: (question: never) => unknown): void {
  parentPort?.on('message', (question: unknown) => say(answer(question as never)));
  say('ready');
}
