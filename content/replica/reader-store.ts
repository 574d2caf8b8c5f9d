/** What readers of the replica keep in memory: parsed documents, results of lists and values made from many documents, until one of them changes. */
import type { SQLInputValue } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { inLanguage, storedLocale } from '../kept-once.ts';
import type { Locale } from '../locales.ts';
import type { DocumentType, DocumentTypes } from '../model.ts';
import type { DocumentAddress } from './document-index.ts';
import { type FillIn, type ReadContent, createReader } from './reader.ts';
import { readStored, storedColumns, takenDown } from './stored-document.ts';
import { documentTag } from './tags.ts';
import { ChangeHistory, haveCommon } from './change-history.ts';

/** Where a store reads rows: the replica's file. */
export interface RowSource {
  get: (sql: string, ...values: SQLInputValue[]) => Record<string, unknown> | undefined;
  all: (sql: string, ...values: SQLInputValue[]) => Record<string, unknown>[];
}

export interface ReaderStore extends ReadContent {
  /** Call after every change of the database. @param changed the tags of what changed; without them everything may have. */
  forget: (changed?: ReadonlySet<string>) => void;
  /** Keeps a document that was just written. @param row what a query for it would give. */
  keep: (document: DocumentAddress, row: Record<string, unknown>) => void;
  /** What it keeps, for `take` of another store. */
  kept: () => { documents: KeptDocuments; results: KeptResults };
  /** Forgets what changed, and takes over what another store of the same database has read since. */
  take: (other: ReaderStore, changed: ReadonlySet<string>) => void;
}

interface KeptDocument {
  document: ReturnType<ReaderStore['document']>;
  size: number;
}
/** By their tag. */
type KeptDocuments = LRUCache<string, KeptDocument>;
/** By statement, then by values: a page reads dozens of lists, and hashing a statement takes longer than finding its result. */
type KeptResults = Map<string, LRUCache<string, Record<string, unknown>[]>>;

/**
 * Parsed documents kept in memory, as characters of their stored text; each counts some more for its object. It holds thousands of
 * instruments, all of which a list reads, beside the documents of every page.
 */
const textInMemory = 12_000_000;
const objectSize = 500;
const none: ReadonlySet<string> = new Set();
/** Results of one statement kept in memory, each a list of ids. */
const resultsInMemory = 1000;

/** The sources of filled documents, of every store: one may take over the documents of another. */
const filledFrom = new WeakMap<object, ReadonlySet<string>>();

function sourcesOf({ document }: KeptDocument): ReadonlySet<string> {
  return (typeof document === 'object' && document && filledFrom.get(document)) || none;
}

/** @param repair returns what visitors get of a document that cannot be read. */
export function createReaderStore(
  database: RowSource,
  descending: ReadonlySet<DocumentType>,
  repair: (document: DocumentAddress) => ReturnType<ReaderStore['document']>,
  fillIn: FillIn | null = null,
): ReaderStore {
  const documents: KeptDocuments = new LRUCache({
    maxSize: textInMemory,
    sizeCalculation: ({ size }) => size,
  });
  let results: KeptResults = new Map();
  const computed: ReaderStore['computed'] = new Map();
  const history = new ChangeHistory();
  /** The tags of documents into which figures are filled. */
  const withFigures = new Set<string>();
  function filled(type: DocumentType, document: DocumentTypes[DocumentType], data: string) {
    if (!fillIn?.concerns(type, data)) return document;
    const read = createReader(store);
    const result = fillIn.fill(type, document, read);
    filledFrom.set(result, read.tags);
    return result;
  }

  function stored(type: DocumentType, id: string, locale: Locale): ReturnType<ReaderStore['document']> {
    const key = documentTag(type, id, locale);
    const known = documents.get(key);
    if (known) return known.document;
    const row = database.get(
      `SELECT ${storedColumns} FROM documents WHERE type = ? AND id = ? AND locale = ?`,
      type,
      id,
      locale,
    );
    return keep({ type, id, locale }, row);
  }

  function keep(
    address: DocumentAddress,
    row: Record<string, unknown> | undefined,
  ): ReturnType<ReaderStore['document']> {
    const { type, id, locale } = address;
    const read = row ? readStored(row, id) : null;
    const document = !row
      ? null
      : !read
        ? repair(address)
        : row['takenDown']
          ? takenDown
          : filled(type, read, String(row['data']));
    put(documentTag(type, id, locale), { document, size: objectSize + String(row?.['data'] ?? '').length });
    return document;
  }

  function put(tag: string, kept: KeptDocument): void {
    documents.set(tag, kept);
    if (sourcesOf(kept).size > 0) withFigures.add(tag);
  }

  /** Forgets documents into which figures of what changed were filled. */
  function forgetFilled(changed: ReadonlySet<string>): void {
    for (const tag of withFigures) {
      const kept = documents.peek(tag);
      if (kept && !haveCommon(sourcesOf(kept), changed)) continue;
      documents.delete(tag);
      withFigures.delete(tag);
    }
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
    document: (type, id, locale) => inLanguage(type, stored(type, id, storedLocale(type, locale)), locale),
    forget(changed) {
      history.add(changed);
      if (changed) {
        for (const tag of changed) documents.delete(tag);
        forgetFilled(changed);
      } else {
        documents.clear();
        withFigures.clear();
      }
      results.clear();
      for (const [name, { tags }] of computed) if (!changed || haveCommon(tags, changed)) computed.delete(name);
    },
    keep: (document, row) => void keep(document, row),
    kept: () => ({ documents, results }),
    take(other, changed) {
      store.forget(changed);
      const kept = other.kept();
      ({ results } = kept);
      for (const tag of kept.documents.rkeys()) {
        // What has not changed stays the same object, by which others keep what they make of it.
        const read = documents.has(tag) ? undefined : kept.documents.peek(tag);
        if (read) put(tag, read);
      }
      for (const [name, value] of other.computed) computed.set(name, value);
    },
  };
  return store;
}
