/**
 * Renders every page that a change of the content concerns, also when nobody requests it, so that the archive has it: one at a time, with pauses, because visitors
 * come first.
 */
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { OnAlarm } from '../../base/alarm.ts';
import { type DocumentAddress, documentKey } from '../../content/document-address.ts';
import { locales } from '../../content/locales.ts';
import type { Replica } from '../../content/replica/replica.ts';
import { taggedDocument } from '../../content/replica/tags.ts';
import { parseDiagramPath } from '../../site/drawings/diagram-address.ts';
import { listPublishedAddresses } from '../../server/content/published-addresses.ts';
import { parsePageAddress } from '../../server/pages/page-address.ts';
import type { PageCache } from '../../server/pages/page-cache.ts';
import { findShownPath } from '../../server/pages/preview-path.ts';
import type { SitePages, SiteRenderer } from '../../server/pages/site-pages.ts';
import type { PageRecorder } from './page-recorder.ts';

interface Options {
  replica: Replica;
  cache: PageCache;
  renderer: () => Promise<SiteRenderer>;
  recorder: PageRecorder;
  /** Called after a change, with the documents that changed. */
  onDocuments: (documents: readonly DocumentAddress[]) => void;
  onAlarm: OnAlarm;
}

/** Both report their answers to the recorder. */
interface WatchedPages {
  visitors: SitePages;
  /** Renders without the cache: pages that nobody requests must not evict those that visitors request. */
  uncached: SitePages;
}

/** A document to record, with the moment of its change, and the queue to which its addresses go. */
interface WaitingDocument {
  document: DocumentAddress;
  at: number;
  queue: Set<string>;
}

/** After a change, other changes often follow. */
const gatherMs = 1000;
/** Documents of one change that are recorded before anything else happens. */
const recordedAtOnce = 200;
/** The pause after a render is as long as the render took, but at least this. */
const shortestPauseMs = 5;

export class PageWatch {
  readonly #options: Options;
  #pages: WatchedPages | null = null;
  #changedTags = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  /** Four queues, emptied in this order. `#documents` is keyed by `documentKey`. */
  readonly #documents = new Map<string, WaitingDocument>();
  readonly #drawings = new Set<string>();
  readonly #changedPages = new Set<string>();
  readonly #otherPages = new Set<string>();
  #running: Promise<void> | null = null;
  #isStopping = false;

  constructor(options: Options) {
    this.#options = options;
    options.cache.onStale.push((tags) => this.#enqueueChange(tags));
  }

  /** Records all documents and renders every address once: another build may show other bytes. */
  start(pages: WatchedPages): void {
    this.#pages = pages;
    this.#try(() => {
      const { replica, recorder } = this.#options;
      for (const document of replica.addresses())
        this.#enqueueDocument({ document, at: Date.now(), queue: this.#otherPages });
      for (const address of [...listPublishedAddresses(replica), ...recorder.listAddresses()])
        this.#otherPages.add(address);
    });
    this.#run();
  }

  /** Enqueues a drawing that a page shows, before any page. */
  enqueueDrawing(address: string): void {
    this.#drawings.add(address);
    if (this.#pages) this.#run();
  }

  #enqueueChange(tags: Iterable<string>): void {
    const { recorder, onDocuments } = this.#options;
    const at = Date.now();
    const changed: DocumentAddress[] = [];
    for (const tag of tags) {
      this.#changedTags.add(tag);
      const document = taggedDocument(tag);
      if (document) changed.push(document);
    }
    // Before a page shows them. An import of thousands is recorded a little later: visitors must not wait for it.
    if (changed.length <= recordedAtOnce)
      for (const document of changed) this.#try(() => recorder.recordDocument(document, at));
    for (const document of changed) this.#enqueueDocument({ document, at, queue: this.#changedPages });
    onDocuments(changed);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const gathered = this.#changedTags;
      this.#changedTags = new Set();
      for (const address of recorder.findShowing(gathered)) this.#changedPages.add(address);
      this.#run();
    }, gatherMs).unref();
  }

  #enqueueDocument(waiting: WaitingDocument): void {
    this.#documents.set(documentKey(waiting.document), waiting);
  }

  #run(): void {
    this.#running ??= this.#runQueues().finally(() => {
      this.#running = null;
    });
  }

  async #runQueues(): Promise<void> {
    const renderer = await this.#options.renderer();
    while (!this.#isStopping) {
      const [waiting] = this.#documents;
      if (waiting) {
        const [key, document] = waiting;
        this.#documents.delete(key);
        this.#try(() => this.#recordDocument(document));
        await nextTurn();
        continue;
      }
      const queue = [this.#drawings, this.#changedPages].find(({ size }) => size > 0) ?? this.#otherPages;
      const [address] = queue;
      if (address === undefined) return;
      queue.delete(address);
      const startedAt = performance.now();
      this.#try(() => (queue === this.#drawings ? this.#draw(renderer, address) : this.#render(renderer, address)));
      await wait(Math.max(shortestPauseMs, performance.now() - startedAt), undefined, { ref: false });
    }
  }

  /** Records a document and enqueues its own addresses, which may be new. */
  #recordDocument({ document, at, queue }: WaitingDocument): void {
    this.#options.recorder.recordDocument(document, at);
    const read = this.#options.replica.reader();
    for (const locale of locales) queue.add(findShownPath(read, document.type, document.id, locale));
  }

  #draw(renderer: SiteRenderer, address: string): void {
    const wanted = parseDiagramPath(address);
    const drawing = wanted && renderer.drawWantedDiagram(wanted, this.#options.replica.reader());
    if (drawing?.path === address) this.#options.recorder.recordDrawing(address, drawing.svg);
  }

  #render(renderer: SiteRenderer, address: string): void {
    const parsed = parsePageAddress(address);
    if (parsed.kind !== 'page' || !this.#pages) return;
    const cached = this.#options.cache.peek(address);
    if (cached?.staleSince === null) return;
    const pages = cached ? this.#pages.visitors : this.#pages.uncached;
    pages.answer(pages.request(renderer, parsed.address));
  }

  /** The replica may break at any time; it is then repaired, which enqueues again what changes. */
  #try(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#options.onAlarm({
        kind: 'archive-late',
        subject: 'archive',
        message: `a page could not be recorded: ${String(error)}`,
      });
    }
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    await this.#running;
  }
}
