import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  findClockChanges,
  day,
  findInstant,
  minute,
  findMonday,
  findOffset,
  findWallTime,
} from './zoned-time.ts';

/**
 * The zones of the markets, and difficult ones: half an hour, no summer time, a change at midnight. Zones whose government decides every year
 * (Casablanca) are left out: the databases of the system and the platform may differ.
 */
const zones = [
  'America/New_York',
  'Europe/London',
  'Europe/Berlin',
  'Europe/Paris',
  'Europe/Madrid',
  'Europe/Rome',
  'Asia/Tokyo',
  'Asia/Hong_Kong',
  'Australia/Sydney',
  'Africa/Johannesburg',
  'America/Chicago',
  'Europe/Zurich',
  'America/Mexico_City',
  'America/Argentina/Buenos_Aires',
  'America/Santiago',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'UTC',
];
const [from, to] = [Date.UTC(2024, 0, 1), Date.UTC(2030, 0, 1)];

/** Reads the changes of a zone with `zdump`: each instant with the offset from it on, and the offset before. */
function zdump(zone: string): { at: number; before: number; after: number }[] {
  const text = execFileSync('zdump', ['-v', '-c', '2024,2030', zone], { encoding: 'utf8' });
  // Each change is two lines: its last second with the old offset, its first with the new one.
  const lines = [...text.matchAll(/^\S+ +\w{3} (\w{3} +\d+ [\d:]+ \d{4}) UTC? = .* gmtoff=(-?\d+)$/gm)]
    .map(([, shown = '', offset = '']) => ({ at: Date.parse(`${shown} UTC`), offset: Number(offset) / 60 }))
    .filter(({ at }) => at >= from - 1000 && at < to);
  return lines.flatMap(({ at, offset }, index) => {
    const previousLine = lines[index - 1];
    return previousLine && previousLine.at === at - 1000 ? [{ at, before: previousLine.offset, after: offset }] : [];
  });
}

describe('against zdump, 2024 to 2029', () => {
  test.each(zones)('%s changes its clock when the time-zone database says', (zone) => {
    expect(findClockChanges(zone, from, to)).toEqual(zdump(zone));
  });

  test('every zone with summer time has changes, so that the comparison above is not empty', () => {
    expect(zdump('America/New_York')).toHaveLength(12);
    expect(zdump('Europe/Madrid')).toHaveLength(12);
    expect(zdump('Asia/Tokyo')).toEqual([]);
  });

  test.each(zones)('local times and instants convert to each other on both sides of every change: %s', (zone) => {
    for (const { at, before, after } of zdump(zone)) {
      expect({ at, offset: findOffset(at - 1, zone) }).toEqual({ at, offset: before });
      expect({ at, offset: findOffset(at, zone) }).toEqual({ at, offset: after });
      for (const instant of [at - day, at - 181 * minute, at + 181 * minute, at + day]) {
        const { date, minutes } = findWallTime(instant, zone);
        expect({ zone, at, instant: findInstant(date, minutes, zone) }).toEqual({ zone, at, instant });
      }
    }
  });
});

describe('times that a clock skips or shows twice', () => {
  test('a skipped local time moves forward by the length of the gap', () => {
    expect(new Date(findInstant('2027-03-14', 150, 'America/New_York')).toISOString()).toBe('2027-03-14T07:30:00.000Z');
    expect(findWallTime(Date.UTC(2027, 2, 14, 7, 30), 'America/New_York').minutes).toBe(210);
    // Half an hour on Lord Howe Island: from 02:00 to 02:30.
    expect(new Date(findInstant('2026-10-04', 135, 'Australia/Lord_Howe')).toISOString()).toBe(
      '2026-10-03T15:45:00.000Z',
    );
  });

  test('a repeated local time means its first occurrence', () => {
    expect(new Date(findInstant('2026-11-01', 90, 'America/New_York')).toISOString()).toBe('2026-11-01T05:30:00.000Z');
    expect(new Date(findInstant('2026-10-25', 150, 'Europe/Madrid')).toISOString()).toBe('2026-10-25T00:30:00.000Z');
  });

  test('a midnight that a clock skips, as in Santiago, is one o’clock', () => {
    expect(findWallTime(findInstant('2026-09-06', 0, 'America/Santiago'), 'America/Santiago')).toEqual({
      date: '2026-09-06',
      minutes: 60,
      weekday: 0,
    });
  });
});

test('24:00 is midnight of the next day, and dates continue over the ends of months and years', () => {
  expect(findInstant('2026-12-31', 1440, 'Asia/Tokyo')).toBe(findInstant('2027-01-01', 0, 'Asia/Tokyo'));
  expect(addDays('2028-02-28', 2)).toBe('2028-03-01');
  expect(['2026-11-23', '2026-11-29', '2026-11-30'].map(findMonday)).toEqual([
    '2026-11-23',
    '2026-11-23',
    '2026-11-30',
  ]);
});

test('a zone that does not exist is an error', () => {
  expect(() => findWallTime(0, 'Europe/Atlantis')).toThrow(RangeError);
});
