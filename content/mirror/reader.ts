/** What page loaders read with: documents and lists in a locale, English where a translation is missing, and a note of every tag. */
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import type { DocumentType, DocumentTypes, Locale } from '../model.ts';
import { defaultLocale, locales } from '../../site/i18n/locales.ts';
import { addressTag, documentTag, listTag } from './tags.ts';

export interface ListQuery {
  /** Only documents related so, e.g. `['tag', 'gold']` or `['category', 'market-notes']`. */
  relation?: readonly [name: string, target: string];
  limit?: number;
  offset?: number;
}

export interface Reader {
  /** The document in the locale, else in English, else null. Compare `document.locale` to see which. */
  get: <Type extends DocumentType>(type: Type, id: string, locale: Locale) => DocumentTypes[Type] | null;
  /** The only document of a single type such as `header`. */
  single: <Type extends DocumentType>(type: Type, locale: Locale) => DocumentTypes[Type] | null;
  /** By the address part, in the locale or in English. `moved` when the slug is a former one of the document. */
  bySlug: <Type extends DocumentType>(type: Type, slug: string, locale: Locale) => { document: DocumentTypes[Type]; moved: boolean } | null;
  /** In the order of the type: newest first, by position, or by name. */
  list: <Type extends DocumentType>(type: Type, locale: Locale, query?: ListQuery) => DocumentTypes[Type][];
  count: (type: DocumentType, locale: Locale, query?: Pick<ListQuery, 'relation'>) => number;
  /** Slug (or id, for types without) by locale, only where the document exists. */
  addresses: (type: DocumentType, id: string) => Partial<Record<Locale, string>>;
  /** Tags of everything handed out so far. */
  tags: ReadonlySet<string>;
}

export interface ReaderStore {
  document: (type: DocumentType, id: string, locale: Locale) => DocumentTypes[DocumentType] | null;
  rows: (sql: string, values: SQLInputValue[]) => Record<string, unknown>[];
  descending: ReadonlySet<DocumentType>;
  /** Call after every change of the database. */
  forget: () => void;
}

/** Parsed documents kept in memory; 2000 of them are about 20 MB. */
const documentsInMemory = 2000;

export function createReaderStore(database: DatabaseSync, descending: ReadonlySet<DocumentType>): ReaderStore {
  const statements = new Map<string, StatementSync>();
  const documents = new LRUCache<string, { document: DocumentTypes[DocumentType] | null }>({ max: documentsInMemory });
  const results = new LRUCache<string, Record<string, unknown>[]>({ max: documentsInMemory });
  const rows: ReaderStore['rows'] = (sql, values) => {
    const key = `${sql}\n${values.join('\n')}`;
    const known = results.get(key);
    if (known) return known;
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    const found = statement.all(...values);
    results.set(key, found);
    return found;
  };
  return {
    rows,
    descending,
    document(type, id, locale) {
      const key = `${type}/${id}.${locale}`;
      const known = documents.get(key);
      if (known) return known.document;
      const data = database.prepare('SELECT data FROM documents WHERE type = ? AND id = ? AND locale = ?').get(type, id, locale)?.['data'];
      const document = typeof data === 'string' ? (JSON.parse(data) as DocumentTypes[DocumentType]) : null;
      documents.set(key, { document });
      return document;
    },
    forget() {
      documents.clear();
      results.clear();
    },
  };
}

/** A list shows each document once: in the locale, or in English where that locale has none. */
const inLocale = `d.type = ? AND (d.locale = ? OR (d.locale = '${defaultLocale}' AND NOT EXISTS
  (SELECT 1 FROM documents o WHERE o.type = d.type AND o.id = d.id AND o.locale = ?)))`;
const related = 'AND EXISTS (SELECT 1 FROM relations r WHERE r.type = d.type AND r.id = d.id AND r.locale = d.locale AND r.relation = ? AND r.target = ?)';

export function createReader(store: ReaderStore): Reader {
  const tags = new Set<string>();

  function get<Type extends DocumentType>(type: Type, id: string, locale: Locale): DocumentTypes[Type] | null {
    tags.add(documentTag(type, id, locale));
    const own = store.document(type, id, locale);
    if (own || locale === defaultLocale) return own as DocumentTypes[Type] | null;
    tags.add(documentTag(type, id, defaultLocale));
    return store.document(type, id, defaultLocale) as DocumentTypes[Type] | null;
  }

  function selection(type: DocumentType, locale: Locale, relation: ListQuery['relation']): { where: string; values: SQLInputValue[] } {
    tags.add(listTag(type, locale, relation));
    return { where: `WHERE ${inLocale} ${relation ? related : ''}`, values: [type, locale, locale, ...(relation ?? [])] };
  }

  function list<Type extends DocumentType>(type: Type, locale: Locale, { relation, limit = -1, offset = 0 }: ListQuery = {}): DocumentTypes[Type][] {
    const { where, values } = selection(type, locale, relation);
    const order = store.descending.has(type) ? 'DESC' : 'ASC';
    const found = store.rows(`SELECT d.id FROM documents d ${where} ORDER BY d.sort ${order}, d.id LIMIT ? OFFSET ?`, [...values, limit, offset]);
    return found.map((row) => get(type, String(row['id']), locale)).filter((document) => document !== null);
  }

  return {
    get,
    list,
    tags,
    single: (type, locale) => list(type, locale, { limit: 1 })[0] ?? null,
    count(type, locale, { relation } = {}) {
      const { where, values } = selection(type, locale, relation);
      return Number(store.rows(`SELECT count(*) AS n FROM documents d ${where}`, values)[0]?.['n'] ?? 0);
    },
    bySlug(type, slug, locale) {
      for (const candidate of locale === defaultLocale ? [locale] : [locale, defaultLocale]) {
        const id = store.rows('SELECT id FROM documents WHERE type = ? AND locale = ? AND slug = ?', [type, candidate, slug])[0]?.['id'];
        const document = id === undefined ? null : get(type, String(id), locale);
        if (document) return { document, moved: 'slug' in document && document.slug !== slug };
      }
      const former = store.rows('SELECT id FROM former_slugs WHERE type = ? AND locale = ? AND slug = ?', [type, locale, slug])[0]?.['id'];
      const document = former === undefined ? null : get(type, String(former), locale);
      return document ? { document, moved: true } : null;
    },
    addresses(type, id) {
      tags.add(addressTag(type, id));
      const found: Partial<Record<Locale, string>> = {};
      for (const locale of locales) {
        const document = store.document(type, id, locale);
        if (document) found[locale] = 'slug' in document ? document.slug : document.id;
      }
      return found;
    },
  };
}
