/** Checks texts of the content: banned words, placeholders, quoted texts, images without an `alt`, and titles and descriptions for search engines. */
import type { Locale } from '../../../content/locales.ts';
import { checkLanguages } from './check-language.ts';

const reasons = {
  claim: 'the demonstration brand never claims this (demo/FACTS.md)',
  region: 'a word of Spain: the demonstration writes neutral American Spanish (demo/README.md, Voice)',
  voice: 'a word that adds no meaning (demo/README.md, Voice)',
};

/** Cuts out the sentence around a position, because a denial only counts within the same sentence. */
function sentenceAround(line: string, at: number): string {
  const start = Math.max(...['. ', '! ', '? ', '; '].map((end) => line.lastIndexOf(end, at))) + 1;
  const rest = line.slice(at).search(/[.!?;](?:\s|$)/);
  return line.slice(start, rest < 0 ? undefined : at + rest);
}

/** Finds the banned words of a locale in a text, at most one for each rule and line. */
export function findBannedWords(text: string, locale: Locale): { line: number; message: string }[] {
  return text.split('\n').flatMap((line, index) =>
    (checkLanguages[locale]?.banned ?? []).flatMap(({ word, why, unless }) => {
      const found = [...line.matchAll(word)].find((match) => !unless?.test(sentenceAround(line, match.index)));
      return found ? [{ line: index + 1, message: `“${found[0]}”: ${reasons[why]}` }] : [];
    }),
  );
}

/** Finds the `[[placeholders]]` of a text: facts that only the broker knows. */
export function findPlaceholders(text: string): string[] {
  return [...text.matchAll(/\[\[(.+?)\]\]/g)].map((match) => match[1] ?? '');
}

/** Finds texts that are entirely in quotation marks: the file quotes them twice, so visitors would see the inner marks. */
export function quotedTexts(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return /^"[^"]*"$/.test(value) ? [path.replace(/^\./, '')] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => quotedTexts(item, `${path}.${key}`));
}

/** Finds images (`{ file: … }`) without an `alt`. An empty `alt` is a decision, an absent `alt` is a mistake. */
export function imagesWithoutAlt(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => imagesWithoutAlt(item, `${path}.${index}`));
  if (typeof value !== 'object' || value === null) return [];
  if ('file' in value) return typeof (value as { alt?: unknown }).alt === 'string' ? [] : [path.replace(/^\./, '')];
  return Object.entries(value).flatMap(([key, item]) => imagesWithoutAlt(item, `${path}.${key}`));
}

/** Search results must show titles and descriptions in full. */
export const titleLength = { min: 25, max: 60 };
export const descriptionLength = { min: 70, max: 160 };

const characters = new Intl.Segmenter();

/** Counts characters as a reader does (graphemes). */
function countCharacters(text: string): number {
  return Array.from(characters.segment(text)).length;
}

/** @returns a sentence when a text is too short or too long. */
export function lengthFinding(what: string, text: string, { min, max }: { min: number; max: number }): string[] {
  const length = countCharacters(text);
  return length < min || length > max ? [`${what} has ${length} characters, not ${min} to ${max}: “${text}”`] : [];
}

export interface PageHead {
  locale: string;
  path: string;
  title: string;
  description: string;
}

/** Finds titles and descriptions that several pages of one language share. */
export function duplicateFindings(heads: readonly PageHead[]): string[] {
  return (['title', 'description'] as const).flatMap((field) => {
    const groups = Map.groupBy(heads, (head) => `${head.locale}\n${head[field]}`);
    return [...groups.values()]
      .filter((group) => group.length > 1)
      .map((group) => `${group.map(({ path }) => path).join(', ')} share the ${field} “${group[0]?.[field] ?? ''}”`);
  });
}
