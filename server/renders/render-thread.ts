/** The main thread's side of the thread that renders: started before very many pages are asked for, ended when it has rested, one page at a time. */
import { MessageChannel, Worker } from 'node:worker_threads';
import type { Mirror } from '../../content/mirror/mirror.ts';
import { CachedBytes, type CachedPage, payloadBytes } from '../pages/page-bytes.ts';
import type { PageToRender, RenderApart } from '../pages/renewals.ts';
import { answerRows } from './rows-elsewhere.ts';
import type { RenderJob, ThreadAnswer, ThreadData } from './thread-messages.ts';

/** What renders keep alive: the parsed documents of a reader's store, and one page. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 24, stackSizeMb: 4 };
const idleLimitMs = 30_000;
/** The slowest page takes a hundredth of it. */
const patienceMs = 10_000;

interface Options extends Pick<ThreadData, 'dist' | 'settings'> {
  /** The built program, `render-worker.js`. */
  program: string;
  mirror: Pick<Mirror, 'rows' | 'generation' | 'isUpToDate'>;
  /** Told of each render. @param kind of the page. */
  onRendered: (kind: string, seconds: number) => void;
  /** Told when the thread fails. */
  onFault: (error: unknown) => void;
}

export class RenderThread implements RenderApart {
  readonly #options: Options;
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | undefined;
  #before: Promise<unknown> = Promise.resolve();
  /** Of the replica when the current page was begun. */
  #generation = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  start(): void {
    this.#running();
  }

  render(page: PageToRender): Promise<CachedPage | null> {
    const rendered = this.#before.then(() => this.#render(page));
    this.#before = rendered;
    return rendered;
  }

  async stop(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  #isCurrent(): boolean {
    const { mirror } = this.#options;
    return mirror.isUpToDate() && mirror.generation() === this.#generation;
  }

  /** Never rejects. */
  async #render(page: PageToRender): Promise<CachedPage | null> {
    this.#generation = this.#options.mirror.generation();
    if (!this.#isCurrent()) return null;
    const worker = this.#running();
    try {
      const apart = await nextAnswer(worker, () =>
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        worker.postMessage({ ...page, generation: this.#generation } satisfies RenderJob),
      );
      this.#idle?.refresh();
      if (!apart) return null;
      const { kind, seconds, ...rest } = apart;
      this.#options.onRendered(kind, seconds);
      if (!this.#isCurrent()) return null;
      const document = new CachedBytes(rest.document);
      const payload = rest.payload ? new CachedBytes(rest.payload) : payloadBytes(document, rest.about);
      return { ...rest, document, payload };
    } catch (error) {
      this.#options.onFault(error);
      await this.stop();
      return null;
    }
  }

  #running(): Worker {
    if (this.#worker) return this.#worker;
    const { program, dist, settings, mirror } = this.#options;
    const { port1, port2 } = new MessageChannel();
    const answered = new Int32Array(new SharedArrayBuffer(4));
    answerRows({ port: port1, answered }, mirror, () => this.#isCurrent());
    const worker = new Worker(program, {
      workerData: { dist, settings, rows: { port: port2, answered } } satisfies ThreadData,
      transferList: [port2],
      resourceLimits,
    });
    this.#worker = worker;
    worker.unref();
    // Between two pages nothing else listens, and an `error` event without a listener would end the process.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      port1.close();
      if (this.#worker === worker) this.#worker = null;
    });
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.stop(), idleLimitMs).unref();
    return worker;
  }
}

/** Sends a page, and waits for the answer. @throws when the thread fails or ends instead, or does not answer in time. */
function nextAnswer(worker: Worker, send: () => void): Promise<ThreadAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<ThreadAnswer>();
  const hear = (message: ThreadAnswer | 'ready') => {
    if (message !== 'ready') resolve(message);
  };
  const ended = (code: number) => reject(new Error(`the thread that renders ended with ${code}`));
  const limit = setTimeout(() => reject(new Error(`a page took longer than ${patienceMs / 1000} seconds`)), patienceMs);
  worker.on('message', hear).once('error', reject).once('exit', ended);
  send();
  return promise.finally(() => {
    clearTimeout(limit);
    worker.off('message', hear).off('error', reject).off('exit', ended);
  });
}
