/** The search, which queries the index in the replica (`text-index.ts`). */
import type { Locale } from '../locales.ts';
import { folded, stem, splitWords } from './language.ts';
import type { SearchableType } from './searchable.ts';
import { withoutFunctionWords } from './function-words.ts';
import { editDistance } from './edit-distance.ts';
import type { TextIndex } from './text-index.ts';

export interface SearchHit {
  type: SearchableType;
  id: string;
  /** Stems that matched; `markedParts` finds them in a text. */
  found: ReadonlySet<string>;
  /** True when no text has all typed words, and this one has similar words or some of them. */
  similar?: true;
}

export interface SiteSearch {
  /**
   * Best match first. A word matches by its beginning, and with small typos when nothing matches exactly. A document must match all
   * words; when none does, some suffice. @throws when the replica cannot be read.
   */
  find: (query: string, locale: Locale) => SearchHit[];
  /** Set on the replacement that a rate-limited visitor gets: it finds nothing, and the page says why. */
  refused?: true;
}

export const refusedSearch: SiteSearch = { find: () => [], refused: true };

const longestQuery = 100;
/** Words of a query at most. */
const mostWords = 10;
/** Words that one typed word may mean: with the same beginning, or with a typo. All words of a query share `mostMeanings`: each slows the ranking. */
const mostBeginnings = 12;
const mostSimilar = 8;
const mostMeanings = 30;
/** Words of the vocabulary that are compared with a typed one. */
const mostCompared = 20_000;
/** Rows that are ranked: those with a match in the title, and others. */
const mostTitles = 200;
const mostTexts = 400;

/** From this many words, a query counts as a sentence: when fewer than `fewHits` texts have all words, up to `mostOthers` others follow. */
const sentenceWords = 3;
const fewHits = 5;
const mostOthers = 20;

/** Weight of a stem that only resembles the typed word. */
const inexactShare = 0.4;

/** The stems that a typed word may mean. */
interface Meaning {
  exact: string;
  /** Stems with the same beginning, or with a small difference. */
  near: string[];
}

function phrase(stems: readonly string[]): string {
  return `(${stems.map((one) => `"${one}"`).join(' OR ')})`;
}

function isSame(one: readonly Meaning[], other: readonly Meaning[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

class ReplicaSearch implements SiteSearch {
  readonly #texts: TextIndex;

  constructor(texts: TextIndex) {
    this.#texts = texts;
  }

  find(query: string, locale: Locale): SearchHit[] {
    const typed = [...new Set(splitWords(query.slice(0, longestQuery)).map(folded))];
    const words = withoutFunctionWords(typed, locale).slice(0, mostWords);
    if (words.length === 0) return [];
    const most = Math.ceil(mostMeanings / words.length);
    const strict = words.map((word) =>
      this.#meaning(word, locale, { most, tolerant: false, alone: words.length === 1 }),
    );
    // Each attempt is more forgiving than the one before: a correctly spelled word must not match similar ones.
    const first = this.#ofAll(strict, locale);
    if (first.length > 0) return first;
    const tolerant = words.map((word) => this.#meaning(word, locale, { most, tolerant: true, alone: true }));
    const second = isSame(strict, tolerant) ? [] : this.#ofAll(tolerant, locale);
    const found = second.length > 0 || words.length === 1 ? second : this.#ranked(tolerant, locale, ' OR ');
    return found.map((hit) => ({ ...hit, similar: true }));
  }

  /** Texts that have all words. For a sentence there are few, so texts with most of its words follow. */
  #ofAll(meanings: readonly Meaning[], locale: Locale): SearchHit[] {
    const hits = this.#ranked(meanings, locale, ' AND ');
    if (hits.length === 0 || hits.length >= fewHits || meanings.length < sentenceWords) return hits;
    const known = new Set(hits.map(({ type, id }) => `${type}/${id}`));
    const others = this.#ranked(meanings, locale, ' OR ').filter(({ type, id }) => !known.has(`${type}/${id}`));
    return [...hits, ...others.slice(0, mostOthers)];
  }

  /**
   * @param word folded.
   * @param how `most`: so many others, at most. `tolerant`: small mistakes are accepted. Not `alone`: a word that some text has as it was typed is no beginning of others
   *   (the “noche” of a sentence is not “Nochebuena”).
   */
  #meaning(
    word: string,
    locale: Locale,
    { most, tolerant, alone }: { most: number; tolerant: boolean; alone: boolean },
  ): Meaning {
    const own = stem(word, locale);
    const begun = word.length > 2 ? this.#texts.beginningWith(word, locale, Math.min(most, mostBeginnings)) : [];
    const near = new Set(alone || !begun.some((one) => one.word === word) ? begun.map((one) => one.stem) : []);
    if (tolerant && word.length > 3) {
      const mistakes = Math.round(word.length * 0.2);
      const similar = this.#texts
        .similarTo(word, mistakes, locale, mostCompared)
        .map((one) => ({ stem: one.stem, distance: editDistance(word, one.word, mistakes) }))
        .filter(({ distance }) => distance <= mistakes)
        .sort((one, other) => one.distance - other.distance)
        .slice(0, Math.min(most, mostSimilar));
      for (const one of similar) near.add(one.stem);
    }
    near.delete(own);
    return { exact: own, near: [...near] };
  }

  #ranked(meanings: readonly Meaning[], locale: Locale, join: ' AND ' | ' OR '): SearchHit[] {
    const weights = new Map<number, number>();
    /** @returns how many rows matched. */
    const add = (match: string, limit: number, share: number) => {
      const rows = this.#texts.matches(match, locale, limit);
      for (const { number, weight } of rows) weights.set(number, (weights.get(number) ?? 0) + weight * share);
      return rows.length;
    };
    const all = meanings.map(({ exact, near }) => phrase([exact, ...near])).join(join);
    const exactly = meanings.map(({ exact }) => phrase([exact])).join(join);
    const isExact = meanings.every(({ near }) => near.length === 0);
    const exactShare = isExact ? 1 : 1 - inexactShare;
    const exactTexts = add(`(${exactly})`, mostTexts, exactShare);
    const exactTitles = exactTexts > 0 ? add(`{title} : (${exactly})`, mostTitles, exactShare) : 0;
    // When exact matches fill the list, similar words are not needed.
    const nearTexts = !isExact && exactTexts < mostTexts ? add(`(${all})`, mostTexts, inexactShare) : exactTexts;
    if (!isExact && nearTexts > 0 && exactTitles < mostTitles) add(`{title} : (${all})`, mostTitles, inexactShare);
    const found = new Set(meanings.flatMap(({ exact, near }) => [exact, ...near]));
    const hits = this.#texts
      .readTexts(weights.keys())
      .map((text) => ({ ...text, weight: (weights.get(text.number) ?? 0) + this.#titleWeight(text.title, meanings) }));
    return hits
      .sort((one, other) => Math.round((other.weight - one.weight) * 1e6) || other.number - one.number)
      .map(({ type, id }) => ({ type, id, found }));
  }

  /** A title that consists mostly of the typed words ranks first. */
  #titleWeight(title: string, meanings: readonly Meaning[]): number {
    const words = title.split(' ');
    let matched = 0;
    for (const { exact, near } of meanings) {
      if (words.includes(exact)) matched += 1;
      else if (near.some((one) => words.includes(one))) matched += inexactShare;
    }
    if (matched === 0) return 0;
    return (matched / meanings.length) * (4 + (4 * matched) / Math.max(words.length, meanings.length));
  }
}

export function createSiteSearch({ texts }: { texts: TextIndex }): SiteSearch {
  return new ReplicaSearch(texts);
}
