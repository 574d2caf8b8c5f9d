import { expect, test } from 'vitest';
import { parseDocument } from './parse-document.ts';

const base = {
  id: 'x',
  updatedAt: '2026-01-01T00:00:00Z',
  name: 'Exchange',
  trades: 'Stocks',
  zone: 'Europe/Madrid',
  sessions: 'Mon-Fri 09:00-17:30',
};
function problems(change: object): string[] {
  const parsed = parseDocument('trading-calendar', 'en', { ...base, ...change });
  return parsed.ok ? [] : parsed.problems.map(({ path, message }) => `${path}: ${message}`);
}

test('sessions and exceptional days become minutes and dates, in order', () => {
  const parsed = parseDocument('trading-calendar', 'es', {
    ...base,
    translations: [{ language: 'es', name: 'Bolsa', trades: 'Acciones' }],
    sessions: 'Sun-Thu 18:00-17:00\n\n  Sat 10:30-24:00\r\n',
    exceptions:
      '2027-01-01 closed new-year\n2026-12-24 until 13:00 christmas-eve\n2026-04-24 from 12:00\n2026-11-27 from 08:30 until 12:05 after-thanksgiving',
  });
  expect(parsed.ok && parsed.document).toMatchObject({
    name: 'Bolsa',
    trades: 'Acciones',
    sessions: [
      { days: [0, 1, 2, 3, 4], opens: 1080, closes: 1020 },
      { days: [6], opens: 630, closes: 1440 },
    ],
    exceptions: [
      { date: '2026-04-24', hours: { from: 720, until: null }, occasion: null },
      { date: '2026-11-27', hours: { from: 510, until: 725 }, occasion: 'after-thanksgiving' },
      { date: '2026-12-24', hours: { from: null, until: 780 }, occasion: 'christmas-eve' },
      { date: '2027-01-01', hours: 'closed', occasion: 'new-year' },
    ],
  });
});

test('days may continue over the end of the week, and a language without a name has the English name', () => {
  const parsed = parseDocument('trading-calendar', 'it', { ...base, sessions: 'Fri-Mon 00:00-00:00' });
  expect(parsed.ok && parsed.document).toMatchObject({
    name: 'Exchange',
    sessions: [{ days: [5, 6, 0, 1] }],
    exceptions: [],
  });
});

test.each([
  [
    { sessions: 'Mon-Fri 9:00-17:30' },
    'sessions: line 1 (Mon-Fri 9:00-17:30) must be days and times like “Mon-Fri 09:30-16:00”',
  ],
  [
    { sessions: 'Mon-Fri 09:00-17:30\nLun 10:00-11:00' },
    'sessions: line 2 (Lun 10:00-11:00) must be days and times like',
  ],
  [{ sessions: 'Mon 24:00-10:00' }, 'sessions: line 1 (Mon 24:00-10:00) must have times from 00:00 to 24:00'],
  [{ sessions: 'Mon 10:00-24:30' }, 'must have times from 00:00 to 24:00'],
  [{ sessions: '' }, 'sessions: must not be empty'],
  [
    { exceptions: '2026-02-30 closed' },
    'exceptions: line 1 (2026-02-30 closed) names a day that does not exist: 2026-02-30',
  ],
  [{ exceptions: '25.12.2026 closed' }, 'exceptions: line 1 (25.12.2026 closed) must be a date and “closed”'],
  [{ exceptions: '2026-12-24 until 13:00 from 12:00' }, 'must be a date and “closed”'],
  [{ exceptions: '2026-12-24 from 13:00 until 13:00' }, 'must begin before it ends'],
  [{ exceptions: '2026-12-24 from 29:00' }, 'must have a time from 00:00 to 24:00'],
  [{ exceptions: '2026-12-24 until 29:00' }, 'must have a time from 00:00 to 24:00'],
  [{ exceptions: '2026-12-24 closed\n2026-12-24 until 13:00' }, 'exceptions: must name each date once'],
  [{ exceptions: '2026-12-24 closed\n'.repeat(501) }, 'exceptions: must have at most 500 lines'],
  [{ zone: 'Europe/Atlantis' }, 'zone: must be a time zone like Europe/Madrid'],
])('%j is refused with its line and the correct form', (change, sentence) => {
  expect(problems(change).join('\n')).toContain(sentence);
});
