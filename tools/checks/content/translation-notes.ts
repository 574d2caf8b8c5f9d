/** Reports the progress of translations as notes, which never fail the check; `checkContent` reports missing texts of a complete language. */
import type { Snapshot } from '../../../content/wire-document.ts';
import { type Locale, defaultLocale, localeRecords, locales } from '../../../content/locales.ts';

/** Counts the texts in a file of messages, and those that are equal to another language's. */
export function countSameTexts(one: unknown, other: unknown): { all: number; same: number } {
  if (typeof one === 'string') return { all: 1, same: one === other ? 1 : 0 };
  const counts = Object.entries(one as Record<string, unknown>).map(([key, value]) =>
    countSameTexts(value, (other as Record<string, unknown> | undefined)?.[key]),
  );
  return {
    all: counts.reduce((sum, { all }) => sum + all, 0),
    same: counts.reduce((sum, { same }) => sum + same, 0),
  };
}

/**
 * Writes a line for each language except English: how many messages are equal to the English ones and, in an unfinished language, how many documents
 * are shown in English.
 */
export function translationNotes(
  { documents }: Pick<Snapshot, 'documents'>,
  messages: Readonly<Partial<Record<Locale, object>>>,
  records: Readonly<Record<string, { content: 'complete' | 'partial' }>> = localeRecords,
): string[] {
  const listIds = (locale: Locale) =>
    new Set(
      documents
        .filter((document) => document.locale === locale)
        .map(({ type, wire }) => `${type}/${(wire as { id: string }).id}`),
    );
  const english = listIds(defaultLocale);
  return locales
    .filter((locale) => locale !== defaultLocale)
    .map((locale) => {
      const { all, same } = countSameTexts(messages[locale] ?? {}, messages[defaultLocale]);
      const texts = `${same} of ${all} messages are the English ones`;
      if (records[locale]?.content !== 'partial') return `${locale}: ${texts}`;
      const translatedIds = listIds(locale);
      const missing = [...english].filter((id) => !translatedIds.has(id)).length;
      return missing > 0
        ? `${locale}: ${missing} of ${english.size} documents in English, ${texts}`
        : `${locale}: every document is translated; its record in content/locales.ts can have \`content: 'complete'\`. ${texts}`;
    });
}
