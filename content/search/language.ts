/** Words as the search compares them: without accents and case, reduced to their stem by the rules of the language. */
import { type Locale, localeRecords, locales } from '../locales.ts';

type Stemmer = (word: string) => string;

/** The rules of the languages that the site speaks, by the names in their records; the others are never loaded. */
async function loadStemmer(locale: Locale): Promise<[Locale, Stemmer]> {
  const { stemmer } = localeRecords[locale];
  if (stemmer === null) return [locale, (word) => word];
  const rules = await import(/* @vite-ignore */ `@orama/stemmers/${stemmer}`) as { stemmer: Stemmer };
  return [locale, rules.stemmer];
}

const stemmers = Object.fromEntries(await Promise.all(locales.map(loadStemmer))) as Record<Locale, Stemmer>;

/** Letters and figures; everything else stands between words. */
const words = /[\p{L}\p{N}]+/gu;

export function wordsOf(text: string): string[] {
  return text.match(words) ?? [];
}

/** Accents go before the stem is taken: people leave them out when they search, and both spellings must meet. */
export function stem(word: string, locale: Locale): string {
  return stemmers[locale](word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase());
}

export interface TextPart {
  text: string;
  /** True for a word that was searched for. */
  hit: boolean;
}

/** A text cut at the words that were found. */
export function markedParts(text: string, found: ReadonlySet<string>, locale: Locale): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(words)) {
    if (!found.has(stem(match[0], locale))) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index), hit: false });
    parts.push({ text: match[0], hit: true });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), hit: false });
  return parts;
}

const excerptLength = 180;

/** The part of a text that shows why it was found, cut between words. */
export function excerpt(text: string, found: ReadonlySet<string>, locale: Locale): string {
  if (text.length <= excerptLength) return text;
  const first = [...text.matchAll(words)].find((match) => found.has(stem(match[0], locale)))?.index ?? 0;
  const from = first < excerptLength - 40 ? 0 : text.indexOf(' ', first - 60) + 1;
  const until = text.lastIndexOf(' ', from + excerptLength);
  return `${from > 0 ? '… ' : ''}${text.slice(from, until > from ? until : undefined)} …`;
}
