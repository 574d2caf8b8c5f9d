/**
 * Converts between instants and local times, and finds clock changes. Uses the platform's time-zone database (`Intl`), and no rules of its own.
 * Runs on the server and in the browser.
 */

/** Milliseconds since 1970, UTC. */
export type Instant = number;

export interface WallTime {
  /** ISO date. */
  date: string;
  /** Minutes since midnight as the clock shows them, 0 to 1439. */
  minutes: number;
  /** 0 is Sunday. */
  weekday: 0 | 1 | 2 | 3 | 4 | 5 | 6;
}

export interface ClockChange {
  at: Instant;
  /** Minutes east of UTC, before and after. */
  before: number;
  after: number;
}

export const minute = 60_000;
export const day = 1440 * minute;

const week = 7 * day;
/** Years of zones in memory, some hundred bytes each: the platform needs a thousand times as long to compute one. */
const maxYears = 500;
const years = new Map<string, ZoneYear>();

interface ZoneYear {
  /** Minutes east of UTC when the year begins in UTC. */
  begins: number;
  changes: ClockChange[];
}

/** Creates a function from an instant to the platform's minutes east of UTC. @throws RangeError for a zone that does not exist. */
function createOffsetReader(zone: string): (at: Instant) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (at) => {
    const shown: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
    for (const { type, value } of format.formatToParts(at)) shown[type] = Number(value);
    const { year = 0, month = 1, day: date = 1, hour = 0, minute: minutes = 0, second = 0 } = shown;
    return (Date.UTC(year, month - 1, date, hour, minutes, second) - at) / minute;
  };
}

/** Finds the second of a clock change between two instants with different offsets, by bisection. */
function findChange(earlier: Instant, later: Instant, offset: (at: Instant) => number): Instant {
  let [low, high] = [earlier, later];
  const before = offset(low);
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000;
    if (offset(middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

/** Finds the clock changes of a zone in a year of UTC. @throws RangeError for a zone that does not exist. */
function findYear(zone: string, year: number): ZoneYear {
  const key = `${year} ${zone}`;
  const cached = years.get(key);
  if (cached) return cached;
  const offset = createOffsetReader(zone);
  const [start, end] = [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)];
  const begins = offset(start);
  const changes: ClockChange[] = [];
  // No zone changes its clock twice within a week.
  for (let at = start, before = begins; at < end; at += week) {
    const next = Math.min(at + week, end);
    const after = offset(next);
    if (after === before) continue;
    const change = findChange(at, next, offset);
    // A change at the very end of the year belongs to the next year.
    if (change < end) changes.push({ at: change, before, after });
    before = after;
  }
  const [oldest] = years.keys();
  if (years.size >= maxYears && oldest !== undefined) years.delete(oldest);
  const zoneYear = { begins, changes };
  years.set(key, zoneYear);
  return zoneYear;
}

/** Finds the minutes east of UTC. @throws RangeError for a zone that does not exist, or for an invalid instant. */
export function findOffset(at: Instant, zone: string): number {
  if (zone === 'UTC') return 0;
  const { begins, changes } = findYear(zone, new Date(at).getUTCFullYear());
  return changes.findLast((change) => change.at <= at)?.after ?? begins;
}

/** Finds the local time of a zone at an instant. @throws RangeError for a zone that does not exist. */
export function findWallTime(at: Instant, zone: string): WallTime {
  const shown = new Date(at + findOffset(at, zone) * minute);
  return {
    date: shown.toISOString().slice(0, 10),
    minutes: shown.getUTCHours() * 60 + shown.getUTCMinutes(),
    weekday: shown.getUTCDay() as WallTime['weekday'],
  };
}

/**
 * Finds the instant at which the clock of a zone shows a time. A skipped time moves forward by the skipped hour; of a repeated time, the first is
 * meant, as in `Temporal` and iCalendar.
 * @param minutes since midnight; 1440 and more are on the days after.
 * @throws RangeError for a zone that does not exist.
 */
export function findInstant(date: string, minutes: number, zone: string): Instant {
  const shown = Date.parse(`${date}T00:00:00Z`) + minutes * minute;
  // These are the offsets on both sides of a clock change, if there is one.
  const before = findOffset(shown - day, zone);
  const after = findOffset(shown + day, zone);
  if (before === after) return shown - before * minute;
  const candidates = [Math.max(before, after), Math.min(before, after)].map((offset) => shown - offset * minute);
  const found = candidates.find((at) => at + findOffset(at, zone) * minute === shown);
  if (found !== undefined) return found;
  // Skipped: count with the offset that held before the gap, which lands after it.
  return shown - before * minute;
}

/** Finds the ISO date some days after another one. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * day).toISOString().slice(0, 10);
}

/** Finds the weekday of an ISO date; 0 is Sunday. */
export function findWeekday(date: string): WallTime['weekday'] {
  return new Date(`${date}T00:00:00Z`).getUTCDay() as WallTime['weekday'];
}

/** Finds the Monday of the week of a date. */
export function findMonday(date: string): string {
  return addDays(date, -((findWeekday(date) + 6) % 7));
}

/** Finds every clock change of a zone from one instant (inclusive) to another (exclusive), in order. @throws RangeError for a zone that does not exist. */
export function findClockChanges(zone: string, from: Instant, to: Instant): ClockChange[] {
  const first = new Date(from).getUTCFullYear();
  const count = new Date(to).getUTCFullYear() - first + 1;
  return Array.from({ length: count }, (_, index) => findYear(zone, first + index).changes)
    .flat()
    .filter(({ at }) => at >= from && at < to);
}
