/**
 * Lists unusual days of the coming weeks: holidays and early closes of all markets, and the weeks in which only America or only Europe has changed
 * its clocks.
 */
import type { TradingCalendar } from '../../../content/model.ts';
import { openSpans } from '../../../content/hours/open-spans.ts';
import { outOfStep } from '../../../content/hours/out-of-step.ts';
import { weekLines, buildWeek } from '../../../content/hours/week-view.ts';
import { type Instant, addDays, day, findInstant, findMonday, wallTimeAt } from '../../../content/hours/zoned-time.ts';
import type { Locale } from '../../../content/locales.ts';
import { shortDayNames } from '../../i18n/day-names.ts';
import { occasionName } from '../../i18n/occasions.ts';
import type { Translate } from '../../i18n/translate.ts';
import { type HoursWords, dayClockText, lineText } from '../../ui/hours-text.ts';
import { placeName } from './hours-words.ts';

/** A moment that the browser shows on the visitor's clock. */
interface ClockTime {
  at: Instant;
  /** On the clock of the page. */
  text: string;
}

export interface ComingDay {
  /** ISO date of the markets' own calendars. */
  date: string;
  occasion: string;
  /** Sentences: which markets are closed, end early or begin late. Each moment in a sentence is a separate part. */
  effects: (string | ClockTime)[][];
}

/** How many days the list looks ahead, and its maximum length. */
const daysAhead = 120;
const mostDays = 16;

/** @param text a text with the placeholder `{markets}` for the parts. */
function sentence(text: string, parts: (string | ClockTime)[]): (string | ClockTime)[] {
  const [before = '', after = ''] = text.split('{markets}');
  return [before, ...parts, after].filter((part) => part !== '');
}

/** @param zone whose clock the times of early closes are on. */
export function comingDays(
  calendars: readonly TradingCalendar[],
  { now, zone, locale, t }: { now: Instant; zone: string; locale: Locale; t: Translate },
): ComingDay[] {
  const today = wallTimeAt(now, 'UTC').date;
  const last = addDays(today, daysAhead);
  const found = calendars.flatMap((calendar) =>
    calendar.exceptions
      .filter(({ date }) => date >= today && date <= last)
      .map((exception) => ({ calendar, exception, occasion: occasionName(exception.occasion, locale) })),
  );
  const groups = Map.groupBy(found, ({ exception, occasion }) => `${exception.date} ${occasion}`);
  const { weekdays } = shortDayNames(locale);
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  /** A list such as “Gold at 19:30 and Nasdaq at 18:00”, in parts. */
  const timed = (group: typeof found, edge: 'from' | 'until') => {
    const moments = group.flatMap(({ exception: { date, hours }, calendar }) => {
      const minutes = hours === 'closed' ? null : hours[edge];
      return minutes === null ? [] : { calendar, date, at: findInstant(date, minutes, calendar.zone) };
    });
    const times = moments.map(({ at, date }): ClockTime => ({ at, text: dayClockText(at, date, zone, weekdays) }));
    const named = moments.map(({ calendar }) => t('hours.marketAt', { market: calendar.name, time: '{time}' }));
    return list.formatToParts(named).flatMap(({ type, value }) => {
      const time = type === 'element' ? times.shift() : undefined;
      const [before = '', after = ''] = value.split('{time}');
      return time ? [before, time, after] : [value];
    });
  };
  const markets = { markets: '{markets}' };
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group;
      if (!first) return [];
      const closed = group.filter(({ exception }) => exception.hours === 'closed');
      const [early, late] = [timed(group, 'until'), timed(group, 'from')];
      const names = list.format(closed.map(({ calendar }) => calendar.name));
      return {
        date: first.exception.date,
        occasion: first.occasion,
        effects: [
          ...(closed.length > 0 ? [[t('hours.closedMarkets', { markets: names })]] : []),
          ...(early.length > 0 ? [sentence(t('hours.earlyMarkets', markets), early)] : []),
          ...(late.length > 0 ? [sentence(t('hours.lateMarkets', markets), late)] : []),
        ],
      };
    })
    .toSorted((one, other) => one.date.localeCompare(other.date))
    .slice(0, mostDays);
}

export interface StepWeeks {
  /** The market of New York that serves as the example. */
  market: string;
  city: string;
  /** Its hours on a clock of the city in an ordinary week. */
  usual: string;
  weeks: { from: string; to: string; hours: string }[];
}

const newYork = 'America/New_York';
const years = 2 * 366 * day;

/**
 * @param zone the visitor's zone; London's replaces it when its clocks change on the same days as New York's.
 * @returns null without a market of New York.
 */
export function stepWeeks(
  calendars: readonly TradingCalendar[],
  { now, zone, locale, words }: { now: Instant; zone: string; locale: Locale; words: HoursWords },
): StepWeeks | null {
  const market = calendars.find(
    (calendar) => calendar.zone === newYork && calendar.sessions.every(({ opens, closes }) => closes > opens),
  );
  if (!market) return null;
  const own = zone === 'UTC' ? [] : outOfStep(newYork, zone, now, now + years);
  const other = own.length > 0 && own.length < 6 ? zone : 'Europe/London';
  const spans = other === zone ? own : outOfStep(newYork, other, now, now + years);
  const [first] = spans;
  if (!first) return null;
  // The example uses the regular hours and ignores holidays.
  const always = { ...market, exceptions: [] };
  const hoursIn = (monday: string) => {
    const week = buildWeek(monday, other);
    return weekLines(openSpans(always, week.from - day, week.to + day), week)
      .map((line) => lineText(line, words))
      .join(', ');
  };
  const toDate = (at: Instant) => wallTimeAt(at, other).date;
  return {
    market: market.name,
    city: placeName(other, locale),
    usual: hoursIn(findMonday(addDays(toDate(first.from), -14))),
    weeks: spans.map(({ from, to }) => ({
      from: toDate(from),
      to: toDate(to),
      // Clocks change on Sundays, so the week after that Sunday counts.
      hours: hoursIn(findMonday(addDays(toDate(from), 1))),
    })),
  };
}
