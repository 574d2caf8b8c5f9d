/** The search, which queries the index in the replica (`text-index.ts`). */
import type { Locale } from '../locales.ts';
import { foldWord, stem, splitWords } from './language.ts';
import type { SearchableType } from './searchable.ts';
import { removeFunctionWords } from './function-words.ts';
import { measureDistance } from './edit-distance.ts';
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
  /** Set on the replacement for a rate-limited visitor: it finds nothing, and the page explains that. */
  refused?: true;
}

export const refusedSearch: SiteSearch = { find: () => [], refused: true };

const maxQueryLength = 100;
/** The most words of a query. */
const maxWords = 10;
/** The most words that one typed word may mean: with the same beginning, or with a typo. All words of a query share `mostMeanings`, because each slows the ranking. */
const maxBeginnings = 12;
const maxSimilar = 8;
const mostMeanings = 30;
/** The most words of the vocabulary that are compared with a typed one. */
const maxCompared = 20_000;
/** The most rows that are ranked: those with a match in the title, and others. */
const maxTitles = 200;
const maxTexts = 400;

/** From this many words, a query counts as a sentence: when fewer than `minHits` texts have all words, up to `maxOthers` others follow. */
const sentenceWords = 3;
const minHits = 5;
const maxOthers = 20;

/** Weight of a stem that only resembles the typed word. */
const inexactShare = 0.4;

/** The stems that a typed word may mean. */
interface Meaning {
  exact: string;
  /** Stems with the same beginning, or with a small difference. */
  near: string[];
}

function buildPhrase(stems: readonly string[]): string {
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
    const typedWords = [...new Set(splitWords(query.slice(0, maxQueryLength)).map(foldWord))];
    const words = removeFunctionWords(typedWords, locale).slice(0, maxWords);
    if (words.length === 0) return [];
    const maxDistance = Math.ceil(mostMeanings / words.length);
    const strict = words.map((word) =>
      this.#findMeaning(word, locale, { maxDistance, tolerant: false, alone: words.length === 1 }),
    );
    // Each attempt is more forgiving than the one before: a correctly spelled word must not match similar ones.
    const first = this.#findAll(strict, locale);
    if (first.length > 0) return first;
    const tolerant = words.map((word) => this.#findMeaning(word, locale, { maxDistance, tolerant: true, alone: true }));
    const second = isSame(strict, tolerant) ? [] : this.#findAll(tolerant, locale);
    const found = second.length > 0 || words.length === 1 ? second : this.#rank(tolerant, locale, ' OR ');
    return found.map((hit) => ({ ...hit, similar: true }));
  }

  /** Finds texts that have all words. Few texts have all words of a sentence, so texts with most of its words follow. */
  #findAll(meanings: readonly Meaning[], locale: Locale): SearchHit[] {
    const hits = this.#rank(meanings, locale, ' AND ');
    if (hits.length === 0 || hits.length >= minHits || meanings.length < sentenceWords) return hits;
    const known = new Set(hits.map(({ type, id }) => `${type}/${id}`));
    const others = this.#rank(meanings, locale, ' OR ').filter(({ type, id }) => !known.has(`${type}/${id}`));
    return [...hits, ...others.slice(0, maxOthers)];
  }

  /**
   * Finds the stems that a word may mean.
   * @param word without accents and case.
   * @param how `most`: so many others, at most. `tolerant`: small mistakes are accepted. Not `alone`: a word that some text has as it was typed is no beginning of others
   *   (the “noche” of a sentence is not “Nochebuena”).
   */
  #findMeaning(
    word: string,
    locale: Locale,
    { maxDistance, tolerant, alone }: { maxDistance: number; tolerant: boolean; alone: boolean },
  ): Meaning {
    const wordStem = stem(word, locale);
    const beginnings =
      word.length > 2 ? this.#texts.findBeginnings(word, locale, Math.min(maxDistance, maxBeginnings)) : [];
    const near = new Set(
      alone || !beginnings.some((one) => one.word === word) ? beginnings.map((one) => one.stem) : [],
    );
    if (tolerant && word.length > 3) {
      const mistakes = Math.round(word.length * 0.2);
      const similar = this.#texts
        .findSimilar(word, mistakes, locale, maxCompared)
        .map((one) => ({ stem: one.stem, distance: measureDistance(word, one.word, mistakes) }))
        .filter(({ distance }) => distance <= mistakes)
        .sort((one, other) => one.distance - other.distance)
        .slice(0, Math.min(maxDistance, maxSimilar));
      for (const one of similar) near.add(one.stem);
    }
    near.delete(wordStem);
    return { exact: wordStem, near: [...near] };
  }

  #rank(meanings: readonly Meaning[], locale: Locale, join: ' AND ' | ' OR '): SearchHit[] {
    const weights = new Map<number, number>();
    /** @returns how many rows matched. */
    const add = (match: string, limit: number, share: number) => {
      const rows = this.#texts.findMatches(match, locale, limit);
      for (const { number, weight } of rows) weights.set(number, (weights.get(number) ?? 0) + weight * share);
      return rows.length;
    };
    const anyStem = meanings.map(({ exact, near }) => buildPhrase([exact, ...near])).join(join);
    const exactStems = meanings.map(({ exact }) => buildPhrase([exact])).join(join);
    const isExact = meanings.every(({ near }) => near.length === 0);
    const exactShare = isExact ? 1 : 1 - inexactShare;
    const exactTexts = add(`(${exactStems})`, maxTexts, exactShare);
    const exactTitles = exactTexts > 0 ? add(`{title} : (${exactStems})`, maxTitles, exactShare) : 0;
    // When exact matches fill the list, similar words are not needed.
    const nearTexts = !isExact && exactTexts < maxTexts ? add(`(${anyStem})`, maxTexts, inexactShare) : exactTexts;
    if (!isExact && nearTexts > 0 && exactTitles < maxTitles) add(`{title} : (${anyStem})`, maxTitles, inexactShare);
    const found = new Set(meanings.flatMap(({ exact, near }) => [exact, ...near]));
    const hits = this.#texts
      .readTexts(weights.keys())
      .map((text) => ({ ...text, weight: (weights.get(text.number) ?? 0) + this.#weighTitle(text.title, meanings) }));
    return hits
      .sort((one, other) => Math.round((other.weight - one.weight) * 1e6) || other.number - one.number)
      .map(({ type, id }) => ({ type, id, found }));
  }

  /** Weighs a title: one that consists mostly of the typed words ranks first. */
  #weighTitle(title: string, meanings: readonly Meaning[]): number {
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
