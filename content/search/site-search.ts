/** The search, which queries the index in the replica (`text-index.ts`). */
import type { Locale } from '../locales.ts';
import { foldWord, stem, splitWords } from './language.ts';
import type { SearchableType } from './searchable.ts';
import { removeFunctionWords } from './function-words.ts';
import { measureDistance } from './edit-distance.ts';
import { type Synonyms, findSynonyms } from './synonyms.ts';
import type { IndexedText, TextIndex } from './text-index.ts';

export interface SearchHit {
  type: SearchableType;
  id: string;
  /** Stems that matched; `markParts` finds them in a text. */
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

/** The most texts with some of the words that are ranked with those that have all. */
const maxOthers = 20;

/** Weight of a stem that only resembles the typed word. */
const inexactShare = 0.4;

/** Share of matches of such stems in a text: one that has many of them is not the better answer. */
const inexactTextShare = 0.2;

/** Weight of another name of a document, compared with its title. */
const otherNameShare = 0.9;

/** Weight of a name that is exactly what was typed. */
const wholeName = 3;

/** Weight of having all typed words. */
const allWords = 4;

/** Weight of a text that does not age, by its type; new market news has 1. */
const lastingWeights: Partial<Record<SearchableType, number>> = {
  page: 2,
  faq: 2,
  'glossary-term': 2,
  'education-article': 1.5,
  'legal-document': 2,
};
/** Days until an article has no weight for being new. */
const articleLife = 3 * 365;

/** The stems that a typed word may mean. */
interface Meaning {
  exact: string;
  /** Stems with the same beginning, or with a small difference. */
  near: string[];
  /** How much the word says: a word of few texts more than one of many. */
  weight: number;
}

function buildPhrase(stems: readonly string[]): string {
  return `(${stems.map((one) => `"${one}"`).join(' OR ')})`;
}

/** The part of the replica that is searched. */
interface SearchedContent {
  texts: TextIndex;
  synonyms: (locale: Locale) => Synonyms;
}

class ReplicaSearch implements SiteSearch {
  readonly #texts: TextIndex;
  readonly #synonyms: SearchedContent['synonyms'];

  constructor({ texts, synonyms }: SearchedContent) {
    this.#texts = texts;
    this.#synonyms = synonyms;
  }

  find(query: string, locale: Locale): SearchHit[] {
    const typedWords = [...new Set(splitWords(query.slice(0, maxQueryLength)).map(foldWord))];
    const words = removeFunctionWords(typedWords, locale).slice(0, maxWords);
    if (words.length === 0) return [];
    const maxMeanings = Math.ceil(mostMeanings / words.length);
    const alone = words.length === 1;
    const stems = words.map((word) => stem(word, locale));
    const synonyms = this.#synonyms(locale);
    const strict = words.map((word, index) => {
      const same = findSynonyms(synonyms, stems[index] ?? '', stems).slice(0, maxMeanings);
      return this.#findMeaning(word, locale, { maxMeanings, tolerant: false, alone, same });
    });
    // Only a word that no text has may be a mistake.
    const meanings = strict.map((one, index) =>
      one.weight > 0
        ? one
        : this.#findMeaning(words[index] ?? '', locale, { maxMeanings, tolerant: true, alone: true, same: [] }),
    );
    const hits = this.#rank(
      meanings.filter(({ weight }) => weight > 0),
      locale,
    );
    return strict.every(({ weight }) => weight > 0) ? hits : hits.map((hit) => ({ ...hit, similar: true }));
  }

