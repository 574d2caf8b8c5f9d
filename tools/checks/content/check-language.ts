/** Reads the notation of figures and claims in a language, for the checks of the content, from its file in `languages/`. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import * as v from 'valibot';
import { type Locale, byLocale } from '../../../content/locales.ts';

export const number = String.raw`\d(?:[\d.,]*\d)?`;

function pattern(flags: string) {
  return v.pipe(
    v.string(),
    v.transform((text) => new RegExp(text.replaceAll('NUMBER', number), flags)),
  );
}

const schema = v.object({
  decimal: pattern('g'),
  instruments: v.record(v.string(), v.string()),
  counts: v.record(v.string(), v.string()),
  spread: pattern('gi'),
  price: pattern(''),
  swap: pattern('gi'),
  stated: v.record(v.string(), pattern('gi')),
  banned: v.array(
    v.object({ word: pattern('gi'), why: v.picklist(['voice', 'claim', 'region']), unless: v.optional(pattern('i')) }),
  ),
});

export type CheckLanguage = v.InferOutput<typeof schema>;

/** Null for a language without rules, which has no findings. */
export const checkLanguages = byLocale((locale: Locale): CheckLanguage | null => {
  const file = join(import.meta.dirname, `languages/${locale}.yaml`);
  return existsSync(file) ? v.parse(schema, load(readFileSync(file, 'utf8'))) : null;
});
