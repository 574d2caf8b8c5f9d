/**
 * The reader of page loaders: documents and lists in a locale, with English for a missing translation. It records tags of everything that it
 * returns.
 */
import type { SQLInputValue } from 'node:sqlite';
import type { DocumentType, DocumentTypes, Locale } from '../model.ts';
import { defaultLocale, locales } from '../locales.ts';
import { isRarelyNew } from './document-index.ts';
import { storedLocale } from '../language-neutral.ts';
import type { ChangeHistory } from './change-history.ts';
import { takenDown } from './stored-document.ts';
import { addressTag, documentTag, linksTag, listTag, slugTag } from './tags.ts';

/**
 * The statements for lists, as constants: V8 then need not hash them for each lookup. Each walks an index in the order of its list and reads as
 * many rows as it returns (`query-plans.test.ts`).
 */
const listStatements = {
  ascending:
    'SELECT id FROM listed WHERE type = ? AND shown = ? AND relation = ? AND target = ? ORDER BY sort, id LIMIT ? OFFSET ?',
  descending:
    'SELECT id FROM listed WHERE type = ? AND shown = ? AND relation = ? AND target = ? ORDER BY sort DESC, id LIMIT ? OFFSET ?',
  // SQLite merges the two as it walks their indexes.
  newest:
    'SELECT type, id, sort FROM listed WHERE type = ? AND shown = ? AND relation = ? AND target = ? UNION ALL SELECT type, id, sort FROM listed WHERE type = ? AND shown = ? AND relation = ? AND target = ? ORDER BY sort DESC, id LIMIT ? OFFSET ?',
  count: 'SELECT n FROM counts WHERE type = ? AND shown = ? AND relation = ? AND target = ?',
  // Without its name, SQLite walks all documents of the type.
  slug: 'SELECT id FROM documents INDEXED BY documents_slug WHERE type = ? AND locale = ? AND slug = ? ORDER BY taken_down, id',
  formerSlug: 'SELECT id FROM former_slugs WHERE type = ? AND locale = ? AND slug = ?',
};
/** The relation and target for the list of a whole type. */
const wholeType = ['', ''] as const;

export interface ListQuery {
  /** Only documents with this relation, e.g. `['tag', 'gold']` or `['category', 'market-notes']`. */
  relation?: readonly [name: string, target: string];
  limit?: number;
  offset?: number;
}

/** A document by its id, or by the last part of its address. */
export type LinkTarget = { type: DocumentType; id: string } | { type: DocumentType; slug: string };

export interface Reader {
  /** The document in the locale, else in English, else null; null also when it is taken down in the locale. Compare `document.locale` to see which. */
  get: <Type extends DocumentType>(type: Type, id: string, locale: Locale) => DocumentTypes[Type] | null;
  /** The only document of a single type such as `header`. */
  single: <Type extends DocumentType>(type: Type, locale: Locale) => DocumentTypes[Type] | null;
  /** By the slug, in the locale or in English. `moved` when the document's slug in the locale is another one. */
  bySlug: <Type extends DocumentType>(
    type: Type,
    slug: string,
    locale: Locale,
  ) => { document: DocumentTypes[Type]; moved: boolean } | null;
  /** In the order of the type: newest first, by position, or by name. */
  list: <Type extends DocumentType>(type: Type, locale: Locale, query?: ListQuery) => DocumentTypes[Type][];
  /** Documents of two types that are both listed newest first, in one such list. */
  newest: <One extends DocumentType, Other extends DocumentType>(
    types: readonly [One, Other],
    locale: Locale,
    query?: ListQuery,
  ) => (DocumentTypes[One] | DocumentTypes[Other])[];
  count: (type: DocumentType, locale: Locale, query?: Pick<ListQuery, 'relation'>) => number;
  /** Slug (or id, for types without) by locale, where the document exists; null where it is taken down. */
  addresses: (type: DocumentType, id: string) => Partial<Record<Locale, string | null>>;
  /** Whether a link leads to a document that visitors get, and the tags that announce a change of that; the reader does not record them. */
  linkStatus: (target: LinkTarget, locale: Locale) => { works: boolean; tags: string[] };
  /**
   * A value that is derived from many documents, cached until one of them changes. `make` gets a reader of its own, whose tags this one records.
   * @param name of the value, and of its language if it has one; there are few of them.
   */
  computed: <Value>(name: string, make: (read: Reader) => Value) => Value;
  /** Records tags of something that was cached from an earlier render. */
  note: (tags: Iterable<string>) => void;
  /** A number for the state of the content, for `isAsAt`. */
  moment: () => number;
  /** Whether nothing with one of the tags has changed since a moment: a value that was made then is still right. */
  isAsAt: (moment: number, tags: ReadonlySet<string>) => boolean;
  /** Tags of everything returned so far. */
  tags: ReadonlySet<string>;
}

/** Fills in what a document takes from others, such as figures of instruments, when it is read from the replica. */
export interface FillIn {
  /** Whether a document has placeholders. Called for every document, so it must be fast. @param data the stored document as JSON. */
  concerns: (type: DocumentType, data: string) => boolean;
  /** @param read records the tags of what is filled in. */
  fill: (type: DocumentType, document: DocumentTypes[DocumentType], read: Reader) => DocumentTypes[DocumentType];
}

export interface FoundDocument {
  /** `takenDown` when English must not replace it; null when there is no document. */
  document: DocumentTypes[DocumentType] | typeof takenDown | null;
  /** The tags of what was filled into it. */
  sources: ReadonlySet<string>;
}