  /**
   * Finds the stems that a word may mean. Its weight is 0 when no text has them.
   * @param word without accents and case.
   * @param how `maxMeanings`: so many others, at most. `tolerant`: small mistakes are accepted. Not `alone`: a word that some text has as it was typed is no beginning of others
   *   (the “noche” of a sentence is not “Nochebuena”). `same`: its synonyms.
   */
  #findMeaning(
    word: string,
    locale: Locale,
    {
      maxMeanings,
      tolerant,
      alone,
      same,
    }: { maxMeanings: number; tolerant: boolean; alone: boolean; same: readonly string[] },
  ): Meaning {
    const wordStem = stem(word, locale);
    const beginnings =
      word.length > 2 ? this.#texts.findBeginnings(word, locale, Math.min(maxMeanings, maxBeginnings)) : [];
    const near = new Set(
      same.length === 0 && (alone || !beginnings.some((one) => one.word === word))
        ? beginnings.map((one) => one.stem)
        : same,
    );
    if (tolerant && word.length > 3) {
      const mistakes = Math.round(word.length * 0.2);
      const similar = this.#texts
        .findSimilar(word, mistakes, locale, maxCompared)
        .map((one) => ({ stem: one.stem, distance: measureDistance(word, one.word, mistakes) }))
        .filter(({ distance }) => distance <= mistakes)
        .sort((one, other) => one.distance - other.distance)
        .slice(0, Math.min(maxMeanings, maxSimilar));
      for (const one of similar) near.add(one.stem);
    }
    near.delete(wordStem);
    const count = this.#texts.countMatches(buildPhrase([wordStem, ...near]), locale, maxTexts);
    return { exact: wordStem, near: [...near], weight: count > 0 ? Math.log2(1 + maxTexts / count) : 0 };
  }

  /** Ranks the texts that have all words with the best of those that have some: what answers a question need not have each of its words. */
  #rank(meanings: readonly Meaning[], locale: Locale): SearchHit[] {
    if (meanings.length === 0) return [];
    const all = this.#weigh(meanings, locale, ' AND ').map((text) => ({ ...text, weight: text.weight + allWords }));
    const known = new Set(all.map(({ number }) => number));
    const some =
      meanings.length === 1 ? [] : this.#weigh(meanings, locale, ' OR ').filter(({ number }) => !known.has(number));
    const found = new Set(meanings.flatMap(({ exact, near }) => [exact, ...near]));
    return [...all, ...(all.length > 0 ? some.slice(0, maxOthers) : some)]
      .sort((one, other) => Math.round((other.weight - one.weight) * 1e6) || other.number - one.number)
      .map(({ type, id }) => ({ type, id, found }));
  }

  #weigh(meanings: readonly Meaning[], locale: Locale, join: ' AND ' | ' OR '): (IndexedText & { weight: number })[] {
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
    const exactShare = isExact ? 1 : 1 - inexactTextShare;
    const exactTexts = add(`(${exactStems})`, maxTexts, exactShare);
    const exactTitles = exactTexts > 0 ? add(`{title} : (${exactStems})`, maxTitles, exactShare) : 0;
    // When exact matches fill the list, similar words are not needed.
    const nearTexts = !isExact && exactTexts < maxTexts ? add(`(${anyStem})`, maxTexts, inexactTextShare) : exactTexts;
    if (!isExact && nearTexts > 0 && exactTitles < maxTitles)
      add(`{title} : (${anyStem})`, maxTitles, inexactTextShare);
    return this.#texts
      .readTexts(weights.keys())
      .map((text) => ({
        ...text,
        weight: (weights.get(text.number) ?? 0) + weighNames(text.title, meanings) + weighKind(text),
      }))
      .sort((one, other) => other.weight - one.weight);
  }
}

/** Weighs a title and the other names of a document, a line each: one that consists mostly of the typed words ranks first. */
function weighNames(names: string, meanings: readonly Meaning[]): number {
  const [title = '', ...others] = names.split('\n');
  return Math.max(weighName(title, meanings), ...others.map((name) => otherNameShare * weighName(name, meanings)));
}

function weighName(name: string, meanings: readonly Meaning[]): number {
  const words = name.split(' ');
  let matched = 0;
  let weight = 0;
  for (const one of meanings) {
    const share = words.includes(one.exact) ? 1 : one.near.some((near) => words.includes(near)) ? inexactShare : 0;
    matched += share;
    weight += share * one.weight;
  }
  if (matched === 0) return 0;
  const whole = meanings.reduce((sum, one) => sum + one.weight, 0);
  const longest = Math.max(words.length, meanings.length);
  return (weight / whole) * (4 + (4 * matched) / longest) + (matched === longest ? wholeName : 0);
}

/** What explains a subject ranks before an article that mentions it, and a newer article before an older one. */
function weighKind({ type, day }: IndexedText): number {
  return lastingWeights[type] ?? (day === null ? 0 : Math.max(0, 1 - (Date.now() / 86_400_000 - day) / articleLife));
}

export function createSiteSearch(content: SearchedContent): SiteSearch {
  return new ReplicaSearch(content);
}
