/** The search: one index a locale, made from the mirror when it is first needed and kept current by what the mirror says has changed. */
import MiniSearch, { type SearchResult } from 'minisearch';
import { type Locale, locales } from '../../site/i18n/locales.ts';
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
  /** Takes the tags of a change of the mirror. */
  update: (changed: Iterable<string>) => void;
  /** It stands in for the search towards somebody who has asked too often: it finds nothing, and the page says why. */
  refused?: true;
}

export const refusedSearch: SiteSearch = { find: () => [], update: () => undefined, refused: true };

interface Entry extends Searchable {
  key: string;
}

const longestQuery = 100;
/** The share of an index that may be of texts that went: below it their weight moves nothing that anybody sees, and tidying up takes some milliseconds. */
const mostDirt = 0.05;
/** Each word is looked up with its mistakes, three times over; nobody remembers a text by more of them. */
const mostWords = 10;

/** Of what counts the same, the one that was indexed last would come last: an edit must not move it. Nor must a rounding of the library's averages. */
function byScore(one: SearchResult, other: SearchResult): number {
  const difference = Math.round((other.score - one.score) * 1e6);
  return difference || (String(one.id) < String(other.id) ? -1 : 1);
}

class MirrorSearch implements SiteSearch {
  readonly #mirror: Mirror;
  readonly #indexes = new Map<Locale, MiniSearch<Entry>>();

  constructor(mirror: Mirror) {
    this.#mirror = mirror;
  }

  find(query: string, locale: Locale): SearchHit[] {
    const index = this.#index(locale);
    const wanted = wordsOf(query.slice(0, longestQuery)).slice(0, mostWords).join(' ');
    // Each is more forgiving than the one before; a word that is written right must not bring its neighbours.
    const attempts = [{ fuzzy: false }, {}, { combineWith: 'OR' as const }];
    let results: SearchResult[] = [];
    for (const options of attempts) if (results.length === 0) results = index.search(wanted, options);
    return results.toSorted(byScore).map(({ id, terms }) => {
      const [type, document] = String(id).split('/', 2) as [SearchableType, string];
      return { type, id: document, found: new Set(terms) };
    });
  }

  update(changed: Iterable<string>): void {
    for (const tag of changed) {
      const [, type = '', id = ''] = /^doc:([^:]+):(.+):\w+$/.exec(tag) ?? [];
      if (!(searchableTypes as string[]).includes(type)) continue;
      // An English text also stands in for a missing translation, so every locale is looked at.
      for (const [locale, index] of this.#indexes) {
        const key = `${type}/${id}`;
        if (index.has(key)) index.discard(key);
        this.#add(index, type as SearchableType, id, locale);
      }
    }
    // What went would count in the weights of words. In one go: what is added between two batches breaks the library's walk over them, and nobody hears of it.
    for (const index of this.#indexes.values()) if (index.dirtFactor > mostDirt) void index.vacuum({ batchSize: Number.POSITIVE_INFINITY });
  }

  #add(index: MiniSearch<Entry>, type: SearchableType, id: string, locale: Locale): void {
    const document = this.#mirror.reader().get(type, id, locale);
    const searchable = document && searchableOf(type, document);
    if (searchable) index.add({ key: `${type}/${id}`, ...searchable });
  }

  #index(locale: Locale): MiniSearch<Entry> {
    const known = this.#indexes.get(locale);
    if (known) return known;
    const index = new MiniSearch<Entry>({
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
    const read = this.#mirror.reader();
    for (const type of searchableTypes) for (const { id } of read.list(type, locale)) this.#add(index, type, id, locale);
    this.#indexes.set(locale, index);
    return index;
  }
}

export function createSiteSearch(mirror: Mirror): SiteSearch {
  return new MirrorSearch(mirror);
}

/** Makes the indexes before somebody waits for one; requests that come meanwhile are answered between two of them. What cannot be made now is made by the first search. */
export async function warmSearch(search: SiteSearch, wanted: () => boolean, onFailure: (error: unknown) => void): Promise<void> {
  for (const locale of locales) {
    await new Promise((resolve) => setImmediate(resolve));
    try {
      if (wanted()) search.find('', locale);
    } catch (error) {
      onFailure(error);
    }
  }
}
