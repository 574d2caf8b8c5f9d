/** Finds the name of an exchange's holiday in `hours.occasions` of the messages. Content refers to occasions by their key there. */
import type { Locale } from '../../content/locales.ts';
import { messages } from './translate.ts';

/** @param occasion null, or a key without a message: then it is a holiday of the exchange, and no more is known. */
export function occasionName(occasion: string | null, locale: Locale): string {
  const names: Record<string, string> = messages[locale].hours.occasions;
  const known = occasion !== null && Object.hasOwn(names, occasion) ? names[occasion] : undefined;
  return known ?? messages[locale].hours.occasions.holiday;
}
