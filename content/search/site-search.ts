/**
 * The search: one in-memory index per locale, built from the mirror and updated with the tags that the mirror reports as changed. Indexing
 * runs in short turns of the event loop, however many documents changed. No cache keeps pages of results, so one that is outdated meanwhile
 * is right with the next request.
 */
import { hash as digest } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import MiniSearch, { type SearchResult } from 'minisearch';
import type { Locale } from '../locales.ts';
import type { Mirror } from '../mirror/mirror.ts';
import { stem, wordsOf } from './language.ts';
import { type Searchable, type SearchableType, searchableOf, searchableTypes } from './searchable.ts';

export interface SearchHit {
  type: SearchableType;
  id: string;
  /** Stems that matched; `markedParts` finds them in a text. */
  found: ReadonlySet<string>;
}

export interface SiteSearch {
  /**
   * Best match first. A word matches by its beginning, and with small typos when nothing matches exactly. A document must match all
   * words; when none does, some suffice. @throws when the mirror cannot be read.
   */
  find: (query: string, locale: Locale) => SearchHit[];
  /** Takes the tags of a change of the mirror. Resolves when all changed documents are indexed; never rejects. */
  update: (changed: Iterable<string>) => Promise<void>;
  /** Drops all indexes, because the replica lost its content: an index that was being built then holds only what was read before. */
  forget: () => void;
  /** Builds a language's index in short turns, with visitors served in between; `find` alone builds it in one go. Never rejects: `find` throws the error. */
  ready: (locale: Locale) => Promise<void>;
  /** Set on the replacement that a rate-limited visitor gets: it finds nothing, and the page says why. */
  refused?: true;
}

export const refusedSearch: SiteSearch = {
  find: () => [],
  update: () => Promise.resolve(),
  forget: () => undefined,
  ready: () => Promise.resolve(),
  refused: true,
};

interface Entry extends Searchable {
  key: string;
}

interface LocaleIndex {
  entries: MiniSearch<Entry>;
  /** Hash of the indexed text by key: indexing the same text again would count it twice until the index is vacuumed. */
  indexed: Map<string, string>;
  /** Keys of the documents whose text has figures, by the tags of the instruments that these come from. */
  filledFrom: Map<string, Set<string>>;
  /** Keys of documents that are not indexed yet, or only in their previous version. */
  waiting: Set<string>;
  /** When nothing was waiting last, the index held at least one document. */
  whole: boolean;
}

const longestQuery = 100;
/** Indexing of one language yields to visitors after this time; a document takes one to five milliseconds. */
const usualTurnMs = 5;
/** Share of discarded texts in an index that triggers a vacuum: below it they do not visibly change the ranking, and a vacuum takes some milliseconds. */
const mostDirt = 0.05;
/** Changed documents that a search indexes before it answers: it finds an edit immediately, and a full sync does not delay it. */
const mostBeforeSearch = 10;
/** Each word is looked up to three times, also with typos; nobody remembers a text by more words than this. */
const mostWords = 10;

/** Breaks ties by id, since the library puts what was indexed last at the end: an edit must not move a document. Nor must rounding of its averages. */
function byScore(one: SearchResult, other: SearchResult): number {
  const difference = Math.round((other.score - one.score) * 1e6);
  return difference || (String(one.id) < String(other.id) ? -1 : 1);
}

function isSearchable(type: string): type is SearchableType {
  return (searchableTypes as string[]).includes(type);
}

function parts(key: string): [type: SearchableType, id: string] {
  return key.split('/', 2) as [SearchableType, string];
}

class MirrorSearch implements SiteSearch {
  readonly #mirror: Mirror;
  readonly #indexes = new Map<Locale, LocaleIndex>();
  readonly #longestTurnMs: number;
  /** The indexing under way. */
  readonly #working = new Map<Locale, Promise<void>>();

  constructor(mirror: Mirror, longestTurnMs: number) {
    this.#mirror = mirror;
    this.#longestTurnMs = longestTurnMs;
  }

  find(query: string, locale: Locale): SearchHit[] {
    const index = this.#index(locale);
    for (
      let left = index.whole ? mostBeforeSearch : Number.POSITIVE_INFINITY;
      left > 0 && index.waiting.size > 0;
      left -= 1
    )
      this.#next(index, locale);
    const wanted = wordsOf(query.slice(0, longestQuery)).slice(0, mostWords).join(' ');
    // Each attempt is more forgiving than the one before: a correctly spelled word must not match similar ones.
    const attempts = [{ fuzzy: false }, {}, { combineWith: 'OR' as const }];
    let results: SearchResult[] = [];
    for (const options of attempts) if (results.length === 0) results = index.entries.search(wanted, options);
    return results.toSorted(byScore).map(({ id, terms }) => {
      const [type, document] = parts(String(id));
      return { type, id: document, found: new Set(terms) };
    });
  }

