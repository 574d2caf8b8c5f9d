/** Converts words for the search: without accents and case, and reduced to the stem by the rules of the language. */
import { createRequire } from 'node:module';
import { type Locale, byLocale, localeRecords } from '../locales.ts';

type Stemmer = (word: string) => string;

const load = createRequire(import.meta.url);

/** Loads the stemmer that the language's record names; the package's other stemmers are never loaded. Without a stemmer, words are compared unstemmed. */
function loadStemmer(locale: Locale): Stemmer {
  const { stemmer } = localeRecords[locale];
  return stemmer === null ? (word) => word : (load(`@orama/stemmers/${stemmer}`) as { stemmer: Stemmer }).stemmer;
}

const stemmers = byLocale(loadStemmer);

/** Letters and digits; everything else separates words, but for a soft hyphen, which nobody sees inside of one. */
const wordPattern = /[\p{L}\p{N}](?:[\p{L}\p{N}]|\u00ad(?=[\p{L}\p{N}]))*/gu;

export function splitWords(text: string): string[] {
  return text.match(wordPattern) ?? [];
}

/** The most stems in memory: three times the number of different words in the demonstration's texts of one language. */
const stemsInMemory = 20_000;
const stems = byLocale(() => new Map<string, string>());

/** Removes accents, case, soft hyphens, ligatures and other widths from a word. */
export function foldWord(word: string): string {
  return word
    .normalize('NFKD')
    .replace(/[\p{M}\u00ad]/gu, '')
    .toLowerCase();
}

/** Reduces a word to its stem, without accents: people leave accents out when they search, and both spellings must give the same stem. */
export function stem(word: string, locale: Locale): string {
  const localeStems = stems[locale];
  const knownStem = localeStems.get(word);
  if (knownStem !== undefined) return knownStem;
  const newStem = stemmers[locale](foldWord(word));
  if (localeStems.size >= stemsInMemory) localeStems.clear();
  localeStems.set(word, newStem);
  return newStem;
}

export interface TextPart {
  text: string;
  /** True for a word that was searched for. */
  hit: boolean;
}

/** Splits a text at its found words. @param found stems, as `stem` returns them. */
export function markParts(text: string, found: ReadonlySet<string>, locale: Locale): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(wordPattern)) {
    if (!found.has(stem(match[0], locale))) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index), hit: false });
    parts.push({ text: match[0], hit: true });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), hit: false });
  return parts;
}

const excerptLength = 180;

/** Finds the first sentence with a found word, from its beginning, and the text after it, at most 180 characters. @returns null when no sentence has one. */
export function findSnippet(sentences: readonly string[], found: ReadonlySet<string>, locale: Locale): string | null {
  const first = sentences.findIndex((sentence) => splitWords(sentence).some((word) => found.has(stem(word, locale))));
  let [text, ...rest] = first === -1 ? [] : sentences.slice(first);
  if (text === undefined) return null;
  for (const sentence of rest) {
    if (text.length + sentence.length >= excerptLength) break;
    text += ` ${sentence}`;
  }
  return text.length <= excerptLength ? text : `${text.slice(0, text.lastIndexOf(' ', excerptLength))} …`;
}

/** Cuts the part of a text around its first found word, about 180 characters, between words. @param found stems, as `stem` returns them. */
export function cutExcerpt(text: string, found: ReadonlySet<string>, locale: Locale): string {
  if (text.length <= excerptLength) return text;
  const first = [...text.matchAll(wordPattern)].find((match) => found.has(stem(match[0], locale)))?.index ?? 0;
  const from = first < excerptLength - 40 ? 0 : text.indexOf(' ', first - 60) + 1;
  // At the end of the text, keep the last word: it may be the found one.
  if (from + excerptLength >= text.length) return `… ${text.slice(from)}`;
  const until = text.lastIndexOf(' ', from + excerptLength);
  return `${from > 0 ? '… ' : ''}${text.slice(from, until > from ? until : undefined)} …`;
}
