/** Names of days and months in the language of a page. */
import { type Locale, byLocale, localeRecords } from '../../content/locales.ts';

function formatNames(locale: Locale, options: Intl.DateTimeFormatOptions, dates: number[]): string[] {
  const format = new Intl.DateTimeFormat(localeRecords[locale].format, { ...options, timeZone: 'UTC' });
  return dates.map((date) => format.format(date));
}

// 1 February 2026 is a Sunday.
const week = Array.from({ length: 7 }, (_, index) => Date.UTC(2026, 1, 1 + index));
const year = Array.from({ length: 12 }, (_, index) => Date.UTC(2026, index, 1));

const shortNames = byLocale((locale) => ({
  /** Sunday first. */
  weekdays: formatNames(locale, { weekday: 'short' }, week),
  months: formatNames(locale, { month: 'short' }, year),
}));
const longWeekdays = byLocale((locale) => formatNames(locale, { weekday: 'long' }, week));

export function readShortNames(locale: Locale): { weekdays: string[]; months: string[] } {
  return shortNames[locale];
}

/** Reads the name of a weekday; 0 is Sunday. */
export function readWeekdayName(weekday: number, locale: Locale): string {
  return longWeekdays[locale][weekday] ?? '';
}

/** Formats an ISO date: `Thu 26 Nov`. */
export function formatShortDate(date: string, locale: Locale): string {
  const { weekdays, months } = shortNames[locale];
  const at = new Date(date);
  return `${weekdays[at.getUTCDay()]} ${at.getUTCDate()} ${months[at.getUTCMonth()]}`;
}

/** Capitalizes a name for a heading: Spanish and Italian write days and months small in a text. */
export function capitalize(name: string, locale: Locale): string {
  return name.slice(0, 1).toLocaleUpperCase(localeRecords[locale].format) + name.slice(1);
}
