import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { load } from 'js-yaml';
import { projectRoot } from '../../tools/project-root.ts';
import type { MarketWeek } from '../model-hours.ts';
import type { TradingCalendar } from '../model.ts';
import { parseDocument } from '../parse/parse-document.ts';
import { type OpenSpan, findMarketState, findOpenSpans, findState } from './open-spans.ts';
import { day, minute } from './zoned-time.ts';

interface Written {
  id: string;
  zone: string;
  sessions: string;
  exceptions?: string;
}

const folder = join(projectRoot, 'demo/trading-calendars');
const calendars = readdirSync(folder).map((name) => load(readFileSync(join(folder, name), 'utf8')) as Written);

function parseCalendar(wire: unknown): TradingCalendar {
  const parsed = parseDocument('trading-calendar', 'en', wire);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.document;
}

const at = (text: string) => Date.parse(`${text}Z`);
const shown = (spans: OpenSpan[]) =>
  spans.map(
    ({ opens, closes }) =>
      `${new Date(opens).toISOString().slice(0, 16)} ${new Date(closes).toISOString().slice(0, 16)}`,
  );
function market(zone: string, sessions: string, exceptions = ''): MarketWeek {
  const base = { id: 'x', updatedAt: '2026-01-01T00:00:00Z', name: 'X', trades: 'x' };
  return parseCalendar({ ...base, zone, sessions, exceptions });
}

/** Formats the local time of a zone as “2026-11-26 14:05:00”. The formats are cached, because their creation is slow. */
const walls = new Map<string, Intl.DateTimeFormat>();
function onTheWall(zone: string, instant: number): string {
  const wall =
    walls.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  walls.set(zone, wall);
  return wall.format(instant);
}
const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' });

/**
 * Open or closed by another method than the one that is tested: the lines are read as text, and only the clock on the market's wall is
 * looked at, never an instant at which something opens.
 */
function openOnTheWall({ zone, sessions, exceptions = '' }: Written, instant: number): boolean {
  const [today = '', time = ''] = onTheWall(zone, instant).split(' ');
  const clock = time.slice(0, 5);
  const formatWeekday = (date: string) => weekday.format(new Date(`${date}T12:00Z`));
  const shift = (date: string, days: number) =>
    new Date(Date.parse(`${date}T12:00Z`) + days * day).toISOString().slice(0, 10);
  const week = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
  const happens = (days: string, date: string) => {
    const [first = '', last = first] = days.split('-');
    const start = week.indexOf(first);
    return week.slice(start, week.indexOf(last, start) + 1).includes(formatWeekday(date));
  };
  const findRule = (date: string) =>
    exceptions
      .split('\n')
      .find((line) => line.startsWith(date))
      ?.split(' ') ?? [];
  return sessions.split('\n').some((line) => {
    const [days = '', hours = ''] = line.trim().split(' ');
    const [opens = '', closes = ''] = hours.split('-');
    const overnight = closes <= opens;
    const begunToday = happens(days, today) && clock >= opens && (overnight || clock < closes);
    const begunYesterday = overnight && happens(days, shift(today, -1)) && clock < closes;
    const [, rule, limit = '', and, end = '24:00'] = findRule(begunToday && overnight ? shift(today, 1) : today);
    // An exceptional day's minutes are those of the next morning.
    if (begunToday && overnight) return rule !== 'closed' && rule !== 'from';
    if (!begunToday && !begunYesterday) return false;
    return rule === 'closed'
      ? false
      : rule === 'until'
        ? clock < limit
        : rule === 'from'
          ? clock >= limit && (and !== 'until' || clock < end)
          : true;
  });
}

