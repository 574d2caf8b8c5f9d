/** Finds the name of an exchange's holiday in `hours.occasions` of the messages. Content refers to occasions by their key there. */
import type { Locale } from '../../content/locales.ts';
import { messages } from './translate.ts';

/** Finds the name of an occasion. Null, or a key without a message, gives the general name of a holiday. */
export function findOccasionName(occasion: string | null, locale: Locale): string {
  const names: Record<string, string> = messages[locale].hours.occasions;
  const name = occasion !== null && Object.hasOwn(names, occasion) ? names[occasion] : undefined;
  return name ?? messages[locale].hours.occasions.holiday;
}
