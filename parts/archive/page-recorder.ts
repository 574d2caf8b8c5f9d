/** Records what visitors get at each address, and which version of each document is live, whenever that is new. */
import { type DocumentAddress, documentKey } from '../../content/document-address.ts';
import type { Replica } from '../../content/replica/replica.ts';
import { taggedDocument } from '../../content/replica/tags.ts';
import { parseDiagramPath } from '../../site/drawings/diagram-address.ts';
import type { PageCache } from '../../server/pages/page-cache.ts';
import type { AddressAnswer } from '../../server/pages/site-pages.ts';
import type { EntryKind } from './store/archive-tables.ts';
import type { NewEntry, NewestEntry } from './store/archive-writer.ts';
import { hashBytes } from './store/page-pieces.ts';

interface Options {
  replica: Pick<Replica, 'live' | 'media'>;
  cache: Pick<PageCache, 'peek'>;
  buildId: string;
  record: (entry: NewEntry) => void;
  /** Called with the address of a drawing that a new page shows and the archive may not have. */
  onDrawing: (address: string) => void;
}

interface Known {
  kind: EntryKind;
  /** SHA-256 in Base64. */
  hash: string;
  /** Of a page that the cache does not have; undefined when nobody knows them. */
  tags?: readonly string[];
}

const pictureAddresses = /\/(?:media|drawings)\/[^\s"'()<>,#?&]+/g;

export class PageRecorder {
  readonly #options: Options;
  /** The last record of each address and document. */
  readonly #known = new Map<string, Known>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Loads the newest entries of the archive: pages that are still the same are not recorded again. */
  load(newest: readonly NewestEntry[]): void {
    for (const { subject, kind, hash } of newest)
      if (!this.#known.has(subject)) this.#known.set(subject, { kind, hash: Buffer.from(hash).toString('base64') });
  }

  /** Records what an address answers. Call before a visitor gets it. */
  readonly recordAnswer = (address: string, answer: AddressAnswer): void => {
    if (answer.kind === 'page') this.#recordPage(address, answer);
    // Anybody can invent addresses that never were a page.
    else if (this.#known.has(address)) {
      const text = answer.kind === 'redirect' ? answer.to : '';
      this.#record({ subject: address, at: Date.now(), kind: answer.kind, text });
    }
  };

  /** Records the answer of a page that the cache does not have, with its tags. */
  readonly recordUncached = (address: string, answer: AddressAnswer): void => {
    this.recordAnswer(address, answer);
    const known = this.#known.get(address);
    if (answer.kind === 'page' && known) known.tags = answer.tags;
  };

  /** Records a file that visitors are given. Its address has a hash, so its content never changes. */
  readonly recordFile = (address: string, path: string): void => this.#recordBytes(address, { text: '', path });

  /** Records a drawing, which is not in a file. */
  readonly recordDrawing = (address: string, svg: string): void => this.#recordBytes(address, { text: svg });

  /** Records which version of a document is live. @param at the moment of its change, in milliseconds since 1970. */
  recordDocument(document: DocumentAddress, at: number): void {
    const live = this.#options.replica.live(document);
    const subject = documentKey(document);
    const text = live ? JSON.stringify({ version: live.version, updatedAt: live.updatedAt }) : '';
    if (live || this.#known.has(subject)) this.#record({ subject, at, kind: live ? 'document' : 'gone', text });
  }

  /** Lists the recorded addresses of pages. */
  listAddresses(): string[] {
    return this.#knownPages().map(([address]) => address);
  }

  /** Lists the recorded addresses of pages that may show something with one of the tags. */
  findShowing(changed: ReadonlySet<string>): string[] {
    return this.#knownPages()
      .filter(([address, { tags }]) => {
        const shown = this.#options.cache.peek(address)?.tags ?? tags;
        return !shown || shown.some((tag) => changed.has(tag));
      })
      .map(([address]) => address);
  }

  #knownPages(): [string, Known][] {
    return [...this.#known].filter(([subject, { kind }]) => kind !== 'file' && subject.startsWith('/'));
  }

  #recordPage(address: string, { html, tags }: Extract<AddressAnswer, { kind: 'page' }>): void {
    const at = Date.now();
    const makeContext = () => {
      const documents = tags.map(taggedDocument).filter((document) => document !== null);
      // The versions that a page shows come before it, also of a page that is served before `PageWatch` has recorded all documents.
      for (const document of documents) if (!this.#known.has(documentKey(document))) this.recordDocument(document, at);
      return { build: this.#options.buildId, documents: documents.map(documentKey) };
    };
    if (this.#record({ subject: address, at, kind: 'page', text: html }, makeContext)) this.#recordPictures(html);
    // The cache has them.
    delete this.#known.get(address)?.tags;
  }

  #recordBytes(address: string, bytes: Pick<NewEntry, 'text' | 'path'>): void {
    if (this.#known.has(address)) return;
    this.#known.set(address, { kind: 'file', hash: '' });
    this.#options.record({ subject: address, at: Date.now(), kind: 'file', ...bytes });
  }

  /** @returns whether it is new. */
  #record(entry: NewEntry, makeContext?: () => NonNullable<NewEntry['context']>): boolean {
    const hash = hashBytes(entry.text).toString('base64');
    const known = this.#known.get(entry.subject);
    if (known?.hash === hash && known.kind === entry.kind) return false;
    this.#known.set(entry.subject, { kind: entry.kind, hash });
    this.#options.record(makeContext ? { ...entry, context: makeContext() } : entry);
    return true;
  }

  /** Smaller forms of a picture are recorded when a visitor gets them. */
  #recordPictures(html: string): void {
    for (const [found] of html.matchAll(pictureAddresses)) {
      if (this.#known.has(found)) continue;
      // V8 keeps a part of a text as a reference to the whole: the page would stay in memory.
      const address = Buffer.from(found).toString();
      if (parseDiagramPath(address)) this.#options.onDrawing(address);
      const picture = this.#options.replica.media(address);
      if (picture) this.recordFile(address, picture.file);
    }
  }
}
