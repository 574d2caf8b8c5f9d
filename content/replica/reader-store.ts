/** What readers of the replica keep in memory: parsed documents, results of lists and values made from many documents, until one of them changes. */
import type { SQLInputValue } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { DocumentAddress } from '../document-address.ts';
import { inLanguage, storedLocale } from '../kept-once.ts';
import type { DocumentType, DocumentTypes } from '../model.ts';
import { type FillIn, type ReadContent, createReader } from './reader.ts';
import { readStored, storedColumns, takenDown } from './stored-document.ts';
import { documentTag } from './tags.ts';
import { ChangeHistory, haveCommon } from './change-history.ts';

/** Where a store reads rows. */
export interface RowSource {
  get: (sql: string, ...values: SQLInputValue[]) => Record<string, unknown> | undefined;
  all: (sql: string, ...values: SQLInputValue[]) => Record<string, unknown>[];
}

export interface ReaderStore extends ReadContent {
  /** Call after every change of the database. @param changed the tags of what changed; without them everything may have. */
  forget: (changed?: ReadonlySet<string>) => void;
  /** Reads the documents again that are in memory and have changed, in short turns, so that nobody waits for all of them: after an import there are thousands. */
  readAgain: (changed: ReadonlySet<string>) => Promise<void>;
}

interface CachedDocument {
  address: DocumentAddress;
  document: ReturnType<ReaderStore['document']>;
  size: number;
}

/**
 * Parsed documents kept in memory, as characters of their stored text; each counts some more for its object. It holds thousands of
 * instruments, all of which a list reads, beside the documents of every page.
 */
const textInMemory = 12_000_000;
const objectSize = 500;
const none: ReadonlySet<string> = new Set();
/** Milliseconds for which visitors wait while documents are read again. */
const turnMs = 5;
/** Results of one statement kept in memory, each a list of ids. */
const resultsInMemory = 1000;

/** @param repair returns what visitors get of a document that cannot be read. */
export function createReaderStore(
  database: RowSource,
  descending: ReadonlySet<DocumentType>,
  repair: (document: DocumentAddress) => ReturnType<ReaderStore['document']>,
  fillIn: FillIn | null = null,
): ReaderStore {
  /** By their tag. */
  const documents = new LRUCache<string, CachedDocument>({
    maxSize: textInMemory,
    sizeCalculation: ({ size }) => size,
  });
  /** By statement, then by values: a page reads dozens of lists, and hashing a statement takes longer than finding its result. */
  const results = new Map<string, LRUCache<string, Record<string, unknown>[]>>();
  const computed: ReaderStore['computed'] = new Map();
  const history = new ChangeHistory();
  /** The tags of what was filled into a document. */
  const filledFrom = new WeakMap<object, ReadonlySet<string>>();
  /** The tags of documents into which figures are filled. */
  const withFigures = new Set<string>();

  const sourcesOf = ({ document }: CachedDocument): ReadonlySet<string> =>
    (typeof document === 'object' && document && filledFrom.get(document)) || none;

  function filled(type: DocumentType, document: DocumentTypes[DocumentType], data: string) {
    if (!fillIn?.concerns(type, data)) return document;
    const read = createReader(store);
    const result = fillIn.fill(type, document, read);
    filledFrom.set(result, read.tags);
    return result;
  }

  function stored(address: DocumentAddress): ReturnType<ReaderStore['document']> {
    const tag = documentTag(address.type, address.id, address.locale);
    return (documents.get(tag) ?? readRow(tag, address)).document;
  }

  function readRow(tag: string, address: DocumentAddress): CachedDocument {
    const { type, id, locale } = address;
    const row = database.get(
      `SELECT ${storedColumns} FROM documents WHERE type = ? AND id = ? AND locale = ?`,
      type,
      id,
      locale,
    );
    const found = row ? readStored(row, id) : null;
    const document = !row
      ? null
      : !found
        ? repair(address)
        : row['takenDown']
          ? takenDown
          : filled(type, found, String(row['data']));
    const cached: CachedDocument = { address, document, size: objectSize + String(row?.['data'] ?? '').length };
    documents.set(tag, cached);
    if (sourcesOf(cached).size > 0) withFigures.add(tag);
    return cached;
  }

  /** Forgets documents into which figures of what changed were filled. */
  function forgetFilled(changed: ReadonlySet<string>): void {
    for (const tag of withFigures) {
      const cached = documents.peek(tag);
      if (cached && !haveCommon(sourcesOf(cached), changed)) continue;
      documents.delete(tag);
      withFigures.delete(tag);
    }
  }

  /** Drops what was made from what changed; documents by themselves are dropped by `forget`, or read again. */
  function forgetMade(changed?: ReadonlySet<string>): void {
    history.add(changed);
    results.clear();
    for (const [name, { tags }] of computed) if (!changed || haveCommon(tags, changed)) computed.delete(name);
  }

  const store: ReaderStore = {
    descending,
    computed,
    history,
    sources: (document) => filledFrom.get(document) ?? none,
    rows(sql, values) {
      const ofStatement = results.get(sql) ?? new LRUCache<string, Record<string, unknown>[]>({ max: resultsInMemory });
      results.set(sql, ofStatement);
      const key = values.join('\n');
      const known = ofStatement.get(key);
      if (known) return known;
      const found = database.all(sql, ...values);
      ofStatement.set(key, found);
      return found;
    },
    document: (type, id, locale) => inLanguage(type, stored({ type, id, locale: storedLocale(type, locale) }), locale),
    forget(changed) {
      if (changed) {
        for (const tag of changed) documents.delete(tag);
        forgetFilled(changed);
      } else {
        documents.clear();
        withFigures.clear();
      }
      forgetMade(changed);
    },
    async readAgain(changed) {
      let end = performance.now() + turnMs;
      for (const tag of changed) {
        const cached = documents.peek(tag);
        if (!cached) continue;
        readRow(tag, cached.address);
        if (performance.now() < end) continue;
        await setImmediate();
        end = performance.now() + turnMs;
      }
      forgetFilled(changed);
      forgetMade(changed);
    },
  };
  return store;
}
