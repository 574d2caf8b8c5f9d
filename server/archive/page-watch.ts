/**
 * Notices what visitors get at each address, whenever it changes: at every render, and after each change of the content by rendering what nobody has asked for
 * yet. Visitors come first: it renders one page at a time, with pauses.
 */
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { OnAlarm } from '../../base/alarm.ts';
import { type DocumentAddress, documentKey } from '../../content/document-address.ts';
import { locales } from '../../content/locales.ts';
import type { Replica } from '../../content/replica/replica.ts';
import { taggedDocument } from '../../content/replica/tags.ts';
import { parseDiagramPath } from '../../site/drawings/diagram-address.ts';
import { listPublishedAddresses } from '../content/published-addresses.ts';
import { parsePageAddress } from '../pages/page-address.ts';
import type { PageCache } from '../pages/page-cache.ts';
import { findShownPath } from '../pages/preview-path.ts';
import type { AddressAnswer, SitePages, SiteRenderer } from '../pages/site-pages.ts';
import type { EntryKind } from './store/archive-tables.ts';
import type { NewEntry, NewestEntry } from './store/archive-writer.ts';
import { hashBytes } from './store/page-pieces.ts';

interface Parts {
  replica: Replica;
  cache: PageCache;
  renderer: () => Promise<SiteRenderer>;
  buildId: string;
  keep: (entry: NewEntry) => void;
  /** Called after a change, with the documents that visitors get otherwise from now on. */
  onDocuments?: (documents: readonly DocumentAddress[]) => void;
  /** Called when a page is another one although nothing of its content has changed. */
  onUnexplained?: (address: string, html: string) => void;
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
  /** When this process rendered it last, by its own count of changes; undefined when it has not. */
  renderedAfter?: number;
}

/** A document to note, with the moment of its change, and the queue to which its addresses go. */
interface WaitingDocument {
  document: DocumentAddress;
  at: number;
  to: Set<string>;
}

