/**
 * The lines of a trading calendar, as editors write them: `Mon-Fri 09:30-16:00` and `2026-11-27 from 08:30 until 12:05 after-thanksgiving`.
 * Exchanges publish their holidays as such lists, and a message can name a faulty line by its number.
 */
import * as v from 'valibot';
import type { ExceptionalDay, Session, Weekday } from '../model-hours.ts';
import { isCalendarDay, longText, requiredText } from './wire-pieces.ts';

const weekdayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const sessionLine = /^(?<days>[A-Z][a-z]{2}(?:-[A-Z][a-z]{2})?) (?<opens>[0-2]\d:[0-5]\d)-(?<closes>[0-2]\d:[0-5]\d)$/;
const exceptionLine =
  /^(?<date>\d{4}-\d{2}-\d{2}) (?<hours>closed|(?:from|until) [0-2]\d:[0-5]\d|from [0-2]\d:[0-5]\d until [0-2]\d:[0-5]\d)(?: (?<occasion>[a-z0-9-]{1,60}))?$/;
/** No market needs as many: three years of holidays are some 60 lines. */
const maxLines = 500;

/** @returns more than 1440 for a time that no clock shows. */
function parseClock(text: string): number {
  return Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));
}

function parseDays(text: string): Weekday[] | null {
  const [first, last] = text.split('-').map((name) => weekdayNames.indexOf(name));
  if (first === undefined || first < 0 || last === -1) return null;
  const count = last === undefined ? 1 : ((last - first + 7) % 7) + 1;
  return Array.from({ length: count }, (_, index) => ((first + index) % 7) as Weekday);
}

function readSession(line: string): Session | string {
  const groups = sessionLine.exec(line)?.groups;
  const days = groups && parseDays(groups['days'] ?? '');
  if (!groups || !days) return 'must be days and times like “Mon-Fri 09:30-16:00”';
  const session = { days, opens: parseClock(groups['opens'] ?? ''), closes: parseClock(groups['closes'] ?? '') };
  if (session.opens >= 1440 || session.closes > 1440) return 'must have times from 00:00 to 24:00';
  return session;
}

function readException(line: string): ExceptionalDay | string {
  const groups = exceptionLine.exec(line)?.groups;
  if (!groups)
    return 'must be a date and “closed”, “until 13:00”, “from 10:00” or “from 10:00 until 13:00”, with the occasion after it: “2026-12-25 closed christmas”';
  const { date = '', hours = '', occasion = null } = groups;
  if (!isCalendarDay(date)) return `names a day that does not exist: ${date}`;
  if (hours === 'closed') return { date, hours, occasion };
  const [from, until] = ['from ', 'until '].map((word) => {
    const at = hours.indexOf(word);
    return at < 0 ? null : parseClock(hours.slice(at + word.length));
  });
  if ((from ?? 0) > 1440 || (until ?? 0) > 1440) return 'must have a time from 00:00 to 24:00';
  if ((from ?? 0) >= (until ?? 1441)) return 'must begin before it ends';
  return { date, hours: { from: from ?? null, until: until ?? null }, occasion };
}

/** A schema that parses each line of a text with `read`, which returns a value, or a sentence for a faulty line. */
function parseLines<Value extends object>(read: (line: string) => Value | string) {
  return v.rawTransform<string, Value[]>(({ dataset, addIssue, NEVER }) => {
    const lines = dataset.value.split('\n').map((line) => line.trim());
    const values: Value[] = [];
    if (lines.length > maxLines) {
      addIssue({ message: `must have at most ${maxLines} lines` });
      return NEVER;
    }
    let faults = 0;
    for (const [index, line] of lines.entries()) {
      if (line === '') continue;
      const value = read(line);
      if (typeof value !== 'string') values.push(value);
      else {
        addIssue({ message: `line ${index + 1} (${line.slice(0, 60)}) ${value}` });
        faults += 1;
      }
    }
    return faults > 0 ? NEVER : values;
  });
}

export const sessionsSchema = v.pipe(longText, v.nonEmpty('must not be empty'), parseLines(readSession));

export const exceptionsSchema = v.pipe(
  v.nullish(longText, ''),
  parseLines(readException),
  v.check((days) => new Set(days.map(({ date }) => date)).size === days.length, 'must name each date once'),
  v.transform((days) => days.toSorted((one, other) => one.date.localeCompare(other.date))),
);

export const zoneSchema = v.pipe(
  requiredText,
  v.check((zone) => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
    } catch {
      return false;
    }
  }, 'must be a time zone like Europe/Madrid'),
);
