/** Describes the hours of markets in a page's language. */
import { findOpenSpans } from '../../../content/hours/open-spans.ts';
import { describeWeek, buildWeek } from '../../../content/hours/week-view.ts';
import { formatCity } from '../../../content/hours/zone-names.ts';
import { day, findMonday } from '../../../content/hours/zoned-time.ts';
import type { Locale } from '../../../content/locales.ts';
import type { TradingCalendar } from '../../../content/model.ts';
import { readShortNames } from '../../i18n/day-names.ts';
import { messages } from '../../i18n/translate.ts';
import { type HoursWords, formatWeekLine } from '../../ui/hours-text.ts';

/** Gets messages with their placeholders, which the island fills in repeatedly. */
export function getHoursWords(locale: Locale): HoursWords {
  const { open, closed, closes, opens, always, everyDay, noSession, dayUnit } = messages[locale].hours;
  return { ...readShortNames(locale), open, closed, closes, opens, always, everyDay, noSession, dayUnit };
}

/** Finds the name of a zone's place, translated if a translation exists. */
export function findPlaceName(zone: string, locale: Locale): string {
  const places: Record<string, string> = messages[locale].hours.places;
  return Object.hasOwn(places, zone) ? (places[zone] ?? zone) : formatCity(zone);
}

/** Describes the hours of a market in the week of a day as one line in UTC, for tables without space for a drawing. @param today ISO date, UTC. */
export function describeWeekInUtc(calendar: TradingCalendar, today: string, locale: Locale): string {
  const words = getHoursWords(locale);
  const week = buildWeek(findMonday(today), 'UTC');
  const lines = describeWeek(findOpenSpans(calendar, week.from - day, week.to + day), week);
  // No line ends between a day and its time, or within a range.
  const unbrokenLines = lines.map((line) =>
    formatWeekLine(line, words).replace(' ', '\u00a0').replaceAll('–', '–\u2060'),
  );
  return unbrokenLines.join(' · ') || words.noSession;
}
