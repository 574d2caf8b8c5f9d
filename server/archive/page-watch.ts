/**
 * Notices what visitors get at each address, whenever it changes: at every render, and after each change of the content by rendering what nobody has asked for
 * yet. Visitors come first: it renders one page at a time, with pauses.
 */
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { OnAlarm } from '../../content/alarm.ts';
import { type DocumentAddress, documentKey } from '../../content/document-address.ts';
import { locales } from '../../content/locales.ts';
import type { Replica } from '../../content/replica/replica.ts';
import { taggedDocument } from '../../content/replica/tags.ts';
import { listPublishedAddresses } from '../content/published-addresses.ts';
import { parsePageAddress } from '../pages/page-address.ts';
import type { PageCache } from '../pages/page-cache.ts';
import { findShownPath } from '../pages/preview-path.ts';
import type { AddressAnswer, SitePages, SiteRenderer } from '../pages/site-pages.ts';
import type { EntryKind } from './archive-tables.ts';
import type { NewEntry, NewestEntry } from './archive-writer.ts';
import { hashBytes } from './page-pieces.ts';

interface Parts {
  replica: Replica;
  cache: PageCache;
  renderer: () => Promise<SiteRenderer>;
  buildId: string;
  keep: (entry: NewEntry) => void;
  onAlarm: OnAlarm;
}

/** Both report what they render to `note`. */
interface WatchedPages {
  visitors: SitePages;
  /** The same without the cache: what nobody asks for must not push out what they do. */
  uncached: SitePages;
}

interface Known {
  kind: EntryKind;
  /** SHA-256 in Base64. */
  hash: string;
  /** Of a page that the cache does not have; undefined when nobody knows them. */
  tags?: readonly string[];
}

/** After a change, other changes often follow. */
const gatherMs = 1000;
/** The pause after a render is that long, but at least this. */
const shortestPauseMs = 5;

export class PageWatch {
  readonly #parts: Parts;
  #pages: WatchedPages | null = null;
  /** What was last kept of each address and document. */
  readonly #known = new Map<string, Known>();
  #changed = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  /** Addresses to look at: first those that a change concerns. */
  readonly #concerned = new Set<string>();
  readonly #others = new Set<string>();
  #walk: Promise<void> | null = null;
  #isStopping = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    parts.cache.onStale.push((tags) => this.#onChange(tags));
  }

  /** Takes what the archive has: pages that are still the same are not kept again. */
  load(newest: readonly NewestEntry[]): void {
    for (const { subject, kind, hash } of newest)
      if (!this.#known.has(subject)) this.#known.set(subject, { kind, hash: Buffer.from(hash).toString('base64') });
  }

  /** Keeps what an address answers, if that is new. Call before a visitor gets it. */
  readonly note = (address: string, answer: AddressAnswer): void => {
    if (answer.kind === 'page') {
      const { html, tags } = answer;
      const documents = () =>
        tags
          .map(taggedDocument)
          .filter((document) => document !== null)
          .map(documentKey);
      this.#keep(address, 'page', html, () => ({ build: this.#parts.buildId, documents: documents() }));
      return;
    }
    // Addresses that never were a page are without number.
    if (!this.#known.has(address)) return;
    if (answer.kind === 'redirect') this.#keep(address, 'redirect', answer.to);
    else this.#keep(address, 'gone', '');
  };

  #keep(subject: string, kind: EntryKind, text: string, context?: () => NewEntry['context']): void {
    const hash = hashBytes(text).toString('base64');
    const known = this.#known.get(subject);
    if (known?.hash === hash && known.kind === kind) return;
    this.#known.set(subject, { kind, hash });
    const made = context?.();
    this.#parts.keep({ subject, at: Date.now(), kind, text, ...(made && { context: made }) });
  }

  /** Notes all documents and renders every address once: another build may show other bytes. */
  async start(pages: WatchedPages): Promise<void> {
    this.#pages = pages;
    for (const document of this.#parts.replica.addresses()) {
      if (this.#isStopping) return;
      this.#try(() => this.#noteDocument(document));
      await nextTurn();
    }
    this.#try(() => {
      for (const address of [...listPublishedAddresses(this.#parts.replica), ...this.#known.keys()])
        this.#others.add(address);
    });
    this.#walkOn();
  }

  #onChange(tags: Iterable<string>): void {
    for (const tag of tags) this.#changed.add(tag);
    for (const tag of tags) {
      const document = taggedDocument(tag);
      if (document) this.#try(() => this.#noteDocument(document));
    }
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const changed = this.#changed;
      this.#changed = new Set();
      this.#try(() => {
        for (const address of this.#findConcerned(changed)) this.#concerned.add(address);
      });
      this.#walkOn();
    }, gatherMs).unref();
  }

  #noteDocument(document: DocumentAddress): void {
    const live = this.#parts.replica.live(document);
    const subject = documentKey(document);
    if (live) this.#keep(subject, 'document', JSON.stringify({ version: live.version, updatedAt: live.updatedAt }));
    else if (this.#known.has(subject)) this.#keep(subject, 'gone', '');
  }

  /** The addresses that may show something of a change. */
  #findConcerned(changed: ReadonlySet<string>): Set<string> {
    const { replica, cache } = this.#parts;
    const concerned = new Set<string>();
    for (const [subject, { tags }] of this.#known) {
      if (!subject.startsWith('/')) continue;
      const shown = cache.peek(subject)?.tags ?? tags;
      if (!shown || shown.some((tag) => changed.has(tag))) concerned.add(subject);
    }
    const read = replica.reader();
    for (const tag of changed) {
      const document = taggedDocument(tag);
      if (!document) continue;
      for (const locale of locales) concerned.add(findShownPath(read, document.type, document.id, locale));
    }
    return concerned;
  }

  #walkOn(): void {
    this.#walk ??= this.#visit().finally(() => {
      this.#walk = null;
    });
  }

  async #visit(): Promise<void> {
    const renderer = await this.#parts.renderer();
    while (!this.#isStopping) {
      const queue = this.#concerned.size > 0 ? this.#concerned : this.#others;
      const [address] = queue;
      if (address === undefined) return;
      queue.delete(address);
      const startedAt = performance.now();
      this.#try(() => this.#look(renderer, address));
      await wait(Math.max(shortestPauseMs, performance.now() - startedAt), undefined, { ref: false });
    }
  }

  #look(renderer: SiteRenderer, address: string): void {
    const parsed = address.startsWith('/') ? parsePageAddress(address) : null;
    if (parsed?.kind !== 'page' || !this.#pages) return;
    const cached = this.#parts.cache.peek(address);
    if (cached?.staleSince === null) return;
    const pages = cached ? this.#pages.visitors : this.#pages.uncached;
    const answer = pages.answer(pages.request(renderer, parsed.address));
    if (cached) return;
    const known = this.#known.get(address);
    if (answer.kind === 'page' && known) known.tags = answer.page.tags;
  }

  /** The replica may break at any time; it is then repaired, and what changes is looked at again. */
  #try(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#parts.onAlarm({
        kind: 'archive-late',
        subject: 'archive',
        message: `a page could not be looked at: ${String(error)}`,
      });
    }
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    await this.#walk;
  }
}
