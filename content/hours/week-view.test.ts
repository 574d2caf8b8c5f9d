import { expect, test } from 'vitest';
import type { MarketWeek } from '../model-hours.ts';
import { findOpenSpans } from './open-spans.ts';
import { findBars, findMidnights, packSpans, unpackSpans, describeWeek, buildWeek } from './week-view.ts';
import { day } from './zoned-time.ts';

const weekdays = [1, 2, 3, 4, 5] as const;
const tokyo: MarketWeek = {
  zone: 'Asia/Tokyo',
  sessions: [
    { days: [...weekdays], opens: 540, closes: 690 },
    { days: [...weekdays], opens: 750, closes: 930 },
  ],
  exceptions: [],
};
const gold: MarketWeek = {
  zone: 'America/New_York',
  sessions: [{ days: [0, 1, 2, 3, 4], opens: 1085, closes: 1015 }],
  exceptions: [],
};
const forex: MarketWeek = {
  zone: 'America/New_York',
  sessions: [
    { days: [0], opens: 1025, closes: 1020 },
    { days: [1, 2, 3], opens: 1020, closes: 1020 },
    { days: [4], opens: 1020, closes: 1015 },
  ],
  exceptions: [],
};
const always: MarketWeek = {
  zone: 'UTC',
  sessions: [{ days: [0, 1, 2, 3, 4, 5, 6], opens: 0, closes: 1440 }],
  exceptions: [],
};

const findSpans = (market: MarketWeek, monday: string) =>
  findOpenSpans(market, Date.parse(`${monday}T00:00Z`) - 8 * day, Date.parse(`${monday}T00:00Z`) + 16 * day);
const lines = (market: MarketWeek, zone: string, monday = '2026-12-07') =>
  describeWeek(findSpans(market, monday), buildWeek(monday, zone));

test('days with the same times share a line, and a break gives two spans', () => {
  expect(lines(tokyo, 'Asia/Tokyo')).toEqual([
    {
      kind: 'daily',
      first: 1,
      last: 5,
      times: [
        [540, 690],
        [750, 930],
      ],
    },
  ]);
});

test('the days of a market move in another zone: Tokyo’s Monday begins on New York’s Sunday', () => {
  expect(lines(tokyo, 'America/New_York')).toEqual([
    {
      kind: 'daily',
      first: 0,
      last: 4,
      times: [
        [1140, 1290],
        [1350, 90],
      ],
    },
  ]);
});

test('the view shows a market that trades overnight, one that trades all week, and one that never closes', () => {
  expect(lines(gold, 'UTC')).toEqual([{ kind: 'daily', first: 0, last: 4, times: [[1385, 1315]] }]);
  expect(lines(forex, 'UTC')).toEqual([
    { kind: 'long', opens: { weekday: 0, minutes: 1325 }, closes: { weekday: 5, minutes: 1315 } },
  ]);
  expect(lines(always, 'Asia/Kolkata')).toEqual([{ kind: 'always' }]);
});

test('a day that ends with midnight says 24:00', () => {
  const market: MarketWeek = { ...always, sessions: [{ days: [1], opens: 600, closes: 1440 }] };
  expect(lines(market, 'UTC')).toEqual([{ kind: 'daily', first: 1, last: 1, times: [[600, 1440]] }]);
});

test('some days differ in the week of a clock change, and the week has one more hour', () => {
  const week = buildWeek('2026-10-26', 'America/New_York');
  expect((week.to - week.from) / 60_000).toBe(7 * 1440 + 60);
  expect(findMidnights(week).at(-1)).toBe(6 * 1440);
  expect(lines(gold, 'UTC', '2026-10-26')).toEqual([
    { kind: 'daily', first: 1, last: 4, times: [[1325, 1255]] },
    { kind: 'daily', first: 0, last: 0, times: [[1385, 1315]] },
  ]);
});

test('bars are cut off at the ends of the week', () => {
  const bars = findBars(findSpans(forex, '2026-12-07'), buildWeek('2026-12-07', 'UTC'));
  expect(bars).toEqual([
    { start: 0, length: 4 * 1440 + 1315 },
    { start: 6 * 1440 + 1325, length: 115 },
  ]);
});

test('spans are the same after packing and unpacking', () => {
  const spans = findSpans(tokyo, '2026-12-07');
  const base = Date.parse('2026-11-29T00:00Z');
  const packed = packSpans(spans, base);
  expect(unpackSpans(packed, base)).toEqual(spans);
  expect(Math.max(...packed)).toBeLessThan(10_080);
});
