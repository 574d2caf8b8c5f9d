/**
 * Reads how a language writes figures and which words it bans, for the checks of the content: from its file in `languages/`, which Strapi gets too
 * (`cms/src/rules/texts/figure-notations.json`), and from the demonstration's rules for texts.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import * as v from 'valibot';
import type { BannedWord } from '../../../cms/src/rules/texts/banned-words.ts';
import { readSentences } from '../../../cms/src/rules/texts/risk-sentences.ts';
import { type FigureNotation, number } from '../../../cms/src/rules/texts/typed-figures.ts';
import { type Locale, byLocale } from '../../../content/locales.ts';
import { projectRoot } from '../../project-root.ts';

function pattern(flags: string) {
  return v.pipe(
    v.string(),
    v.transform((text) => new RegExp(text.replaceAll('NUMBER', number), flags)),
  );
}

const schema = v.object({
  decimal: pattern('g'),
  stated: v.record(v.string(), pattern('gi')),
  hasDecimalPoint: v.boolean(),
  instruments: v.record(v.string(), v.string()),
  counts: v.record(v.string(), v.string()),
  spread: v.string(),
  price: v.string(),
  swap: v.string(),
});
const rulesSchema = v.object({
  riskSentences: v.string(),
  bannedWords: v.array(
    v.object({
      words: v.string(),
      unless: v.optional(v.string()),
      refused: v.boolean(),
      reason: v.string(),
    }),
  ),
});

export interface CheckLanguage {
  decimal: RegExp;
  /** Facts that several texts state. */
  stated: Record<string, RegExp>;
  figures: FigureNotation;
  banned: readonly BannedWord[];
  /** That compliance has approved: every risk notice has one. */
  riskSentences: readonly string[];
}

function readContentRules(locale: Locale): Pick<CheckLanguage, 'banned' | 'riskSentences'> {
  const file = join(projectRoot, `demo/content-rule-set.${locale}.yaml`);
  if (!existsSync(file)) return { banned: [], riskSentences: [] };
  const { bannedWords, riskSentences } = v.parse(rulesSchema, load(readFileSync(file, 'utf8')));
  return {
    banned: bannedWords.map(({ unless = null, ...rule }) => ({ ...rule, unless })),
    riskSentences: readSentences(riskSentences),
  };
}

/** Null for a language without rules, which has no findings. */
export const checkLanguages = byLocale((locale: Locale): CheckLanguage | null => {
  const file = join(import.meta.dirname, `languages/${locale}.yaml`);
  if (!existsSync(file)) return null;
  const { decimal, stated, ...figures } = v.parse(schema, load(readFileSync(file, 'utf8')));
  return { decimal, stated, figures, ...readContentRules(locale) };
});