/** After a change, other changes often follow. */
const gatherMs = 1000;
/** Documents of one change that are noted before anything else happens. */
const notedAtOnce = 200;
const pictureAddresses = /\/(?:media|drawings)\/[^\s"'()<>,#?&]+/g;
/** The pause after a render is that long, but at least this. */
const shortestPauseMs = 5;

export class PageWatch {
  readonly #parts: Parts;
  #pages: WatchedPages | null = null;
  /** What was last kept of each address and document. */
  readonly #known = new Map<string, Known>();
  #changed = new Set<string>();
  #changes = 0;
  /** The number of the last change of each tag. */
  readonly #lastChange = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  /** Addresses to look at: first those that a change concerns. */
  readonly #concerned = new Set<string>();
  /** By their names. */
  readonly #documents = new Map<string, WaitingDocument>();
  readonly #others = new Set<string>();
  /** Drawings of pages that have just been noted. */
  readonly #drawings = new Set<string>();
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
    const entry = { subject: address, at: Date.now(), kind: answer.kind };
    if (answer.kind === 'page') {
      const { html, tags } = answer;
      const makeContext = () => {
        const documents = tags.map(taggedDocument).filter((document) => document !== null);
        // The versions that a page shows come before it, also of a page that is served before the walk.
        for (const document of documents)
          if (!this.#known.has(documentKey(document))) this.#noteDocument(document, entry.at);
        return { build: this.#parts.buildId, documents: documents.map(documentKey) };
      };
      const before = this.#known.get(address);
      const isNew = this.#keep({ ...entry, text: html, context: makeContext });
      if (isNew && before?.kind === 'page' && !this.#isExplained(before, tags))
        // The message of a change may come after the first render that sees it.
        setTimeout(() => {
          if (!this.#isExplained(before, tags)) this.#parts.onUnexplained?.(address, html);
        }, gatherMs).unref();
      const known = this.#known.get(address);
      if (known) known.renderedAfter = this.#changes;
      // The cache has them.
      delete known?.tags;
    } else if (this.#known.has(address)) {
      // Addresses that never were a page are without number.
      this.#keep({ ...entry, text: answer.kind === 'redirect' ? answer.to : '' });
    }
  };

  /** The same for a page that the cache does not have: its tags have to be remembered. */
  readonly noteUncached = (address: string, answer: AddressAnswer): void => {
    this.note(address, answer);
    const known = this.#known.get(address);
    if (answer.kind === 'page' && known) known.tags = answer.tags;
  };

  /** Keeps a file that visitors are given. Its address has a hash, so it is always the same. */
  readonly noteFile = (address: string, path: string): void => this.#noteBytes(address, { text: '', path });

  /** The same for a drawing, which is not in a file. */
  readonly noteDrawing = (address: string, svg: string): void => this.#noteBytes(address, { text: svg });

  #noteBytes(address: string, bytes: Pick<NewEntry, 'text' | 'path'>): void {
    if (this.#known.has(address)) return;
    this.#known.set(address, { kind: 'file', hash: '' });
    this.#parts.keep({ subject: address, at: Date.now(), kind: 'file', ...bytes });
  }

  /** Whether something that a page shows has changed since this process rendered it. Another process may have been another release. */
  #isExplained({ renderedAfter, tags = [] }: Known, newTags: readonly string[]): boolean {
    if (renderedAfter === undefined) return true;
    return [...tags, ...newTags].some((tag) => (this.#lastChange.get(tag) ?? 0) > renderedAfter);
  }

  /** @returns whether it is new. */
  #keep({ context, ...entry }: Omit<NewEntry, 'context'> & { context?: () => NewEntry['context'] }): boolean {
    const hash = hashBytes(entry.text).toString('base64');
    const known = this.#known.get(entry.subject);
    if (known?.hash === hash && known.kind === entry.kind) return false;
    this.#known.set(entry.subject, { kind: entry.kind, hash });
    const made = context?.();
    this.#parts.keep({ ...entry, ...(made && { context: made }) });
    if (entry.kind === 'page') this.#notePictures(entry.text);
    return true;
  }

  /** Smaller forms of a picture are noted when a visitor gets them, and a drawing at the latest then. */
  #notePictures(html: string): void {
    for (const [found] of html.matchAll(pictureAddresses)) {
      if (this.#known.has(found)) continue;
      // V8 keeps a part of a text as a reference to the whole: the page would stay in memory.
      const address = Buffer.from(found).toString();
      if (parseDiagramPath(address)) this.#drawings.add(address);
      const picture = this.#parts.replica.media(address);
      if (picture) this.noteFile(address, picture.file);
    }
    if (this.#pages && this.#drawings.size > 0) this.#walkOn();
  }

  /** Notes all documents and renders every address once: another build may show other bytes. */
  start(pages: WatchedPages): void {
    this.#pages = pages;
    this.#try(() => {
      const { replica } = this.#parts;
      for (const document of replica.addresses()) this.#wait({ document, at: Date.now(), to: this.#others });
      for (const address of listPublishedAddresses(replica)) this.#others.add(address);
      for (const [address] of this.#knownAddresses()) this.#others.add(address);
    });
    this.#walkOn();
  }

  #onChange(tags: Iterable<string>): void {
    const at = Date.now();
    const changed: DocumentAddress[] = [];
    this.#changes += 1;
    for (const tag of tags) {
      this.#changed.add(tag);
      this.#lastChange.set(tag, this.#changes);
      const document = taggedDocument(tag);
      if (document) changed.push(document);
    }
    // Before a page shows them. An import of thousands is noted a little later: visitors must not wait for it.
    if (changed.length <= notedAtOnce)
      for (const document of changed) this.#try(() => this.#noteDocument(document, at));
    for (const document of changed) this.#wait({ document, at, to: this.#concerned });
    this.#parts.onDocuments?.(changed);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const all = this.#changed;
      this.#changed = new Set();
      for (const address of this.findShowing(all)) this.#concerned.add(address);
      this.#walkOn();
    }, gatherMs).unref();
  }

  #wait(waiting: WaitingDocument): void {
    this.#documents.set(documentKey(waiting.document), waiting);
  }

  #noteDocument(document: DocumentAddress, at: number): void {
    const live = this.#parts.replica.live(document);
    const subject = documentKey(document);
    const text = live ? JSON.stringify({ version: live.version, updatedAt: live.updatedAt }) : '';
    if (live || this.#known.has(subject)) this.#keep({ subject, at, kind: live ? 'document' : 'gone', text });
  }

  /** SHA-256 in Base64 of the page that visitors of an address get now; undefined for other answers. */
  readonly hashOf = (address: string): string | undefined => {
    const known = this.#known.get(address);
    return known?.kind === 'page' ? known.hash : undefined;
  };

  /** The pages that visitors asked for lately. To ask for others would fill the cache with what nobody wants. */
  readonly listVisited = (): string[] =>
    this.#knownAddresses()
      .filter(([address, { kind }]) => kind === 'page' && this.#parts.cache.peek(address) !== undefined)
      .map(([address]) => address);

  /** The known addresses that may show something of a change. */
  findShowing(changed: ReadonlySet<string>): string[] {
    return this.#knownAddresses()
      .filter(([address, { tags }]) => {
        const shown = this.#parts.cache.peek(address)?.tags ?? tags;
        return !shown || shown.some((tag) => changed.has(tag));
      })
      .map(([address]) => address);
  }

  #knownAddresses(): [string, Known][] {
    return [...this.#known].filter(([subject, { kind }]) => kind !== 'file' && subject.startsWith('/'));
  }

  /** Its own addresses may be new. */
  #lookAtDocument({ document, at, to }: WaitingDocument): void {
    this.#noteDocument(document, at);
    const read = this.#parts.replica.reader();
    for (const locale of locales) to.add(findShownPath(read, document.type, document.id, locale));
  }

  #walkOn(): void {
    this.#walk ??= this.#visit().finally(() => {
      this.#walk = null;
    });
  }

  async #visit(): Promise<void> {
    const renderer = await this.#parts.renderer();
    while (!this.#isStopping) {
      const [waiting] = this.#documents;
      if (waiting) {
        const [name, document] = waiting;
        this.#documents.delete(name);
        this.#try(() => this.#lookAtDocument(document));
        await nextTurn();
        continue;
      }
      const queue = [this.#drawings, this.#concerned].find(({ size }) => size > 0) ?? this.#others;
      const [address] = queue;
      if (address === undefined) return;
      queue.delete(address);
      const startedAt = performance.now();
      this.#try(() => (queue === this.#drawings ? this.#draw(renderer, address) : this.#look(renderer, address)));
      await wait(Math.max(shortestPauseMs, performance.now() - startedAt), undefined, { ref: false });
    }
  }

  #draw(renderer: SiteRenderer, address: string): void {
    const wanted = parseDiagramPath(address);
    const drawing = wanted && renderer.drawWantedDiagram(wanted, this.#parts.replica.reader());
    if (drawing?.path === address) this.noteDrawing(address, drawing.svg);
  }

  #look(renderer: SiteRenderer, address: string): void {
    const parsed = parsePageAddress(address);
    if (parsed.kind !== 'page' || !this.#pages) return;
    const cached = this.#parts.cache.peek(address);
    if (cached?.staleSince === null) return;
    const pages = cached ? this.#pages.visitors : this.#pages.uncached;
    pages.answer(pages.request(renderer, parsed.address));
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
