/** Names of days, months, places and occasions for the hours of markets, in the language of a page. */
import { cityOf } from '../../../content/hours/zone-names.ts';
import { type Locale, byLocale, localeRecords } from '../../../content/locales.ts';
import { messages } from '../../i18n/translate.ts';
import { weekdayOf } from '../../../content/hours/zoned-time.ts';

interface DayNames {
  /** Sunday first. */
  weekdays: string[];
  months: string[];
}

function createNames(locale: Locale): DayNames {
  const names = (field: 'weekday' | 'month', dates: Date[]) => {
    const format = new Intl.DateTimeFormat(localeRecords[locale].format, { [field]: 'short', timeZone: 'UTC' });
    return dates.map((date) => format.format(date));
  };
  return {
    // 1 February 2026 is a Sunday.
    weekdays: names(
      'weekday',
      Array.from({ length: 7 }, (_, index) => new Date(Date.UTC(2026, 1, index + 1))),
    ),
    months: names(
      'month',
      Array.from({ length: 12 }, (_, index) => new Date(Date.UTC(2026, index, 1))),
    ),
  };
}

const dayNames = byLocale(createNames);

export function dayNamesOf(locale: Locale): DayNames {
  return dayNames[locale];
}

/** `Thu 26 Nov`. */
export function shortDate(date: string, locale: Locale): string {
  const { weekdays, months } = dayNames[locale];
  return `${weekdays[weekdayOf(date)]} ${Number(date.slice(8))} ${months[Number(date.slice(5, 7)) - 1]}`;
}

/** The place whose clock a zone is, by its name in the language where we know one. */
export function placeOf(zone: string, locale: Locale): string {
  const places: Record<string, string> = messages[locale].hours.places;
  return Object.hasOwn(places, zone) ? (places[zone] ?? zone) : cityOf(zone);
}
