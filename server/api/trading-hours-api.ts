/** `/api/trading-hours/zone`, and `/api/trading-hours/{id}.ics`: the hours of a market for a calendar program, for a year ahead, with its holidays and early closes. */
import { Hono } from 'hono';
import { findZone } from '../../content/hours/find-zone.ts';
import { type OpenSpan, findOpenSpans } from '../../content/hours/open-spans.ts';
import { addDays, day, findWallTime } from '../../content/hours/zoned-time.ts';
import type { Locale } from '../../content/locales.ts';
import type { Replica } from '../../content/replica/replica.ts';
import { dayTag } from '../../content/replica/tags.ts';
import type { TradingCalendar } from '../../content/model.ts';
import { findOccasionName } from '../../site/i18n/occasions.ts';
import { translator } from '../../site/i18n/translate.ts';
import { matchesEtag } from '../http/etag.ts';
import { KeptTexts } from '../http/kept-texts.ts';
import { readQueryLocale } from '../http/language-choice.ts';
import type { SharedCaching } from '../http/shared-caching.ts';
import { type CalendarEvent, writeCalendar } from './icalendar.ts';

const unpurgedCacheControl = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400';
/** Characters of files in memory, of 60 KB each: more than the markets of the demonstration in three languages. */
const maxCharacters = 4_000_000;

/** The file begins this long before today, so that a calendar program that reads it again keeps recent days. */
const pastMs = 7 * day;
const aheadMs = 366 * day;

/** A longer span belongs to a market that does not close each week: the file has one event for each year of it. */
const maxSpanMs = 8 * day;

/**
 * Finds the spans of a calendar that are completely within a time. A span that the time cuts would have another beginning or end tomorrow. For a market
 * that never closes, it returns the UTC years that overlap the time.
 */
function findWholeSpans(calendar: TradingCalendar, from: number, to: number): OpenSpan[] {
  const [first, last] = [new Date(from).getUTCFullYear(), new Date(to).getUTCFullYear()];
  const years = Array.from({ length: last - first + 1 }, (_, index) => Date.UTC(first + index, 0));
  return findOpenSpans(calendar, Date.UTC(first, 0), Date.UTC(last + 1, 0)).flatMap((span) => {
    if (span.closes - span.opens <= maxSpanMs) return span.opens >= from && span.closes <= to ? [span] : [];
    return years.flatMap((year) => {
      const opens = Math.max(span.opens, year);
      const closes = Math.min(span.closes, Date.UTC(new Date(year).getUTCFullYear() + 1, 0));
      return opens < closes && closes > from && opens < to ? [{ opens, closes }] : [];
    });
  });
}

/** Builds the file of one market. @param host part of the events' ids. @param today milliseconds since 1970. */
export function buildCalendarFile(calendar: TradingCalendar, locale: Locale, host: string, today: number): string {
  const t = translator(locale);
  const { id, name, zone } = calendar;
  const [from, to] = [today - pastMs, today + aheadMs];
  const exceptionByDate = new Map(calendar.exceptions.map((exception) => [exception.date, exception]));
  const open = findWholeSpans(calendar, from, to).map(({ opens, closes }): CalendarEvent => {
    const hours = exceptionByDate.get(findWallTime(closes - 1, zone).date)?.hours ?? 'closed';
    const early = hours !== 'closed' && hours.until !== null;
    return {
      uid: `${id}-${new Date(opens).toISOString()}@${host}`,
      summary: early ? t('hours.calendarEarly', { name }) : t('hours.calendarOpen', { name }),
      start: opens,
      end: closes,
    };
  });
  const [first, last] = [findWallTime(from, zone).date, findWallTime(to, zone).date];
  const closed = calendar.exceptions
    .filter(({ date, hours }) => hours === 'closed' && date >= first && date <= last)
    .map(({ date, occasion }): CalendarEvent => ({
      uid: `${id}-${date}@${host}`,
      summary: t('hours.calendarClosed', { name, occasion: findOccasionName(occasion, locale) }),
      start: date,
      end: addDays(date, 1),
    }));
  return writeCalendar({ name, stamp: Date.parse(calendar.updatedAt), events: [...open, ...closed] });
}

/** Creates the route. @param origin the site's public address. */
export function createTradingHoursApi(replica: Replica, origin: string, shared: SharedCaching): Hono {
  const app = new Hono();
  const { host } = new URL(origin);
  const cachedTexts = new KeptTexts(maxCharacters);
  // For the field of the page: the browser knows only the zones' own names.
  app.get('/zone', (context) =>
    context.json({ zone: findZone(context.req.query('name') ?? '') }, 200, { 'cache-control': 'public, max-age=3600' }),
  );
  app.get('/:file', (context) => {
    const id = /^([a-z0-9-]{1,120})\.ics$/.exec(context.req.param('file'))?.[1];
    const locale = readQueryLocale(context);
    const today = Math.floor(Date.now() / day) * day;
    const read = replica.reader();
    read.note([dayTag]);
    const calendar = id === undefined ? null : read.get('trading-calendar', id, locale);
    const state = `${replica.generation()} ${today}`;
    const file =
      calendar &&
      cachedTexts.find(`${locale} ${calendar.id}`, state, () => buildCalendarFile(calendar, locale, host, today));
    if (!file) return context.text('There is no such calendar.', 404);
    const headers = {
      etag: file.etag,
      'x-robots-tag': 'noindex',
      ...Object.fromEntries(shared.headers(unpurgedCacheControl, read.tags)),
    };
    if (matchesEtag(context.req.header('if-none-match'), file.etag)) return context.body(null, 304, headers);
    return context.body(file.text, 200, {
      ...headers,
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="${calendar.id}.ics"`,
    });
  });
  return app;
}
