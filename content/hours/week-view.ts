/** Converts a market's week to any time zone: the bars of a drawing, and the days and times of a text. */
import type { OpenSpan } from './open-spans.ts';
import { type Instant, addDays, day, findInstant, minute, findWallTime } from './zoned-time.ts';

/** A week in a time zone; when its clock changes, the week has an hour more or less. */
export interface Week {
  /** Monday, as an ISO date. */
  monday: string;
  zone: string;
  from: Instant;
  to: Instant;
}

export function buildWeek(monday: string, zone: string): Week {
  return { monday, zone, from: findInstant(monday, 0, zone), to: findInstant(addDays(monday, 7), 0, zone) };
}

/** Whole minutes from the beginning of the week. */
export interface Bar {
  start: number;
  length: number;
}

/** Finds the open parts of a week, cut off at its ends. */
export function findBars(spans: readonly OpenSpan[], { from, to }: Week): Bar[] {
  return spans.flatMap(({ opens, closes }) => {
    const [start, end] = [Math.max(opens, from), Math.min(closes, to)];
    return start < end ? [{ start: (start - from) / minute, length: (end - start) / minute }] : [];
  });
}

/** Finds the beginning of each day, in minutes from the beginning of the week. */
export function findMidnights({ monday, zone, from }: Week): number[] {
  return Array.from({ length: 7 }, (_, index) => (findInstant(addDays(monday, index), 0, zone) - from) / minute);
}

/** A time on a day of the week; 0 is Sunday. */
export interface DayTime {
  weekday: number;
  minutes: number;
}

/** `always`: the market does not close. `daily`: the same times on some days in a row. `long`: one span over more than a day. */
export type WeekLine =
  | { kind: 'always' }
  | { kind: 'daily'; first: number; last: number; times: [opens: number, closes: number][] }
  | { kind: 'long'; opens: DayTime; closes: DayTime };

/** Finds the local closing time; midnight as the end of a span is 24:00 of the day before. */
function findClosingTime(closes: Instant, zone: string): DayTime {
  const { weekday, minutes } = findWallTime(closes, zone);
  return minutes === 0 ? { weekday: (weekday + 6) % 7, minutes: 1440 } : { weekday, minutes };
}

/** Describes the hours of a week in as few lines as possible. Consecutive days with the same times share one line, also Sunday and Monday. */
export function describeWeek(spans: readonly OpenSpan[], week: Week): WeekLine[] {
  const { zone, from, to } = week;
  const shown = spans.filter(({ opens, closes }) => closes > from && opens < to);
  if (shown.some(({ opens, closes }) => opens < from && closes > to && closes - opens > 8 * day))
    return [{ kind: 'always' }];
  const long: WeekLine[] = [];
  const daily = new Map<number, [number, number][]>();
  for (const { opens, closes } of shown) {
    const { weekday, minutes } = findWallTime(opens, zone);
    if (closes - opens > day) {
      const line: WeekLine = { kind: 'long', opens: { weekday, minutes }, closes: findClosingTime(closes, zone) };
      if (!long.some((other) => JSON.stringify(other) === JSON.stringify(line))) long.push(line);
      continue;
    }
    if (opens < from) continue;
    daily.set(weekday, [...(daily.get(weekday) ?? []), [minutes, findClosingTime(closes, zone).minutes]]);
  }
  return [...long, ...groupDays(daily)];
}

/** The weekdays as `Date` numbers them, Monday first. */
const weekdays = [1, 2, 3, 4, 5, 6, 0];

function groupDays(daily: ReadonlyMap<number, [number, number][]>): WeekLine[] {
  const lines: (WeekLine & { kind: 'daily' })[] = [];
  for (const weekday of weekdays) {
    const times = daily.get(weekday);
    const before = lines.at(-1);
    if (!times) continue;
    if (before && (before.last + 1) % 7 === weekday && isSame(before.times, times)) before.last = weekday;
    else lines.push({ kind: 'daily', first: weekday, last: weekday, times });
  }
  const [first, last] = [lines[0], lines.at(-1)];
  if (first && last && first !== last && last.first === 0 && first.first === 1 && isSame(first.times, last.times)) {
    first.first = 0;
    lines.pop();
  }
  return lines;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Packs spans for an island in few digits: gap and length in turn, in minutes from `base`. */
export function packSpans(spans: readonly OpenSpan[], base: Instant): number[] {
  let at = base;
  return spans.flatMap(({ opens, closes }) => {
    const packed = [(opens - at) / minute, (closes - opens) / minute];
    at = closes;
    return packed;
  });
}

export function unpackSpans(packed: readonly number[], base: Instant): OpenSpan[] {
  const spans: OpenSpan[] = [];
  let at = base;
  for (let index = 0; index + 1 < packed.length; index += 2) {
    const opens = at + (packed[index] ?? 0) * minute;
    at = opens + (packed[index + 1] ?? 0) * minute;
    spans.push({ opens, closes: at });
  }
  return spans;
}
