/**
 * Editors write the hours of a market as lines; these rules describe what is wrong with one before it reaches the site, which would refuse
 * the calendar and keep its last good version (`content/parse/calendar-lines.ts` reads the same lines).
 */
import holidayNames from './holiday-names.json';
import { type Problem, tell } from '../problem';
import { findZone } from '../../setup/local-time';

type Data = Record<string, unknown>;

const sessionLine = /^[A-Z][a-z]{2}(?:-[A-Z][a-z]{2})? ([0-2]\d:[0-5]\d)-([0-2]\d:[0-5]\d)$/;
const exceptionLine =
  /^(\d{4}-\d{2}-\d{2}) (?:closed|from ([0-2]\d:[0-5]\d)|(?:from ([0-2]\d:[0-5]\d) )?until ([0-2]\d:[0-5]\d))(?: ([a-z0-9-]{1,60}))?$/;
const weekdays = new Set(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']);

const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

function isDay(date: string): boolean {
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}

/** @returns the fault of a line; null when it is valid. */
function findSessionFault(line: string): string | null {
  const [, opens = '', closes = ''] = sessionLine.exec(line) ?? [];
  const days = line.slice(0, line.indexOf(' ')).split('-');
  if (!opens || !days.every((day) => weekdays.has(day))) return 'is not a session: write Mon-Fri 09:30-16:00';
  return minutes(opens) >= 1440 || minutes(closes) > 1440 ? 'has a time that no clock shows' : null;
}

/** @returns the fault of a line; null when it is valid. */
function findExceptionFault(line: string): string | null {
  const [, date = '', onlyFrom, alsoFrom, until = '24:00', name = 'holiday'] = exceptionLine.exec(line) ?? [];
  const from = onlyFrom ?? alsoFrom ?? '00:00';
  if (!date) return 'is not a holiday: write 2026-12-25 closed christmas, or 2026-12-24 until 13:00 christmas-eve';
  if (!isDay(date)) return 'names a day that does not exist';
  if (minutes(from) > 1440 || minutes(until) > 1440) return 'has a time that no clock shows';
  if (minutes(from) >= minutes(until)) return 'ends before it begins';
  return holidayNames.includes(name)
    ? null
    : `has a name that no language of the site knows, “${name}”: leave it out, or write a known one, such as christmas or good-friday`;
}

function findLineProblems(field: string, text: unknown, fault: (line: string) => string | null): Problem[] {
  if (typeof text !== 'string') return [];
  return text.split('\n').flatMap((given, index) => {
    const line = given.trim();
    const wrong = line === '' ? null : fault(line);
    return wrong ? tell([field], `Line ${index + 1}, “${line.slice(0, 60)}”, ${wrong}.`) : [];
  });
}

/** Dates that are named twice. */
function findRepeatedDates(text: unknown): Problem[] {
  if (typeof text !== 'string') return [];
  const dates = text.split('\n').flatMap((line) => /^\d{4}-\d{2}-\d{2}/.exec(line.trim())?.[0] ?? []);
  const repeated = [...new Set(dates.filter((date, index) => dates.indexOf(date) !== index))];
  return repeated.map((date) => ({ path: ['exceptions'], message: `${date} is named twice: keep one line.` }));
}

/** @param data to be saved; an update may lack fields. */
export function findCalendarProblems(data: Data): Problem[] {
  const { zone, sessions, exceptions } = data;
  const unknownZone = typeof zone === 'string' && zone !== '' && findZone(zone) === null;
  return [
    ...(unknownZone
      ? tell(['zone'], `“${zone}” is no time zone: write one like Europe/Madrid or America/New_York.`)
      : []),
    ...findLineProblems('sessions', sessions, findSessionFault),
    ...findLineProblems('exceptions', exceptions, findExceptionFault),
    ...findRepeatedDates(exceptions),
  ];
}
