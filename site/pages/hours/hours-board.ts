/** What the island of `/trading-hours` gets: the markets with their open spans, and the answer to the form. */
import type { TradingCalendar } from '../../../content/model.ts';
import { openSpans } from '../../../content/hours/open-spans.ts';
import { packSpans } from '../../../content/hours/week-view.ts';
import { findZone } from '../../../content/hours/zone-names.ts';
import { type Instant, addDays, day, instantOf, mondayOf, wallTimeAt } from '../../../content/hours/zoned-time.ts';
import { formatsOf } from '../../i18n/formats.ts';
import { occasionName } from '../../i18n/occasions.ts';
import { localePath } from '../../i18n/locale-path.ts';
import type { MarketHoursProps } from '../../islands/market-hours.island.tsx';
import type { LoaderContext } from '../../page/page-module.ts';
import { type BoardMarket, type PackedSpans, boardReach, shownAtOnce } from '../../ui/hours/HoursBoard.tsx';
import type { HoursWords } from '../../ui/hours/hours-text.ts';
import { dayNamesOf, shortDate } from './hours-words.ts';

/** The query parameters of the form. `now` is that of its button: it asks what is open at this moment. */
export const hoursQuery = ['zone', 'week', 'now'] as const;

/** What the visitor asked for, with what is wrong with it. */
export interface HoursAsked {
  /** False for the page that is the same for everybody. */
  any: boolean;
  /** IANA name. */
  zone: string;
  zoneGiven: boolean;
  /** The Monday of the week that was asked for; null without one. */
  monday: string | null;
  typed: MarketHoursProps['typed'];
  wrong: { zone: boolean; week: boolean };
  /** The days for which there are holidays. */
  weeks: MarketHoursProps['weeks'];
}

/** Shown before the browser has filled in all zones, and without a script. */
const cities = ['Madrid', 'Roma', 'London', 'New York', 'Bogota', 'Buenos Aires', 'Mexico City', 'Johannesburg', 'UTC'];

/** The years for which the calendars name holidays. */
function yearsOf(calendars: readonly TradingCalendar[], now: Instant): { first: string; last: string } {
  const years = calendars.flatMap(({ exceptions }) => exceptions.map(({ date }) => date.slice(0, 4))).sort();
  const thisYear = new Date(now).toISOString().slice(0, 4);
  return { first: `${years[0] ?? thisYear}-01-01`, last: `${years.at(-1) ?? thisYear}-12-31` };
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

export function readAsked(query: URLSearchParams, calendars: readonly TradingCalendar[], now: Instant): HoursAsked {
  const typed = { zone: (query.get('zone') ?? '').slice(0, 60), week: (query.get('week') ?? '').slice(0, 10) };
  const weeks = yearsOf(calendars, now);
  const zone = typed.zone === '' ? null : findZone(typed.zone);
  const inRange = isDay(typed.week) && typed.week >= weeks.first && typed.week <= weeks.last;
  return {
    any: query.size > 0,
    zone: zone ?? 'UTC',
    zoneGiven: zone !== null,
    monday: inRange ? mondayOf(typed.week) : null,
    typed,
    wrong: { zone: typed.zone !== '' && zone === null, week: typed.week !== '' && !inRange },
    weeks,
  };
}

function packed(calendars: readonly TradingCalendar[], base: Instant, covered: Instant): PackedSpans {
  return { base, covered, spans: calendars.map((calendar) => packSpans(openSpans(calendar, base, covered), base)) };
}

function notesOf(
  { exceptions, zone }: TradingCalendar,
  [from, to]: [string, string],
  { t, locale }: LoaderContext,
): BoardMarket['notes'] {
  return exceptions
    .filter(({ date }) => date >= from && date <= to)
    .flatMap(({ date, hours, occasion }): BoardMarket['notes'] => {
      const values = { date: shortDate(date, locale), occasion: occasionName(occasion, locale), time: '{time}' };
      if (hours === 'closed') return [[date, t('hours.noteClosed', values), null]];
      const note = (key: 'hours.noteFrom' | 'hours.noteUntil', minutes: number | null) =>
        minutes === null ? [] : [[date, t(key, values), instantOf(date, minutes, zone)] as const];
      return [...note('hours.noteFrom', hours.from), ...note('hours.noteUntil', hours.until)];
    });
}

export function hoursWords({ t, locale }: Pick<LoaderContext, 't' | 'locale'>): HoursWords {
  return {
    ...dayNamesOf(locale),
    open: t('hours.open'),
    closed: t('hours.closed'),
    closes: raw(t, 'hours.closes'),
    opens: raw(t, 'hours.opens'),
    always: t('hours.always'),
    everyDay: t('hours.everyDay'),
    noSession: t('hours.noSession'),
    dayUnit: t('hours.dayUnit'),
  };
}

/** @param now milliseconds since 1970. The result names this moment only when the visitor asked something. */
export function hoursBoard(
  calendars: readonly TradingCalendar[],
  asked: HoursAsked,
  now: Instant,
  context: LoaderContext,
): MarketHoursProps {
  const { t, locale, path } = context;
  const { date } = formatsOf(locale);
  const thisMonday = mondayOf(wallTimeAt(now, asked.zone).date);
  const monday = asked.monday ?? thisMonday;
  const start = Date.parse(`${monday}T00:00:00Z`);
  const [base, covered] = [start - boardReach.before, start + boardReach.after];
  const dates: [string, string] = [addDays(monday, -8), addDays(monday, 8)];
  const other = asked.monday !== null && asked.monday !== thisMonday;
  return {
    action: localePath(path, locale),
    zone: asked.zone,
    zoneAsked: asked.zoneGiven,
    typed: asked.typed,
    errors: {
      zone: asked.wrong.zone ? t('hours.zoneUnknown', { zone: asked.typed.zone }) : null,
      week: asked.wrong.week
        ? t('hours.weekUnknown', { first: date(asked.weeks.first), last: date(asked.weeks.last) })
        : null,
    },
    now: asked.any ? now : null,
    weeks: asked.weeks,
    cities,
    board: {
      markets: calendars.map((calendar) => ({
        id: calendar.id,
        name: calendar.name,
        trades: calendar.trades,
        notes: notesOf(calendar, dates, context),
      })),
      shown: packed(calendars, base, covered),
      around: other ? packed(calendars, Math.floor(now / day) * day - day, now + boardReach.after) : null,
      monday: other ? asked.monday : null,
      thisMonday,
      file: `/api/trading-hours/{id}.ics?locale=${locale}`,
      words: {
        ...hoursWords(context),
        file: t('hours.file'),
        fileOf: raw(t, 'hours.fileOf'),
        more: t('hours.moreMarkets', { count: calendars.length - shownAtOnce }),
      },
    },
    words: {
      zone: t('hours.zone'),
      week: t('hours.week'),
      show: t('hours.show'),
      inUtc: t('hours.inUtc'),
      inZone: raw(t, 'hours.inZone'),
      zoneUnknown: raw(t, 'hours.zoneUnknown'),
    },
  };
}

/** A message with its places still in it: the island fills them in, again and again. */
function raw(
  t: LoaderContext['t'],
  key: 'hours.closes' | 'hours.opens' | 'hours.fileOf' | 'hours.inZone' | 'hours.zoneUnknown',
): string {
  return t(key, { time: '{time}', duration: '{duration}', name: '{name}', zone: '{zone}' });
}
