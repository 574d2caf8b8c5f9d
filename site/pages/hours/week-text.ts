/** The hours of a market in this week as one line in UTC, for tables that have no room for a drawing. */
import type { TradingCalendar } from '../../../content/model.ts';
import { openSpans } from '../../../content/hours/open-spans.ts';
import { weekLines, weekOf } from '../../../content/hours/week-view.ts';
import { day, mondayOf } from '../../../content/hours/zoned-time.ts';
import { type HoursWords, lineText } from '../../ui/hours/hours-text.ts';

/** Computed once for each week: a document's objects stay the same until its content changes. */
const texts = new WeakMap<TradingCalendar, { monday: string; text: string }>();

/** @param today ISO date, UTC. */
export function weekText(calendar: TradingCalendar, today: string, words: HoursWords): string {
  const monday = mondayOf(today);
  const known = texts.get(calendar);
  if (known?.monday === monday) return known.text;
  const week = weekOf(monday, 'UTC');
  const lines = weekLines(openSpans(calendar, week.from - day, week.to + day), week);
  // No line ends between a day and its time, or within a range.
  const whole = lines.map((line) => lineText(line, words).replace(' ', '\u00a0').replaceAll('–', '–\u2060'));
  const text = lines.length === 0 ? words.noSession : whole.join(' · ');
  texts.set(calendar, { monday, text });
  return text;
}
