/** Formats dates and numbers by locale. Formatters are created once: creating one takes longer than rendering a page. */
import { type Locale, byLocale, localeRecords } from '../../content/locales.ts';

export interface Formats {
  /** With a true minus, and none before a zero. `digits`: fraction digits, 0 to 8, default 0. */
  number: (value: number, digits?: number) => string;
  date: (iso: string) => string;
  /** Date and time in UTC, with the zone: the server does not know the visitor's. */
  moment: (iso: string) => string;
}

function createFormats(locale: Locale): Formats {
  const tag = localeRecords[locale].format;
  const byDigits = Array.from(
    { length: 9 },
    (_, digits) =>
      // `always`: Spanish would otherwise write 1000 next to 10.000 in the same column.
      new Intl.NumberFormat(tag, {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
        useGrouping: 'always',
        // An amount that is rounded to zero has no sign.
        signDisplay: 'negative',
      }),
  );
  // Dates are days, not moments: UTC keeps the day that the editor wrote.
  const date = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' });
  const moment = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return {
    number: (value, digits = 0) =>
      ((byDigits[digits] ?? byDigits[0])?.format(value) ?? String(value)).replace('-', '−'),
    date: (iso) => date.format(new Date(iso)),
    moment: (iso) => `${moment.format(new Date(iso))} UTC`,
  };
}

const formats = byLocale(createFormats);

export function readFormats(locale: Locale): Formats {
  return formats[locale];
}
