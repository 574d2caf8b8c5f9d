/** The main thread's side of the thread that renders (`render-worker.ts`): started when very many pages are stale. */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { WorkerThread } from '../../content/worker-thread.ts';
import type { Replica, ReplicaStorage } from '../../content/replica/replica.ts';
import type { RenderSettings } from '../../site/render-page.tsx';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { PageCache } from '../pages/page-cache.ts';
import { type BytesParts, CachedBytes, type CachedPage, payloadBytes } from '../pages/page-bytes.ts';
import { type PageToRender, type RenderApart, Renewals } from '../pages/renewals.ts';

export interface RenderThreadData {
  /** Folder of the build. */
  dist: string;
  settings: Omit<RenderSettings, 'assets' | 'preview'>;
}

/** The requested form and encoding are compressed too. */
export interface RenderJob extends PageToRender {
  /** Where the replica is. */
  storage: ReplicaStorage;
  /** Of the replica: what was read in another one is forgotten. */
  generation: number;
}

export interface RenderedInWorker extends Omit<CachedPage, 'document' | 'payload'> {
  document: BytesParts;
  /** Null when it was not requested. */
  payload: BytesParts | null;
  kind: string;
  /** What the render took, without compression. */
  seconds: number;
}

/** What renders keep alive: the parsed documents of a reader's store, and one page. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 24, stackSizeMb: 4 };
/** Milliseconds; the slowest page takes a hundredth of them. */
const patience = { start: 10_000, answer: 10_000 };

interface Options extends RenderThreadData {
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
      const rendered = (await this.#thread.ask((): RenderJob => {
        begun = replica.generation();
        return { ...page, storage: replica.storage(), generation: begun };
      })) as RenderedInWorker | null;
      // No page, or it could not be rendered: this thread finds out, and tells.
      if (!rendered) return null;
      const { kind, seconds, ...rest } = rendered;
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
    return new Worker(program, { workerData: { dist, settings } satisfies RenderThreadData, resourceLimits });
  }
}

interface MassRenderOptions {
  /** The built program of the thread. Without it everything is rendered in this one. */
  program: string | undefined;
  /** Folder of the project. */
  root: string;
  settings: RenderSettings;
  replica: Replica;
  cache: PageCache;
  metrics: Metrics;
  log: Logger;
}

/** Wires the thread with the site, and with what decides which pages it renders. */
export function massRenders({ program, root, settings, replica, cache, metrics, log }: MassRenderOptions): {
  renewals: Renewals | null;
  stop: () => Promise<void>;
} {
  if (!program) return { renewals: null, stop: () => Promise.resolve() };
  const { origin, strapiUrl, thirdParties, buildId } = settings;
  const thread = new RenderThread({
    program,
    dist: join(root, 'dist'),
    settings: { origin, strapiUrl, thirdParties, buildId },
    replica,
    onRendered: (kind, seconds) => metrics.renderSeconds.observe({ kind }, seconds),
    onFault: (error) => log.warn({ error: String(error) }, 'the thread that renders failed'),
  });
  return { renewals: new Renewals(cache, thread), stop: () => thread.stop() };
}
