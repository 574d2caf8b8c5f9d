/** Words that mean the same to visitors: they type “payout”, the texts say “withdrawal”. Editors write them, a group a line. */
import type { Locale } from '../locales.ts';
import { removeFunctionWords } from './function-words.ts';
import { foldWord, splitWords, stem } from './language.ts';

/** An expression as stems, and the single words of its group. */
interface Expression {
  stems: readonly string[];
  meant: readonly string[];
}

/** Expressions by their last stem. */
export type Synonyms = ReadonlyMap<string, readonly Expression[]>;

/** Parses groups such as `withdrawal, payout, take out`. */
export function parseSynonyms(lines: readonly string[], locale: Locale): Synonyms {
  const expressions = lines.flatMap((line) => {
    const group = line
      .split(',')
      .map((one) => removeFunctionWords(splitWords(one).map(foldWord), locale).map((word) => stem(word, locale)))
      .filter((stems) => stems.length > 0);
    const meant = [...new Set(group.flatMap((stems) => (stems.length === 1 ? stems : [])))];
    return group.map((stems) => ({ stems, meant }));
  });
  return Map.groupBy(expressions, ({ stems }) => stems.at(-1) ?? '');
}

/** Finds the stems that also mean what a typed word means. @param typed all stems of the query: an expression of two words counts when both are typed. */
export function findSynonyms(synonyms: Synonyms, word: string, typed: readonly string[]): string[] {
  return (synonyms.get(word) ?? []).flatMap(({ stems, meant }) =>
    stems.every((one) => typed.includes(one)) ? meant : [],
  );
}
