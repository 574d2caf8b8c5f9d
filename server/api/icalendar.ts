/**
 * Writes calendar files (RFC 5545) of events in UTC: every program reads them, whatever time-zone database it has. Without a library: `ics` 3.12
 * and `ical-generator` 11.1 escape neither the name of a calendar nor a U+2028, and `ics` writes lines of more than 75 bytes.
 */

export interface CalendarEvent {
  /** Globally unique, and the same whenever the event is written again. */
  uid: string;
  summary: string;
  /** Milliseconds since 1970, or the ISO date of a whole day. */
  start: number | string;
  end: number | string;
}

interface CalendarFile {
  name: string;
  /** Milliseconds since 1970: when the content of the file last changed. */
  stamp: number;
  events: readonly CalendarEvent[];
}

const productId = '-//brokerfront//trading hours//EN';
/** Bytes in a line without its end; longer ones are folded. */
const maxLineBytes = 75;

/** Formats a time as `20261126T143000Z`, or `20261126` for a whole day. */
function formatTime(time: number | string): string {
  if (typeof time === 'string') return time.replaceAll('-', '');
  return `${new Date(time).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

/** Programs read each of these as the end of a line. Other control characters are not allowed in the file. */
const lineEnd = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;
const control = /[\0-\x08\x0e-\x1f\x7f]/g;

function escapeText(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(lineEnd, '\\n')
    .replace(control, '');
}

/** Folds a line so that none has more than 75 bytes; a character is never cut in two. */
function foldLine(line: string): string {
  const parts: string[] = [];
  let part = '';
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > maxLineBytes) {
      parts.push(part);
      // The space that marks a folded line counts as well.
      [part, bytes] = ['', 1];
    }
    part += character;
    bytes += size;
  }
  return [...parts, part].join('\r\n ');
}

function formatTimeLine(name: 'DTSTART' | 'DTEND', time: number | string): string {
  return `${name}${typeof time === 'string' ? ';VALUE=DATE' : ''}:${formatTime(time)}`;
}

/** Writes the text of a calendar file. */
export function writeCalendar({ name, stamp, events }: CalendarFile): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:${productId}`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:P1D',
    ...events.flatMap(({ uid, summary, start, end }) => [
      'BEGIN:VEVENT',
      `UID:${uid}`,
      `DTSTAMP:${formatTime(stamp)}`,
      formatTimeLine('DTSTART', start),
      formatTimeLine('DTEND', end),
      `SUMMARY:${escapeText(summary)}`,
      // The event does not mark the reader as busy.
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}
