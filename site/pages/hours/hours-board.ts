/** Builds the props of the island of `/trading-hours`: the markets with their open spans, and the answer to the form. */
import type { TradingCalendar } from '../../../content/model.ts';
import { findOpenSpans } from '../../../content/hours/open-spans.ts';
import { packSpans } from '../../../content/hours/week-view.ts';
import { findZone } from '../../../content/hours/find-zone.ts';
import { type Instant, addDays, findInstant, findMonday, findWallTime } from '../../../content/hours/zoned-time.ts';
import { formatShortDate } from '../../i18n/day-names.ts';
import { readFormats } from '../../i18n/formats.ts';
import { findOccasionName } from '../../i18n/occasions.ts';
import { localePath } from '../../i18n/locale-path.ts';
import { messages } from '../../i18n/translate.ts';
import type { MarketHoursProps } from '../../islands/market-hours.island.tsx';
import type { LoaderContext } from '../../page/page-module.ts';
import { type BoardMarket, type PackedSpans, boardReach, shownAtOnce } from '../../ui/HoursBoard.tsx';
import { getHoursWords } from './hours-words.ts';

/** The query parameters of the form. `now` is that of its button: it asks what is open at this moment. */
export const hoursQuery = ['zone', 'week', 'now'] as const;

/** The suggestions before the browser has loaded all zones, and without a script. */
const cities = ['Madrid', 'Roma', 'London', 'New York', 'Bogota', 'Buenos Aires', 'Mexico City', 'Johannesburg', 'UTC'];

/** Finds the years for which the calendars have holidays. */
function findCoveredYears(calendars: readonly TradingCalendar[], now: Instant): { first: string; last: string } {
  const years = calendars.flatMap(({ exceptions }) => exceptions.map(({ date }) => date.slice(0, 4))).sort();
  const thisYear = new Date(now).toISOString().slice(0, 4);
  return { first: `${years[0] ?? thisYear}-01-01`, last: `${years.at(-1) ?? thisYear}-12-31` };
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function packCalendars(calendars: readonly TradingCalendar[], base: Instant, covered: Instant): PackedSpans {
  return { base, covered, spans: calendars.map((calendar) => packSpans(findOpenSpans(calendar, base, covered), base)) };
}

function listBoardNotes(
  { exceptions, zone }: TradingCalendar,
  [from, to]: [string, string],
  { t, locale }: LoaderContext,
): BoardMarket['notes'] {
  return exceptions
    .filter(({ date }) => date >= from && date <= to)
    .flatMap(({ date, hours, occasion }): BoardMarket['notes'] => {
      const values = {
        date: formatShortDate(date, locale),
        occasion: findOccasionName(occasion, locale),
        time: '{time}',
      };
      if (hours === 'closed') return [[date, t('hours.noteClosed', values), null]];
      const buildNote = (key: 'hours.noteFrom' | 'hours.noteUntil', minutes: number | null) =>
        minutes === null ? [] : [[date, t(key, values), findInstant(date, minutes, zone)] as const];
      return [...buildNote('hours.noteFrom', hours.from), ...buildNote('hours.noteUntil', hours.until)];
    });
}

/** Builds the board. The result contains `now` only when the query has parameters. */
export function buildHoursBoard(
  calendars: readonly TradingCalendar[],
  query: URLSearchParams,
  now: Instant,
  context: LoaderContext,
): MarketHoursProps {
  const { t, locale, path } = context;
  const { date } = readFormats(locale);
  const texts = messages[locale].hours;
  const typed = { zone: (query.get('zone') ?? '').slice(0, 60), week: (query.get('week') ?? '').slice(0, 10) };
  const weeks = findCoveredYears(calendars, now);
  const found = typed.zone === '' ? null : findZone(typed.zone);
  const zone = found ?? 'UTC';
  const isKnownDay = isDay(typed.week) && typed.week >= weeks.first && typed.week <= weeks.last;
  const thisMonday = findMonday(findWallTime(now, zone).date);
  const monday = isKnownDay ? findMonday(typed.week) : thisMonday;
  const isOtherWeek = monday !== thisMonday;
  const start = Date.parse(`${monday}T00:00:00Z`);
  const dates: [string, string] = [addDays(monday, -8), addDays(monday, 8)];
  return {
    action: localePath(path, locale),
    zone,
    zoneInAddress: found !== null,
    typed,
    errors: {
      zone: typed.zone !== '' && !found ? t('hours.zoneUnknown', { zone: typed.zone }) : null,
      week:
        typed.week !== '' && !isKnownDay
          ? t('hours.weekUnknown', { first: date(weeks.first), last: date(weeks.last) })
          : null,
    },
    now: query.size > 0 ? now : null,
    weeks,
    cities,
    board: {
      markets: calendars.map((calendar) => ({
        id: calendar.id,
        name: calendar.name,
        trades: calendar.trades,
        notes: listBoardNotes(calendar, dates, context),
      })),
      shown: packCalendars(calendars, start - boardReach.before, start + boardReach.after),
      monday: isOtherWeek ? monday : null,
      thisMonday,
      file: `/api/trading-hours/{id}.ics?locale=${locale}`,
      words: {
        ...getHoursWords(locale),
        file: texts.file,
        fileOf: texts.fileOf,
        more: t('hours.moreMarkets', { count: calendars.length - shownAtOnce }),
      },
    },
    words: {
      zone: texts.zone,
      week: texts.week,
      show: texts.show,
      inUtc: texts.inUtc,
      inZone: texts.inZone,
      zoneUnknown: texts.zoneUnknown,
    },
  };
}
