/** Describes the hours of a market in words, from parts that an island gets as plain strings. */
import type { DayTime, WeekLine } from '../../content/hours/week-view.ts';
import { currentZoneName, foldName } from '../../content/hours/zone-names.ts';
import { type Instant, day, minute, findWallTime } from '../../content/hours/zoned-time.ts';
import { fill } from '../i18n/fill.ts';

export interface HoursWords {
  open: string;
  closed: string;
  /** With `{time}` and `{duration}`, like `opens`. */
  closes: string;
  opens: string;
  always: string;
  everyDay: string;
  noSession: string;
  /** The letter for days in a duration. */
  dayUnit: string;
  /** Short names, Sunday first. */
  weekdays: readonly string[];
  /** Short names, January first. */
  months: readonly string[];
}

/** Formats the current name of a zone without underscores, after the visitor's own name for it if that differs. */
export function formatZone(zone: string, typed = ''): string {
  const name = currentZoneName(zone).replaceAll('_', ' ');
  return foldName(name).includes(foldName(typed)) ? name : `${typed.trim()} (${name})`;
}

/** Formats minutes as `08:05`; 1440 is `24:00`. */
export function formatClock(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

function formatDayTime({ weekday, minutes }: DayTime, words: HoursWords): string {
  return `${words.weekdays[weekday]} ${formatClock(minutes)}`;
}

/** Formats one line of a week, such as `Mon–Fri 09:00–11:30, 12:30–15:30`. */
export function formatWeekLine(line: WeekLine, words: HoursWords): string {
  if (line.kind === 'always') return words.always;
  if (line.kind === 'long') return `${formatDayTime(line.opens, words)} – ${formatDayTime(line.closes, words)}`;
  const { first, last, times } = line;
  const isWholeWeek = first !== last && (last - first + 8) % 7 === 0;
  const days = isWholeWeek
    ? words.everyDay
    : [...new Set([first, last])].map((weekday) => words.weekdays[weekday]).join('–');
  return `${days} ${times.map(([opens, closes]) => `${formatClock(opens)}–${formatClock(closes)}`).join(', ')}`;
}

/** Formats a moment relative to another: only the time on the same day, with the date when it is almost a week later. */
export function formatMoment(at: Instant, now: Instant, zone: string, words: HoursWords): string {
  const { date, minutes, weekday } = findWallTime(at, zone);
  const time = formatClock(minutes);
  if (date === findWallTime(now, zone).date) return time;
  if (at - now < 6 * day) return `${words.weekdays[weekday]} ${time}`;
  return `${words.weekdays[weekday]} ${Number(date.slice(8))} ${words.months[Number(date.slice(5, 7)) - 1]}, ${time}`;
}

/** Formats a time, after the name of its day when that is not the expected `date` (ISO). @param weekdays short names, Sunday first. */
export function formatDayClock(at: Instant, date: string, zone: string, weekdays: readonly string[]): string {
  const wall = findWallTime(at, zone);
  return wall.date === date ? formatClock(wall.minutes) : `${weekdays[wall.weekday]} ${formatClock(wall.minutes)}`;
}

interface Clock {
  /** Null while the current time is unknown. */
  now: Instant | null;
  zone: string;
  /** The visitor's own name for the zone. */
  typed?: string;
  words: { inUtc: string; inZone: string };
  /** Short names, Sunday first. */
  weekdays: readonly string[];
}

/** Names the clock of the hours: UTC while the current time is unknown, else a zone with its time. */
export function formatClockLine({ now, zone, typed = '', words, weekdays }: Clock): string {
  if (now === null) return words.inUtc;
  const { weekday, minutes } = findWallTime(now, zone);
  return fill(words.inZone, { zone: formatZone(zone, typed), time: `${weekdays[weekday]} ${formatClock(minutes)}` });
}

/** Formats whole minutes, rounded up, in the two largest units: `2 d 3 h`, `2 h 15 min`, `1 min`. */
export function formatDuration(milliseconds: number, { dayUnit }: HoursWords): string {
  const minutes = Math.max(1, Math.ceil(milliseconds / minute));
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60];
  const parts =
    days > 0
      ? [
          [days, dayUnit],
          [hours, 'h'],
        ]
      : [
          [hours, 'h'],
          [rest, 'min'],
        ];
  return parts
    .filter(([count]) => count !== 0)
    .map(([count, unit]) => `${count}\u00a0${unit}`)
    .join(' ');
}
