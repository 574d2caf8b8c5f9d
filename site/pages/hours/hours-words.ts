/** The hours of markets in the words of a page's language. */
import { openSpans } from '../../../content/hours/open-spans.ts';
import { weekLines, buildWeek } from '../../../content/hours/week-view.ts';
import { formatCity } from '../../../content/hours/zone-names.ts';
import { day, findMonday } from '../../../content/hours/zoned-time.ts';
import type { Locale } from '../../../content/locales.ts';
import type { TradingCalendar } from '../../../content/model.ts';
import { shortDayNames } from '../../i18n/day-names.ts';
import { messages } from '../../i18n/translate.ts';
import { type HoursWords, lineText } from '../../ui/hours-text.ts';

/** Messages with their placeholders, which the island fills in repeatedly. */
export function hoursWords(locale: Locale): HoursWords {
  const { open, closed, closes, opens, always, everyDay, noSession, dayUnit } = messages[locale].hours;
  return { ...shortDayNames(locale), open, closed, closes, opens, always, everyDay, noSession, dayUnit };
}

/** The name of a zone's place, in the language where a translation exists. */
export function placeName(zone: string, locale: Locale): string {
  const places: Record<string, string> = messages[locale].hours.places;
  return Object.hasOwn(places, zone) ? (places[zone] ?? zone) : formatCity(zone);
}

/** The hours of a market in the week of a day as one line in UTC, for tables that have no room for a drawing. @param today ISO date, UTC. */
export function weekText(calendar: TradingCalendar, today: string, locale: Locale): string {
  const words = hoursWords(locale);
  const week = buildWeek(findMonday(today), 'UTC');
  const lines = weekLines(openSpans(calendar, week.from - day, week.to + day), week);
  // No line ends between a day and its time, or within a range.
  const whole = lines.map((line) => lineText(line, words).replace(' ', '\u00a0').replaceAll('–', '–\u2060'));
  return whole.join(' · ') || words.noSession;
}
