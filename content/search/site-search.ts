/**
 * The search: one index a locale, made from the mirror and kept current by what the mirror says has changed. It is made in short
 * turns of the loop, however many have changed together; pages of results are kept by nobody, so one that comes meanwhile is right again with the next.
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
  /** Best first. Forgiving: beginnings of words and small mistakes count; all words are wanted, some suffice when nothing has all. */
  find: (query: string, locale: Locale) => SearchHit[];
  /** Takes the tags of a change of the mirror. Resolves when everything that has changed is indexed; never rejects. */
  update: (changed: Iterable<string>) => Promise<void>;
  /** Makes the index of a language beside visitors: a search that does not wait for it makes it in one go. Never rejects: a search says why one cannot be made. */
  ready: (locale: Locale) => Promise<void>;
  /** It stands in for the search towards somebody who has asked too often: it finds nothing, and the page says why. */
  refused?: true;
}

export const refusedSearch: SiteSearch = {
  find: () => [],
  update: () => Promise.resolve(),
  ready: () => Promise.resolve(),
  refused: true,
};

interface Entry extends Searchable {
  key: string;
}

interface LocaleIndex {
  entries: MiniSearch<Entry>;
  /** What was indexed of each key: a text that comes again would count twice until the index is tidied up. */
  indexed: Map<string, string>;
  /** Keys of documents that are not in it yet, or as they were before. */
  waiting: Set<string>;
  /** Everything was in it once, and it was not nothing. */
  whole: boolean;
}

const longestQuery = 100;
/** Indexing in one language gives way to visitors after so long; a document takes one to five milliseconds. */
const usualTurnMs = 5;
/** The share of an index that may be of texts that went: below it their weight moves nothing that anybody sees, and tidying up takes some milliseconds. */
const mostDirt = 0.05;
/** Changed documents that a search waits for: an edit is found at once, and a site that is read anew holds nobody up. */
const mostBeforeSearch = 10;
/** Each word is looked up with its mistakes, three times over; nobody remembers a text by more of them. */
const mostWords = 10;

/** Of what counts the same, the one that was indexed last would come last: an edit must not move it. Nor must a rounding of the library's averages. */
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
  /** The work that is under way. */
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
    // Each is more forgiving than the one before; a word that is written right must not bring its neighbours.
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
      // An English text also stands in for a missing translation, so every locale is looked at.
      if (isSearchable(type)) for (const { waiting } of this.#indexes.values()) waiting.add(`${type}/${id}`);
    }
    return Promise.all([...this.#indexes.keys()].map((locale) => this.#work(locale))).then(() => undefined);
  }

  async ready(locale: Locale): Promise<void> {
    try {
      if (!this.#index(locale).whole) await this.#work(locale);
    } catch {
      // The search itself meets the same.
    }
  }

  #work(locale: Locale): Promise<void> {
    const working = this.#working.get(locale) ?? this.#inTurns(locale).finally(() => this.#working.delete(locale));
    this.#working.set(locale, working);
    return working;
  }

  /** Each language goes on by itself: whoever searches in one does not wait for the others. */
  async #inTurns(locale: Locale): Promise<void> {
    for (let index = this.#indexes.get(locale); index && index.waiting.size > 0; index = this.#indexes.get(locale)) {
      await setImmediate();
      try {
        // One document in each turn would keep a search waiting for seconds where turns are long: under load.
        const end = performance.now() + this.#longestTurnMs;
        do this.#next(index, locale);
        while (index.waiting.size > 0 && performance.now() < end);
      } catch {
        // The content cannot be read now, or no more. The next search begins anew, and says why it cannot be.
        this.#indexes.delete(locale);
      }
    }
  }

  /** Indexes the first document that waits. */
  #next(index: LocaleIndex, locale: Locale): void {
    const { entries, waiting, indexed } = index;
    const [key] = waiting;
    if (key === undefined) return;
    const [type, id] = parts(key);
    const document = this.#mirror.reader().get(type, id, locale);
    const searchable = document && searchableOf(type, document);
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
    // A replica that is being filled again stands empty first: who searches then waits for the whole.
    index.whole = indexed.size > 0;
    // What went would count in the weights of words. In one go: what is added between two batches breaks the library's walk over them, and nobody hears of it.
    if (entries.dirtFactor > mostDirt) void entries.vacuum({ batchSize: Number.POSITIVE_INFINITY });
  }

  #index(locale: Locale): LocaleIndex {
    const known = this.#indexes.get(locale);
    if (known) return known;
    const entries = new MiniSearch<Entry>({
      idField: 'key',
      fields: ['title', 'summary', 'text'],
      tokenize: wordsOf,
      // A word that is longer than a query is found by none.
      processTerm: (word) => (word.length <= longestQuery ? stem(word, locale) : null),
      // Done after each change.
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
    const index = { entries, indexed: new Map<string, string>(), waiting, whole: false };
    this.#indexes.set(locale, index);
    return index;
  }
}

/** @param longestTurnMs how long indexing in one language may hold the loop; at least one document is indexed in a turn. */
export function createSiteSearch(mirror: Mirror, longestTurnMs = usualTurnMs): SiteSearch {
  return new MirrorSearch(mirror, longestTurnMs);
}
