/** The holidays of the demonstration's calendars: Easter, computed here by other means, and what holds for all. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { load } from 'js-yaml';
import { projectRoot } from '../../tools/project-root.ts';
import { locales } from '../locales.ts';
import type { TradingCalendar } from '../model.ts';
import { parseDocument } from '../parse/parse-document.ts';
import { messages } from '../../site/i18n/translate.ts';
import { findWeekday } from './zoned-time.ts';

const folder = join(projectRoot, 'demo/trading-calendars');
const calendars = new Map(
  readdirSync(folder).map((name): [string, TradingCalendar] => {
    const parsed = parseDocument('trading-calendar', 'es', load(readFileSync(join(folder, name), 'utf8')));
    if (!parsed.ok) throw new Error(`${name}: ${JSON.stringify(parsed.problems)}`);
    return [parsed.document.id, parsed.document];
  }),
);
const years = [2026, 2027, 2028];
const iso = (date: Date) => date.toISOString().slice(0, 10);
const utc = (year: number, month: number, date: number) => new Date(Date.UTC(year, month - 1, date));
const later = (date: Date, days: number) => new Date(date.getTime() + days * 86_400_000);

/** The dates of an occasion in a calendar. */
function dates(id: string, occasion: string): string[] {
  const days = calendars.get(id)?.exceptions ?? [];
  return days.filter((one) => one.occasion === occasion && one.hours === 'closed').map(({ date }) => date);
}

/** Gauss's rule of Easter, as Lichtenberg corrected it; it holds for every Gregorian year. */
function easter(year: number): Date {
  const k = Math.floor(year / 100);
  const m = 15 + Math.floor((3 * k + 3) / 4) - Math.floor((8 * k + 13) / 25);
  const s = 2 - Math.floor((3 * k + 3) / 4);
  const a = year % 19;
  const d = (19 * a + m) % 30;
  const r = Math.floor((d + Math.floor(a / 11)) / 29);
  const og = 21 + d - r;
  const sz = 7 - ((year + Math.floor(year / 4) + s) % 7);
  return later(utc(year, 3, 1), og + 7 - ((og - sz) % 7) - 1);
}

test('every calendar has a Spanish name or a name that needs no translation, and holidays to the end of 2028', () => {
  expect(calendars.size).toBe(31);
  for (const { id, exceptions } of calendars.values())
    if (id !== 'crypto') expect({ id, last: exceptions.at(-1)?.date.slice(0, 4) }).toEqual({ id, last: '2028' });
});

test('no holiday is on a day on which its market is closed anyway', () => {
  const idle = [...calendars.values()].flatMap(({ id, exceptions, sessions }) =>
    exceptions
      .filter(({ date }) => {
        const closing = sessions.flatMap(({ days, opens, closes }) =>
          days.map((day) => (closes > opens ? day : (day + 1) % 7)),
        );
        return !closing.includes(findWeekday(date));
      })
      .map(({ date }) => `${id} ${date}`),
  );
  expect(idle).toEqual([]);
});

test('every occasion has a name in every language', () => {
  const occasions = new Set(
    [...calendars.values()].flatMap(({ exceptions }) => exceptions.flatMap(({ occasion }) => occasion ?? [])),
  );
  for (const locale of locales)
    expect([...occasions].filter((occasion) => !Object.hasOwn(messages[locale].hours.occasions, occasion))).toEqual([]);
  expect(occasions.size).toBeGreaterThan(45);
});

describe('Easter', () => {
  const fridays = years.map((year) => iso(later(easter(year), -2)));
  const mondays = years.map((year) => iso(later(easter(year), 1)));
  test.each(
    'nyse nasdaq xetra lse euronext bolsa-madrid borsa-italiana hkex asx jse metals energy eurex-indices six stockholm oslo warsaw sgx nse-india us-grains us-cocoa'.split(
      ' ',
    ),
  )('Good Friday closes %s', (id) => expect(dates(id, 'good-friday')).toEqual(fridays));
  test.each(
    'xetra lse euronext bolsa-madrid borsa-italiana hkex asx eurex-indices six stockholm oslo warsaw'.split(' '),
  )('Easter Monday closes %s', (id) => expect(dates(id, 'easter-monday')).toEqual(mondays));
  test('Easter Monday is Family Day in South Africa', () => expect(dates('jse', 'family-day')).toEqual(mondays));
});
