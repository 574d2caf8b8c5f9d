/** Typed translations of the site's own strings (content has its own translations). Runs on the server only. */
import { createTranslator } from 'use-intl/core';
import { type Locale, byLocale } from '../../content/locales.ts';
import * as files from './messages.ts';

export type Messages = typeof files.en;

/** A language without a file, and a key that is missing in one, do not compile. */
export const messages: Record<Locale, Messages> = files;

/** Excludes plurals, dates and tags, which need the library, and quotes, which escape braces. */
const onlyNames = /^[^{}<'#]*(?:\{\w+\}[^{}<'#]*)*$/;

function splitMessage(message: string): readonly string[] | null {
  return onlyNames.test(message) ? message.split(/[{}]/) : null;
}

/** Joins the parts of a message with values; null for values that only the library formats, and for missing values. */
function joinParts(parts: readonly string[], values: object): string | null {
  let text = '';
  for (const [index, part] of parts.entries()) {
    const value: unknown = index % 2 === 0 ? part : (values as Record<string, unknown>)[part];
    if (typeof value !== 'string') return null;
    text += value;
  }
  return text;
}

function createTranslate(locale: Locale) {
  const translate = createTranslator<Messages>({ locale, messages: messages[locale] });
  // Messages without values are cached: they never change, and looking them up and parsing them was a tenth of a render.
  const plainTexts = new Map<string, string>();
  /** The texts and the names of a message in turn; null for a message that contains more than names. */
  const messageParts = new Map<string, readonly string[] | null>();
  const readParts = (key: string) => {
    let parts = messageParts.get(key);
    if (parts === undefined) messageParts.set(key, (parts = splitMessage(String(translate.raw(key as never)))));
    return parts;
  };
  const translateCached = (...parameters: Parameters<typeof translate>): string => {
    const [key, values] = parameters;
    if (values !== undefined) {
      const parts = readParts(key);
      return (parts && joinParts(parts, values)) ?? translate(...parameters);
    }
    const cached = plainTexts.get(key);
    if (cached !== undefined) return cached;
    const text = translate(key);
    plainTexts.set(key, text);
    return text;
  };
  return Object.assign(translateCached, translate) as typeof translate;
}

export type Translate = ReturnType<typeof createTranslate>;

const translators = byLocale(createTranslate);

/** Returns the translator of a locale; keys are nested, e.g. `t('notFound.title')`. */
export function translator(locale: Locale): Translate {
  return translators[locale];
}
