/** The caches of the replica's readers: parsed documents, results of lists and values derived from many documents, each until a change. */
import type { SQLInputValue } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { DocumentAddress } from '../document-address.ts';
import { inLanguage, storedLocale } from '../language-neutral.ts';
import type { Locale } from '../locales.ts';
import type { DocumentType } from '../model.ts';
import { ChangeHistory, haveCommon } from './change-history.ts';
import { type FillIn, type FoundDocument, type ReadContent, createReader } from './reader.ts';
import { readStored, storedColumns, takenDown } from './stored-document.ts';
import { documentTag, taggedDocument } from './tags.ts';

/** The source from which a store reads rows. */
export interface RowSource {
  get: (sql: string, ...values: SQLInputValue[]) => Record<string, unknown> | undefined;
  all: (sql: string, ...values: SQLInputValue[]) => Record<string, unknown>[];
}

export interface ReaderStore extends ReadContent {
  /** Call after every change of the database. @param changed the tags of what changed; without them everything may have. */
  forget: (changed?: ReadonlySet<string>) => void;
  /** Also reads changed documents again if they were cached or will be needed, in short turns: an import changes thousands. */
  readAgain: (changed: ReadonlySet<string>) => Promise<void>;
}

type Document = FoundDocument['document'];

interface CachedDocument extends FoundDocument {
  /** A language-neutral document as visitors of other languages read it: the same object each time, because other caches use it as their key. */
  inLanguages: Map<Locale, FoundDocument>;
  size: number;
}

/**
 * Parsed documents kept in memory, as characters of their stored text; each counts some more for its object. It holds thousands of
 * instruments, all of which a list reads, and the documents of every page.
 */
const maxTextLength = 12_000_000;
const objectSize = 500;
const none: ReadonlySet<string> = new Set();
/** Milliseconds for which visitors wait while documents are read again. */
const maxTurnMs = 5;
/** The type of which lists and searches read all documents. */
const readAsWhole: DocumentType = 'instrument';
/** Results of one statement kept in memory, each a list of ids. */
const resultsInMemory = 1000;

/** Creates the caches of readers. @param repair returns the replacement of a document that cannot be read. */
export function createReaderStore(
  database: RowSource,
  descending: ReadonlySet<DocumentType>,
  repair: (document: DocumentAddress) => Document,
  fillIn: FillIn | null = null,
): ReaderStore {
  /** The cached documents by their tag. */
  const documents = new LRUCache<string, CachedDocument>({
    maxSize: maxTextLength,
    sizeCalculation: ({ size }) => size,
  });
  /** The cached results by statement, then by values: hashing a long statement takes longer than finding its result. */
  const results = new Map<string, LRUCache<string, Record<string, unknown>[]>>();
  const computed: ReaderStore['computed'] = new Map();
  const history = new ChangeHistory();
  /** The tags of documents into which figures are filled. */
  const withFigures = new Set<string>();

  function readDocument(tag: string, address: DocumentAddress): CachedDocument {
    const { type, id, locale } = address;
    const row = database.get(
      `SELECT ${storedColumns} FROM documents WHERE type = ? AND id = ? AND locale = ?`,
      type,
      id,
      locale,
    );
    const data = String(row?.['data'] ?? '');
    const cached = { ...findDocument(address, row, data), inLanguages: new Map(), size: objectSize + data.length };
    documents.set(tag, cached);
    if (cached.sources.size > 0) withFigures.add(tag);
    return cached;
  }

  function findDocument(
    address: DocumentAddress,
    row: Record<string, unknown> | undefined,
    data: string,
  ): FoundDocument {
    if (!row) return { document: null, sources: none };
    const document = readStored(row, address.id);
    if (!document) return { document: repair(address), sources: none };
    if (row['takenDown']) return { document: takenDown, sources: none };
    if (!fillIn?.concerns(address.type, data)) return { document, sources: none };
    const read = createReader(store);
    return { document: fillIn.fill(address.type, document, read), sources: read.tags };
  }

  /** Drops documents with changed figures, and values that were derived from changed documents. */
  function forgetDerived(changed?: ReadonlySet<string>): void {
    for (const tag of withFigures) {
      const cached = documents.peek(tag);
      if (cached && changed && !haveCommon(cached.sources, changed)) continue;
      documents.delete(tag);
      withFigures.delete(tag);
    }
    results.clear();
    for (const [name, { tags }] of computed) if (!changed || haveCommon(tags, changed)) computed.delete(name);
    history.add(changed);
  }

  const store: ReaderStore = {
    descending,
    computed,
    history,
    rows(sql, values) {
      const cachedRows = results.get(sql) ?? new LRUCache<string, Record<string, unknown>[]>({ max: resultsInMemory });
      results.set(sql, cachedRows);
      const key = values.join('\n');
      const rows = cachedRows.get(key) ?? database.all(sql, ...values);
      cachedRows.set(key, rows);
      return rows;
    },
    document(type, id, locale) {
      const stored = storedLocale(type, locale);
      const tag = documentTag(type, id, stored);
      const cached = documents.get(tag) ?? readDocument(tag, { type, id, locale: stored });
      const { document, sources, inLanguages } = cached;
      if (stored === locale || typeof document !== 'object' || document === null) return cached;
      const known = inLanguages.get(locale) ?? { document: inLanguage(type, document, locale), sources };
      inLanguages.set(locale, known);
      return known;
    },
    forget(changed) {
      if (changed) for (const tag of changed) documents.delete(tag);
      else documents.clear();
      forgetDerived(changed);
    },
    async readAgain(changed) {
      let end = performance.now() + maxTurnMs;
      for (const tag of changed) {
        const address = taggedDocument(tag);
        if (!address || !(documents.has(tag) || address.type === readAsWhole)) continue;
        readDocument(tag, address);
        if (performance.now() < end) continue;
        await setImmediate();
        end = performance.now() + maxTurnMs;
      }
      forgetDerived(changed);
    },
  };
  return store;
}
