/** Converts a market's sessions, holidays and early closes in local time to the spans in which the market is open. */
import type { ExceptionalDay, MarketWeek, Session } from '../model-hours.ts';
import { type Instant, addDays, day, findInstant, findWallTime, findWeekday } from './zoned-time.ts';

/** From `opens` (inclusive) to `closes` (exclusive). */
export interface OpenSpan {
  opens: Instant;
  closes: Instant;
}

/** Finds the minutes of a session on its opening date, with the exceptional day applied. Null when the session does not take place. */
function findMinutes(
  { opens, closes }: Session,
  exception: ExceptionalDay | undefined,
  daysLater: number,
): { opens: number; closes: number } | null {
  const regular = { opens, closes: closes > opens ? closes : closes + 1440 };
  if (!exception) return regular;
  if (exception.hours === 'closed') return null;
  // The exception's minutes are those of the day on which the session closes.
  const { from, until } = exception.hours;
  const changed = {
    opens: from === null ? regular.opens : Math.max(regular.opens, from + daysLater * 1440),
    closes: until === null ? regular.closes : Math.min(regular.closes, until + daysLater * 1440),
  };
  return changed.opens < changed.closes ? changed : null;
}

/** Counts the days from a session's opening date to its closing date. Midnight is the end of a day, not the beginning of the next. */
function countDays({ opens, closes }: Session): 0 | 1 {
  return closes > opens ? 0 : closes === 0 ? 0 : 1;
}

/** Days by which a span may exceed the requested time: a market that closes each week is never open longer. */
const reachDays = 8;

/**
 * Finds the open spans of a market that touch the time from one instant to another, in order; sessions that follow each other
 * without a break are one span. They are not cut off at the two instants, unless they last more than a week beyond: the span of a market that
 * never closes begins and ends eight days outside.
 */
export function findOpenSpans(market: MarketWeek, from: Instant, to: Instant): OpenSpan[] {
  const { zone, sessions } = market;
  const exceptions = new Map(market.exceptions.map((exception) => [exception.date, exception]));
  const found: OpenSpan[] = [];
  // A span that touches the range may consist of the sessions of a whole week before or after it.
  const last = addDays(findWallTime(to, zone).date, reachDays);
  for (let date = addDays(findWallTime(from, zone).date, -reachDays); date <= last; date = addDays(date, 1)) {
    const weekday = findWeekday(date);
    for (const session of sessions) {
      if (!session.days.includes(weekday)) continue;
      const daysLater = countDays(session);
      const minutes = findMinutes(session, exceptions.get(addDays(date, daysLater)), daysLater);
      if (!minutes) continue;
      const span = { opens: findInstant(date, minutes.opens, zone), closes: findInstant(date, minutes.closes, zone) };
      // A session may disappear when the clock is put forward.
      if (span.opens < span.closes) found.push(span);
    }
  }
  return mergeSpans(found).filter((span) => span.closes > from && span.opens < to);
}

function mergeSpans(spans: OpenSpan[]): OpenSpan[] {
  const whole: OpenSpan[] = [];
  for (const span of spans.toSorted((one, other) => one.opens - other.opens)) {
    const before = whole.at(-1);
    if (before && span.opens <= before.closes) before.closes = Math.max(before.closes, span.closes);
    else whole.push({ ...span });
  }
  return whole;
}

export interface MarketState {
  open: boolean;
  /** When the state ends; null when it lasts longer than the spans cover. */
  until: Instant | null;
}

/** Whether a market is open at an instant, from its spans in order. */
export function findState(spans: readonly OpenSpan[], at: Instant, covered: Instant): MarketState {
  const next = spans.find(({ closes }) => closes > at);
  const open = next !== undefined && next.opens <= at;
  const until = open ? next.closes : (next?.opens ?? null);
  return { open, until: until !== null && until < covered ? until : null };
}

/** The time that `findMarketState` looks ahead: only a market that never changes stays in one state longer. */
const lookAheadMs = 30 * day;

/** Whether a market is open at an instant, and until when. */
export function findMarketState(market: MarketWeek, at: Instant): MarketState {
  return findState(findOpenSpans(market, at, at + lookAheadMs), at, at + lookAheadMs);
}