/** The source of a reader: the replica with caches (`reader-store.ts`). */
export interface ReadContent {
  /** The document in exactly this locale. */
  document: (type: DocumentType, id: string, locale: Locale) => FoundDocument;
  rows: (sql: string, values: SQLInputValue[]) => Record<string, unknown>[];
  descending: ReadonlySet<DocumentType>;
  computed: Map<string, { value: unknown; tags: ReadonlySet<string> }>;
  history: ChangeHistory;
}

/** Whether a link to it is shown: the redirect of a page that has ended leads visitors of old links on. */
function isLinked(document: FoundDocument['document']): boolean {
  return document !== null && document !== takenDown && !('ended' in document && document.ended);
}

export function createReader(store: ReadContent): Reader {
  const tags = new Set<string>();

  function get<Type extends DocumentType>(type: Type, id: string, locale: Locale): DocumentTypes[Type] | null {
    tags.add(documentTag(type, id, storedLocale(type, locale)));
    const { document, sources } = shown(type, id, locale, () => tags.add(documentTag(type, id, defaultLocale)));
    for (const tag of sources) tags.add(tag);
    return document === takenDown ? null : (document as DocumentTypes[Type] | null);
  }

  /** The document for visitors of a locale. @param onFallback called before English is read in its place. */
  function shown(type: DocumentType, id: string, locale: Locale, onFallback?: () => void): FoundDocument {
    const found = store.document(type, id, locale);
    if (found.document !== null || storedLocale(type, locale) === defaultLocale) return found;
    onFallback?.();
    return store.document(type, id, defaultLocale);
  }

  /** Ids of the documents that a slug may mean, the likeliest first: a former slug of one may be the slug of another now. */
  function findIds(type: DocumentType, slug: string, locale: Locale): { id: string; former: boolean }[] {
    const candidates = [...new Set([locale, defaultLocale])];
    const own = candidates.flatMap((candidate) => store.rows(listStatements.slug, [type, candidate, slug]));
    const former = candidates.flatMap((candidate) => store.rows(listStatements.formerSlug, [type, candidate, slug]));
    return [
      ...own.map((row) => ({ id: String(row['id']), former: false })),
      ...former.map((row) => ({ id: String(row['id']), former: true })),
    ];
  }

  /** Where the rows of a list are; records its tag. */
  function findListKey(type: DocumentType, locale: Locale, relation: ListQuery['relation']): string[] {
    const stored = storedLocale(type, locale);
    tags.add(listTag(type, stored, relation));
    return [type, stored, ...(relation ?? wholeType)];
  }

  function list<Type extends DocumentType>(
    type: Type,
    locale: Locale,
    { relation, limit = -1, offset = 0 }: ListQuery = {},
  ): DocumentTypes[Type][] {
    const statement = store.descending.has(type) ? listStatements.descending : listStatements.ascending;
    const found = store.rows(statement, [...findListKey(type, locale, relation), limit, offset]);
    return found.map((row) => get(type, String(row['id']), locale)).filter((document) => document !== null);
  }

  return {
    get,
    list,
    tags,
    newest<One extends DocumentType, Other extends DocumentType>(
      types: readonly [One, Other],
      locale: Locale,
      { relation, limit = -1, offset = 0 }: ListQuery = {},
    ) {
      const places = types.flatMap((type) => findListKey(type, locale, relation));
      return store
        .rows(listStatements.newest, [...places, limit, offset])
        .flatMap((row) => get<One | Other>(row['type'] as One | Other, String(row['id']), locale) ?? []);
    },
    single: (type, locale) => list(type, locale, { limit: 1 })[0] ?? null,
    count(type, locale, { relation } = {}) {
      return Number(store.rows(listStatements.count, findListKey(type, locale, relation))[0]?.['n'] ?? 0);
    },
    bySlug(type, slug, locale) {
      for (const { id, former } of findIds(type, slug, locale)) {
        const document = get(type, id, locale);
        if (document) return { document, moved: former || ('slug' in document && document.slug !== slug) };
      }
      return null;
    },
    addresses(type, id) {
      tags.add(addressTag(type, id));
      const found: Partial<Record<Locale, string | null>> = {};
      for (const locale of locales) {
        const { document } = store.document(type, id, locale);
        if (document === takenDown) found[locale] = null;
        else if (document) found[locale] = 'slug' in document ? document.slug : document.id;
      }
      return found;
    },
    linkStatus(target, locale) {
      const { type } = target;
      const ids = 'id' in target ? [target.id] : findIds(type, target.slug, locale).map((candidate) => candidate.id);
      const found = ids.find((id) => isLinked(shown(type, id, locale).document));
      const chooseTag = (id: string) => {
        if (type === 'redirect') return documentTag(type, id, defaultLocale);
        return isRarelyNew(type, id) ? linksTag(type, locale) : addressTag(type, id);
      };
      if (found !== undefined) return { works: true, tags: [chooseTag(found)] };
      // A document that comes back announces its id and its current slugs, and the slug of this link may be a former one.
      return { works: false, tags: [...('slug' in target ? [slugTag(type, target.slug)] : []), ...ids.map(chooseTag)] };
    },
    computed<Value>(name: string, make: (read: Reader) => Value): Value {
      let cached = store.computed.get(name);
      if (!cached) {
        const localReader = createReader(store);
        cached = { value: make(localReader), tags: localReader.tags };
        store.computed.set(name, cached);
      }
      for (const tag of cached.tags) tags.add(tag);
      return cached.value as Value;
    },
    note(more) {
      for (const tag of more) tags.add(tag);
    },
    moment: () => store.history.now,
    isAsAt: (moment, of) => store.history.isUnchanged(moment, of),
  };
}
