import { expect, test } from 'vitest';
import { writeCalendar } from './icalendar.ts';

const file = {
  name: 'Bolsa; de, Madrid',
  stamp: Date.UTC(2026, 10, 20, 9),
  events: [
    {
      uid: 'a@b',
      summary: 'Xetra, Fráncfort: abierto',
      start: Date.UTC(2026, 10, 23, 8),
      end: Date.UTC(2026, 10, 23, 16, 30),
    },
    { uid: 'c@b', summary: 'cerrado', start: '2026-12-25', end: '2026-12-26' },
  ],
};

test.each(['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029'])(
  'a line break %j in a text begins no line',
  (end) => {
    const summary = `open${end}ATTENDEE:mailto:a@b.example\0`;
    const text = writeCalendar({ ...file, name: summary, events: file.events.map((event) => ({ ...event, summary })) });
    expect(text.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/).filter((line) => line.startsWith('ATTENDEE'))).toEqual([]);
    expect(text).toContain('SUMMARY:open\\nATTENDEE:mailto:a@b.example\r\n');
  },
);

test('times are UTC, whole days are dates, and special characters are escaped', () => {
  expect(writeCalendar(file).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//brokerfront//trading hours//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'X-WR-CALNAME:Bolsa\\; de\\, Madrid',
    'REFRESH-INTERVAL;VALUE=DURATION:P1D',
    'BEGIN:VEVENT',
    'UID:a@b',
    'DTSTAMP:20261120T090000Z',
    'DTSTART:20261123T080000Z',
    'DTEND:20261123T163000Z',
    'SUMMARY:Xetra\\, Fráncfort: abierto',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'UID:c@b',
    'DTSTAMP:20261120T090000Z',
    'DTSTART;VALUE=DATE:20261225',
    'DTEND;VALUE=DATE:20261226',
    'SUMMARY:cerrado',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test('no line has more than 75 bytes, no character is split, and unfolding gives the whole text', () => {
  const name = 'Fráncfort – Ámsterdam – Zúrich 🏦 '.repeat(8).trim();
  const text = writeCalendar({ ...file, name });
  const lines = text.split('\r\n');
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  expect(text).not.toContain('\ufffd');
  expect(text.replaceAll('\r\n ', '')).toContain(`X-WR-CALNAME:${name}`);
});
