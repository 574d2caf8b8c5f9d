/** Checks texts of the content: banned words, placeholders, quoted texts, images without an `alt`, and titles and descriptions for search engines. */
import { findBannedWords } from '../../../cms/src/rules/texts/banned-words.ts';
import { hasApprovedSentence } from '../../../cms/src/rules/texts/risk-sentences.ts';
import { type Length, countCharacters } from '../../../cms/src/rules/texts/text-lengths.ts';
import type { Locale } from '../../../content/locales.ts';
import { checkLanguages } from './check-language.ts';

/** Finds the banned words of a locale in a text, at most one for each rule and line. */
export function bannedWordFindings(text: string, locale: Locale): { line: number; message: string }[] {
  return findBannedWords(text, checkLanguages[locale]?.banned ?? []).map(({ line, found, rule }) => ({
    line,
    message: `“${found}”: ${rule.reason}`,
  }));
}

/** Finds risk notices, and a risk warning of the company, without a sentence that compliance has approved. */
export function riskSentenceFindings(wire: unknown, locale: Locale): string[] {
  const sentences = checkLanguages[locale]?.riskSentences ?? [];
  const { blocks = [], riskWarning } = wire as {
    blocks?: { __component?: string; text?: string }[];
    riskWarning?: string;
  };
  const notices = blocks.filter(({ __component: component }) => component === 'blocks.risk-notice');
  const texts = [...notices.map(({ text }) => text), ...(riskWarning === undefined ? [] : [riskWarning])];
  return texts
    .filter((text) => sentences.length > 0 && !hasApprovedSentence(text, sentences))
    .map((text) => `the warning has none of the approved sentences (demo/content-rule-set.${locale}.yaml): “${text}”`);
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

/** @returns a sentence when a text is too short or too long. */
export function lengthFinding(what: string, text: string, { min, max }: Length): string[] {
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
