/** Typed translations of the site's own strings (content has its own translations). Runs on the server only. */
import { createTranslator } from 'use-intl/core';
import { type Locale, byLocale } from '../../content/locales.ts';
import { type ReplacedWords, replaceMessages, splitMessage } from './replaced-messages.ts';
import * as files from './messages.ts';

export type Messages = typeof files.en;

/** A language without a file, and a key that is missing in one, do not compile. */
export const messages: Record<Locale, Messages> = files;

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

function createTranslate(locale: Locale, texts = messages[locale]) {
  const translate = createTranslator<Messages>({ locale, messages: texts });
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

export type MessageKey = Parameters<Translate>[0];

const translators = byLocale((locale) => createTranslate(locale));
/** The replica returns the same document until it changes. */
const translatorsWithWords = new WeakMap<ReplacedWords, Translate>();

/**
 * Returns the translator of a locale; keys are nested, e.g. `t('notFound.title')`.
 * @param words what editors wrote in place of messages. The document of another language, which stands in for one that is missing, is ignored.
 */
export function translator(locale: Locale, words: ReplacedWords | null = null): Translate {
  if (!words?.words.length || words.locale !== locale) return translators[locale];
  let translate = translatorsWithWords.get(words);
  if (!translate) {
    translate = createTranslate(locale, replaceMessages(messages[locale], words.words));
    translatorsWithWords.set(words, translate);
  }
  return translate;
}
