/**
 * Lists unusual days of the coming weeks: holidays and early closes of all markets, and the weeks in which only America or only Europe has changed
 * its clocks.
 */
import type { TradingCalendar } from '../../../content/model.ts';
import { findOpenSpans } from '../../../content/hours/open-spans.ts';
import { findOutOfStep } from '../../../content/hours/out-of-step.ts';
import { describeWeek, buildWeek } from '../../../content/hours/week-view.ts';
import {
  type Instant,
  addDays,
  day,
  findInstant,
  findMonday,
  findWallTime,
} from '../../../content/hours/zoned-time.ts';
import type { Locale } from '../../../content/locales.ts';
import { readShortNames } from '../../i18n/day-names.ts';
import { findOccasionName } from '../../i18n/occasions.ts';
import type { Translate } from '../../i18n/translate.ts';
import { type HoursWords, formatDayClock, formatWeekLine } from '../../ui/hours-text.ts';
import { findPlaceName } from './hours-words.ts';

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

/** The days that the list looks ahead, and its maximum length. */
const daysAhead = 120;
const maxDays = 16;

/** Inserts the parts into a text, in place of `{markets}`. */
function splitSentence(text: string, parts: (string | ClockTime)[]): (string | ClockTime)[] {
  const [before = '', after = ''] = text.split('{markets}');
  return [before, ...parts, after].filter((part) => part !== '');
}

interface ComingDaysRequest {
  now: Instant;
  /** The time zone of the early closes. */
  zone: string;
  locale: Locale;
  t: Translate;
  /** Selects days of any time to come; without it, the list has those of the next months. */
  wanted?: (exception: TradingCalendar['exceptions'][number]) => boolean;
}

/** Lists the coming unusual days. */
export function listComingDays(
  calendars: readonly TradingCalendar[],
  { now, zone, locale, t, wanted }: ComingDaysRequest,
): ComingDay[] {
  const today = findWallTime(now, 'UTC').date;
  const last = addDays(today, daysAhead);
  const found = calendars.flatMap((calendar) =>
    calendar.exceptions
      .filter((exception) => exception.date >= today && (wanted?.(exception) ?? exception.date <= last))
      .map((exception) => ({ calendar, exception, occasion: findOccasionName(exception.occasion, locale) })),
  );
  const groups = Map.groupBy(found, ({ exception, occasion }) => `${exception.date} ${occasion}`);
  const { weekdays } = readShortNames(locale);
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  /** Builds a list such as “Gold at 19:30 and Nasdaq at 18:00”, in parts. */
  const listTimedMarkets = (group: typeof found, edge: 'from' | 'until') => {
    const moments = group.flatMap(({ exception: { date, hours }, calendar }) => {
      const minutes = hours === 'closed' ? null : hours[edge];
      return minutes === null ? [] : { calendar, date, at: findInstant(date, minutes, calendar.zone) };
    });
    const times = moments.map(({ at, date }): ClockTime => ({ at, text: formatDayClock(at, date, zone, weekdays) }));
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
      const [early, late] = [listTimedMarkets(group, 'until'), listTimedMarkets(group, 'from')];
      const names = list.format(closed.map(({ calendar }) => calendar.name));
      return {
        date: first.exception.date,
        occasion: first.occasion,
        effects: [
          ...(closed.length > 0 ? [[t('hours.closedMarkets', { markets: names })]] : []),
          ...(early.length > 0 ? [splitSentence(t('hours.earlyMarkets', markets), early)] : []),
          ...(late.length > 0 ? [splitSentence(t('hours.lateMarkets', markets), late)] : []),
        ],
      };
    })
    .toSorted((one, other) => one.date.localeCompare(other.date))
    .slice(0, maxDays);
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
const lookAheadMs = 2 * 366 * day;

/**
 * Finds the weeks in which the clocks of two places differ unusually.
 * @param zone the visitor's zone; London's replaces it when its clocks change on the same days as New York's.
 * @returns null without a market of New York.
 */
export function findStepWeeks(
  calendars: readonly TradingCalendar[],
  { now, zone, locale, words }: { now: Instant; zone: string; locale: Locale; words: HoursWords },
): StepWeeks | null {
  const market = calendars.find(
    (calendar) => calendar.zone === newYork && calendar.sessions.every(({ opens, closes }) => closes > opens),
  );
  if (!market) return null;
  const zoneSpans = zone === 'UTC' ? [] : findOutOfStep(newYork, zone, now, now + lookAheadMs);
  const comparedZone = zoneSpans.length > 0 && zoneSpans.length < 6 ? zone : 'Europe/London';
  const spans = comparedZone === zone ? zoneSpans : findOutOfStep(newYork, comparedZone, now, now + lookAheadMs);
  const [first] = spans;
  if (!first) return null;
  // The example uses the regular hours and ignores holidays.
  const regularWeek = { ...market, exceptions: [] };
  const describeHours = (monday: string) => {
    const week = buildWeek(monday, comparedZone);
    return describeWeek(findOpenSpans(regularWeek, week.from - day, week.to + day), week)
      .map((line) => formatWeekLine(line, words))
      .join(', ');
  };
  const toDate = (at: Instant) => findWallTime(at, comparedZone).date;
  return {
    market: market.name,
    city: findPlaceName(comparedZone, locale),
    usual: describeHours(findMonday(addDays(toDate(first.from), -14))),
    weeks: spans.map(({ from, to }) => ({
      from: toDate(from),
      to: toDate(to),
      // Clocks change on Sundays, so the week after that Sunday counts.
      hours: describeHours(findMonday(addDays(toDate(from), 1))),
    })),
  };
}
