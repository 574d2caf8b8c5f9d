/** The main thread's side of the thread that renders: started before very many pages are asked for. */
import { Worker } from 'node:worker_threads';
import { WorkerThread } from '../../content/worker-thread.ts';
import type { Replica } from '../../content/replica/replica.ts';
import { CachedBytes, type CachedPage, payloadBytes } from '../pages/page-bytes.ts';
import type { PageToRender, RenderApart } from '../pages/renewals.ts';
import type { RenderJob, ThreadAnswer, ThreadData } from './thread-messages.ts';

/** What renders keep alive: the parsed documents of a reader's store, and one page. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 24, stackSizeMb: 4 };
/** Milliseconds; the slowest page takes a hundredth of them. */
const patience = { start: 10_000, answer: 10_000 };

interface Options extends Pick<ThreadData, 'dist' | 'settings'> {
  /** The built program, `render-worker.js`. */
  program: string;
  replica: Pick<Replica, 'storage' | 'generation'>;
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
        begun = replica.generation();
        return { ...page, storage: replica.storage(), generation: begun };
      })) as ThreadAnswer;
      if (!apart) return null;
      const { kind, seconds, ...rest } = apart;
      onRendered(kind, seconds);
      if (replica.generation() !== begun) return null;
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

  #created(): Worker {
    const { program, dist, settings } = this.#options;
    return new Worker(program, { workerData: { dist, settings } satisfies ThreadData, resourceLimits });
  }
}