/** Generates numbers from 0 to 1, the same in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('the calendars of the demonstration', () => {
  test('open or closed at 10 000 random instants of 2026 to 2028 agrees with a reading of the clock on the wall', () => {
    const next = random(17);
    const [from, to] = [Date.UTC(2026, 0, 1), Date.UTC(2029, 0, 1)];
    const markets = calendars.map((wire) => ({ wire, calendar: parseCalendar(wire) }));
    const different: string[] = [];
    let open = 0;
    for (let count = 0; count < 10_000; count += 1) {
      const chosen = markets[Math.floor(next() * markets.length)];
      if (!chosen) continue;
      const instant = Math.floor((from + next() * (to - from)) / minute) * minute;
      const expected = openOnTheWall(chosen.wire, instant);
      if (expected) open += 1;
      const spans = findOpenSpans(chosen.calendar, instant, instant + minute);
      if (findState(spans, instant, instant + minute).open !== expected)
        different.push(`${chosen.wire.id} ${new Date(instant).toISOString()} ${expected ? 'open' : 'closed'}`);
    }
    expect(different).toEqual([]);
    expect(open).toBeGreaterThan(3000);
    expect(open).toBeLessThan(7000);
  });

  test('the minutes around every opening and closing of a year with clock changes agree with it, too', () => {
    const different: string[] = [];
    let edges = 0;
    for (const wire of calendars) {
      for (const { opens, closes } of findOpenSpans(parseCalendar(wire), Date.UTC(2027, 1, 1), Date.UTC(2027, 3, 15))) {
        for (const instant of [opens - minute, opens, closes - minute, closes]) {
          edges += 1;
          const expected = instant === opens || instant === closes - minute;
          if (openOnTheWall(wire, instant) !== expected)
            different.push(`${wire.id} ${new Date(instant).toISOString()}`);
        }
      }
    }
    expect(different).toEqual([]);
    expect(edges).toBeGreaterThan(2500);
  });

  test('every state ends at the instant that it names', () => {
    const next = random(71);
    for (let count = 0; count < 500; count += 1) {
      const wire = calendars[Math.floor(next() * calendars.length)];
      if (!wire) continue;
      const instant = Math.floor((Date.UTC(2026, 0, 1) + next() * 1000 * day) / minute) * minute;
      const calendar = parseCalendar(wire);
      const { open, until } = findMarketState(calendar, instant);
      const end = until ?? Number.NaN;
      expect({
        id: wire.id,
        instant,
        before: findMarketState(calendar, end - minute).open,
        after: findMarketState(calendar, end).open,
      }).toEqual({
        id: wire.id,
        instant,
        before: open,
        after: !open,
      });
    }
  });
});

describe('a session', () => {
  test('moves in UTC when the clock of its zone changes', () => {
    const nyse = market('America/New_York', 'Mon-Fri 09:30-16:00');
    expect(shown(findOpenSpans(nyse, at('2027-03-12T00:00'), at('2027-03-15T23:00')))).toEqual([
      '2027-03-12T14:30 2027-03-12T21:00',
      '2027-03-15T13:30 2027-03-15T20:00',
    ]);
  });

  test('lasts over midnight, and over the hour that a clock skips or repeats', () => {
    const night = market('America/New_York', 'Sat 20:00-08:00');
    expect(shown(findOpenSpans(night, at('2027-03-13T12:00'), at('2027-03-14T20:00')))).toEqual([
      '2027-03-14T01:00 2027-03-14T12:00',
    ]);
    expect(shown(findOpenSpans(night, at('2026-10-31T12:00'), at('2026-11-01T20:00')))).toEqual([
      '2026-11-01T00:00 2026-11-01T13:00',
    ]);
  });

  test('that opens and closes inside the skipped hour does not take place', () => {
    expect(
      findOpenSpans(market('America/New_York', 'Sun 02:00-03:00'), at('2027-03-14T00:00'), at('2027-03-14T20:00')),
    ).toEqual([]);
  });

  test('follows another without a break as one span: forex is open from Sunday to Friday', () => {
    const forex = market('America/New_York', 'Sun 17:05-17:00\nMon-Wed 17:00-17:00\nThu 17:00-16:55');
    expect(shown(findOpenSpans(forex, at('2026-11-24T00:00'), at('2026-11-24T01:00')))).toEqual([
      '2026-11-22T22:05 2026-11-27T21:55',
    ]);
  });
});

describe('an exceptional day', () => {
  const exceptions = '2026-12-25 closed christmas\n2026-12-24 until 13:00\n2026-12-23 from 12:00';
  test('closes, ends early or begins late', () => {
    const nyse = market('America/New_York', 'Mon-Fri 09:30-16:00', exceptions);
    expect(shown(findOpenSpans(nyse, at('2026-12-23T00:00'), at('2026-12-28T23:00')))).toEqual([
      '2026-12-23T17:00 2026-12-23T21:00',
      '2026-12-24T14:30 2026-12-24T18:00',
      '2026-12-28T14:30 2026-12-28T21:00',
    ]);
  });

  test('of a market that trades over midnight begins the evening before', () => {
    const gold = market('America/New_York', 'Sun-Thu 18:00-17:00', exceptions);
    expect(shown(findOpenSpans(gold, at('2026-12-22T23:30'), at('2026-12-28T12:00')))).toEqual([
      '2026-12-23T17:00 2026-12-23T22:00',
      '2026-12-23T23:00 2026-12-24T18:00',
      '2026-12-27T23:00 2026-12-28T22:00',
    ]);
  });

  test('may begin late and end early: grains after Thanksgiving have no night before their short day', () => {
    const grains = market(
      'America/Chicago',
      'Sun-Thu 19:00-07:45\nMon-Fri 08:30-13:20',
      '2026-11-26 closed\n2026-11-27 from 08:30 until 12:05',
    );
    expect(shown(findOpenSpans(grains, at('2026-11-26T00:00'), at('2026-11-30T12:00')))).toEqual([
      '2026-11-27T14:30 2026-11-27T18:05',
      '2026-11-30T01:00 2026-11-30T13:45',
    ]);
  });
});

test('a market that never closes is open without an end; one without sessions left is closed without one', () => {
  const always = market('UTC', 'Mon-Sun 00:00-24:00');
  expect(findMarketState(always, at('2027-06-01T12:00'))).toEqual({ open: true, until: null });
  expect(findOpenSpans(always, at('2027-06-01T12:00'), at('2027-06-02T12:00'))).toHaveLength(1);
  expect(findState([], 0, day)).toEqual({ open: false, until: null });
});
