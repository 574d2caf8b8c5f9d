import { expect, test } from 'vitest';
import { day } from '../../content/hours/zoned-time.ts';
import type { TradingCalendar } from '../../content/model.ts';
import { buildCalendarFile } from './trading-hours-api.ts';
import { demonstrationReplica } from '../../tests/sites/demonstration.ts';

const calendars = (await demonstrationReplica()).reader().list('trading-calendar', 'en');

/** Beginning and end of each event by its UID. */
function events(calendar: TradingCalendar, today: number): Map<string, string> {
  const text = buildCalendarFile(calendar, 'en', 'broker.example', today).replaceAll('\r\n ', '');
  return new Map(
    [...text.matchAll(/UID:(.*)\r\n.*\r\nDTSTART(.*)\r\nDTEND(.*)\r\n/g)].map(([, uid = '', ...times]) => [
      uid,
      times.join(),
    ]),
  );
}

test.each(calendars.map((calendar) => [calendar.id, calendar] as const))(
  '%s: from one day to the next no event of the file gets another UID, beginning or end',
  (_id, calendar) => {
    for (const start of ['2026-11-27', '2026-12-24', '2026-12-31', '2027-03-13', '2027-10-30']) {
      const today = Date.parse(`${start}T00:00:00Z`);
      const [before, after] = [events(calendar, today), events(calendar, today + day)];
      const kept = [...before].filter(([uid]) => after.has(uid));
      expect(kept.filter(([uid, times]) => after.get(uid) !== times)).toEqual([]);
      // A day of the past goes, a day of the future comes: at most three sessions and a holiday each.
      expect(before.size - kept.length).toBeLessThan(5);
      expect(after.size - kept.length).toBeLessThan(5);
      expect(new Set(before.values()).size).toBe(before.size);
    }
  },
);

test('a market that never closes is open by the year, and a day on which it is closed ends that', () => {
  const never: TradingCalendar = {
    ...(calendars.find(({ id }) => id === 'crypto') as TradingCalendar),
    zone: 'UTC',
    sessions: [{ days: [0, 1, 2, 3, 4, 5, 6], opens: 0, closes: 0 }],
    exceptions: [],
  };
  const today = Date.UTC(2026, 10, 27);
  expect([...events(never, today).values()]).toEqual([
    ':20260101T000000Z,:20270101T000000Z',
    ':20270101T000000Z,:20280101T000000Z',
  ]);
  const christmas = { date: '2026-12-25', hours: 'closed', occasion: 'christmas' } as const;
  expect([...events({ ...never, exceptions: [christmas] }, today).values()]).toEqual([
    ':20260101T000000Z,:20261225T000000Z',
    ':20261226T000000Z,:20270101T000000Z',
    ':20270101T000000Z,:20280101T000000Z',
    ';VALUE=DATE:20261225,;VALUE=DATE:20261226',
  ]);
});