  update(changed: Iterable<string>): Promise<void> {
    for (const tag of changed) {
      const [, type = '', id = ''] = /^doc:([^:]+):(.+):\w+$/.exec(tag) ?? [];
      // English texts replace missing translations, so a change may concern every locale.
      for (const { waiting, filledFrom } of this.#indexes.values()) {
        if (isSearchable(type)) waiting.add(`${type}/${id}`);
        for (const key of filledFrom.get(tag) ?? []) waiting.add(key);
      }
    }
    return Promise.all([...this.#indexes.keys()].map((locale) => this.#work(locale))).then(() => undefined);
  }

  forget(): void {
    this.#indexes.clear();
  }

  async ready(locale: Locale): Promise<void> {
    try {
      if (!this.#index(locale).whole) await this.#work(locale);
    } catch {
      // `find` meets the same error and throws it.
    }
  }

  /** Resolves when nothing is left to index, also of what was added while the last turn ended. */
  async #work(locale: Locale): Promise<void> {
    do {
      const working = this.#working.get(locale) ?? this.#inTurns(locale).finally(() => this.#working.delete(locale));
      this.#working.set(locale, working);
      await working;
    } while ((this.#indexes.get(locale)?.waiting.size ?? 0) > 0);
  }

  /** Each language is indexed independently: a search in one does not wait for the others. */
  async #inTurns(locale: Locale): Promise<void> {
    for (let index = this.#indexes.get(locale); index && index.waiting.size > 0; index = this.#indexes.get(locale)) {
      await setImmediate();
      try {
        // With one document per turn, a search would wait for seconds under load, when turns are long.
        const end = performance.now() + this.#longestTurnMs;
        do this.#next(index, locale);
        while (index.waiting.size > 0 && performance.now() < end);
      } catch {
        // The mirror cannot be read now, or is closed. The next search starts a new index, and throws if that fails too.
        this.#indexes.delete(locale);
      }
    }
  }

  /** Indexes the first waiting document. */
  #next(index: LocaleIndex, locale: Locale): void {
    const { entries, waiting, indexed, filledFrom } = index;
    const [key] = waiting;
    if (key === undefined) return;
    const [type, id] = parts(key);
    const read = this.#mirror.reader();
    const document = read.get(type, id, locale);
    const searchable = document && searchableOf(type, document);
    // A document that no longer shows a figure is looked at once more when that changes, and found to be the same.
    for (const tag of read.tags)
      if (tag.startsWith('doc:instrument:') || tag.startsWith('list:instrument:'))
        filledFrom.set(tag, (filledFrom.get(tag) ?? new Set()).add(key));
    waiting.delete(key);
    const print = searchable ? digest('sha256', JSON.stringify(searchable), 'base64url') : undefined;
    if (indexed.get(key) !== print) {
      if (indexed.delete(key)) entries.discard(key);
      if (searchable && print !== undefined) {
        entries.add({ key, ...searchable });
        indexed.set(key, print);
      }
    }
    if (waiting.size > 0) return;
    // A replica that is being refilled is empty at first: a search must then wait for the complete index.
    index.whole = indexed.size > 0;
    // Discarded documents still count in the weights of words. In one batch: a document added between two batches silently breaks the library's iteration.
    if (entries.dirtFactor > mostDirt) void entries.vacuum({ batchSize: Number.POSITIVE_INFINITY });
  }

  #index(locale: Locale): LocaleIndex {
    const known = this.#indexes.get(locale);
    if (known) return known;
    const entries = new MiniSearch<Entry>({
      idField: 'key',
      fields: ['title', 'summary', 'text'],
      tokenize: wordsOf,
      // No query can match a word that is longer than a query may be.
      processTerm: (word) => (word.length <= longestQuery ? stem(word, locale) : null),
      // `#next` vacuums after each change.
      autoVacuum: false,
      searchOptions: {
        boost: { title: 5, summary: 2 },
        prefix: (word) => word.length > 2,
        fuzzy: (word) => (word.length > 3 ? 0.2 : false),
        combineWith: 'AND',
      },
    });
    const waiting = new Set(
      this.#mirror.addresses().flatMap(({ type, id }) => (isSearchable(type) ? [`${type}/${id}`] : [])),
    );
    const index = {
      entries,
      indexed: new Map<string, string>(),
      filledFrom: new Map<string, Set<string>>(),
      waiting,
      whole: false,
    };
    this.#indexes.set(locale, index);
    return index;
  }
}

/** @param longestTurnMs how long indexing of one language may block the event loop; a turn indexes at least one document. */
export function createSiteSearch(mirror: Mirror, longestTurnMs = usualTurnMs): SiteSearch {
  return new MirrorSearch(mirror, longestTurnMs);
}
