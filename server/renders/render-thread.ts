/** The main thread's side of the thread that renders: started before very many pages are asked for. */
import { MessageChannel, Worker } from 'node:worker_threads';
import { WorkerThread } from '../../content/worker-thread.ts';
import type { Replica } from '../../content/replica/replica.ts';
import { CachedBytes, type CachedPage, payloadBytes } from '../pages/page-bytes.ts';
import type { PageToRender, RenderApart } from '../pages/renewals.ts';
import { answerRows } from './rows-elsewhere.ts';
import type { RenderJob, ThreadAnswer, ThreadData } from './thread-messages.ts';

/** What renders keep alive: the parsed documents of a reader's store, and one page. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 24, stackSizeMb: 4 };
/** Milliseconds; the slowest page takes a hundredth of them. */
const patience = { start: 10_000, answer: 10_000 };

interface Options extends Pick<ThreadData, 'dist' | 'settings'> {
  /** The built program, `render-worker.js`. */
  program: string;
  replica: Pick<Replica, 'rows' | 'generation' | 'isUpToDate'>;
  /** Told of each render. @param kind of the page. */
  onRendered: (kind: string, seconds: number) => void;
  /** Told when the thread fails. */
  onFault: (error: unknown) => void;
}

export class RenderThread implements RenderApart {
  readonly #options: Options;
  readonly #thread: WorkerThread;
  /** False after a fault, until the next publish of very many pages, and for good once the site ends. */
  #usable = true;
  #ended = false;
  /** Of the replica when the page was begun that is rendered now. */
  #generation = -1;

  constructor(options: Options) {
    this.#options = options;
    this.#thread = new WorkerThread({ does: 'renders pages', create: () => this.#created(), patience });
  }

  start(): void {
    if (this.#ended) return;
    this.#usable = true;
    this.#thread.start().catch((error: unknown) => this.#failed(error));
  }

  async render(page: PageToRender): Promise<CachedPage | null> {
    if (!this.#usable) return null;
    const { replica, onRendered } = this.#options;
    let begun = -1;
    try {
      const apart = (await this.#thread.ask((): RenderJob => {
        begun = this.#generation = replica.generation();
        return { ...page, generation: begun };
      })) as ThreadAnswer;
      if (!apart) return null;
      const { kind, seconds, ...rest } = apart;
      onRendered(kind, seconds);
      if (!this.#isCurrent(begun)) return null;
      const document = new CachedBytes(rest.document);
      const payload = rest.payload ? new CachedBytes(rest.payload) : payloadBytes(document, rest.about);
      return { ...rest, document, payload };
    } catch (error) {
      this.#failed(error);
      return null;
    }
  }

  /** Ends the thread for good. */
  stop(): Promise<void> {
    this.#ended = true;
    this.#usable = false;
    return this.#thread.close();
  }

  #failed(error: unknown): void {
    if (this.#usable) this.#options.onFault(error);
    this.#usable = false;
  }

  #isCurrent(generation: number): boolean {
    const { replica } = this.#options;
    return replica.isUpToDate() && replica.generation() === generation;
  }

  #created(): Worker {
    const { program, dist, settings, replica } = this.#options;
    const { port1, port2 } = new MessageChannel();
    const answered = new Int32Array(new SharedArrayBuffer(4));
    answerRows({ port: port1, answered }, replica, () => this.#isCurrent(this.#generation));
    const worker = new Worker(program, {
      workerData: { dist, settings, rows: { port: port2, answered } } satisfies ThreadData,
      transferList: [port2],
      resourceLimits,
    });
    worker.once('exit', () => port1.close());
    return worker;
  }
}
