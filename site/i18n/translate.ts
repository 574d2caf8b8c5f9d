/** Typed translations of the site's own strings (content has its own translations). Runs on the server only. */
import { createTranslator } from 'use-intl/core';
import { type Locale, byLocale } from '../../content/locales.ts';
import * as files from './messages.ts';

export type Messages = typeof files.en;

/** A language without a file, and a key that is missing in one, do not compile. */
export const messages: Record<Locale, Messages> = files;

function create(locale: Locale) {
  const translate = createTranslator<Messages>({ locale, messages: messages[locale] });
  // Messages without values are cached: they never change, and looking them up and parsing them was a tenth of a render.
  const plain = new Map<string, string>();
  const kept = (...parameters: Parameters<typeof translate>): string => {
    const [key, values] = parameters;
    if (values !== undefined) return translate(...parameters);
    const known = plain.get(key);
    if (known !== undefined) return known;
    const text = translate(key);
    plain.set(key, text);
    return text;
  };
  return Object.assign(kept, translate) as typeof translate;
}

export type Translate = ReturnType<typeof create>;

const translators = byLocale(create);

/** The translator of a locale; keys are nested, e.g. `t('notFound.title')`. */
export function translator(locale: Locale): Translate {
  return translators[locale];
}
