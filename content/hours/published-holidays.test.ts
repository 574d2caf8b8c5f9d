/**
 * The holidays of 2026 as the exchanges published them, typed here from their notices and from nothing else of this project. A calendar of
 * the demonstration that differs is wrong. Only days from Monday to Friday are listed.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { projectRoot } from '../../tools/project-root.ts';
import type { TradingCalendar } from '../model.ts';
import { parseDocument } from '../parse/parse-document.ts';

interface Published {
  /** `MM-DD` of 2026. */
  closed: string;
  /** Days that end early, with the hour. */
  early?: string;
}

const newYork: Published = {
  closed: '01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25',
  early: '11-27@13:00 12-24@13:00',
};

const published: Record<string, Published> = {
  // NYSE Group, “2025, 2026 and 2027 holiday and early closings calendar”.
  nyse: newYork,
  // Nasdaq Trader, “2026 U.S. equity and options markets holiday schedule”.
  nasdaq: newYork,
  // Deutsche Börse Cash Market, “Trading calendar 2026”.
  xetra: { closed: '01-01 04-03 04-06 05-01 12-24 12-25 12-31', early: '12-30@14:00' },
  // Eurex, “Trading calendar 2026”: index derivatives.
  'eurex-indices': { closed: '01-01 04-03 04-06 05-01 12-24 12-25 12-31' },
  // London Stock Exchange, “Business days”; the bank holidays are those of gov.uk.
  lse: { closed: '01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28', early: '12-24@12:30 12-31@12:30' },
  // Euronext, “Trading hours and holidays 2026”: cash markets.
  euronext: { closed: '01-01 04-03 04-06 05-01 12-25', early: '12-24@14:05 12-31@14:05' },
  // SIX Swiss Exchange, “Trading and clearing calendar 2026”. Berchtold’s Day is a Friday.
  six: { closed: '01-01 01-02 04-03 04-06 05-01 05-14 05-25 12-24 12-25 12-31' },
  // Nasdaq Nordic, “Trading calendar 2026”: Stockholm, with its half days.
  stockholm: {
    closed: '01-01 01-06 04-03 04-06 05-01 05-14 06-19 12-24 12-25 12-31',
    early: '01-05@13:00 04-02@13:00 04-30@13:00 05-13@13:00 10-30@13:00',
  },
  // Euronext, “Trading hours and holidays 2026”: Oslo.
  oslo: { closed: '01-01 04-02 04-03 04-06 05-01 05-14 05-25 12-24 12-25 12-31', early: '04-01@13:00' },
  // GPW, “Kalendarz sesji 2026”: 3 May, 15 August and 1 November are on weekends.
  warsaw: { closed: '01-01 01-06 04-03 04-06 05-01 06-04 11-11 12-24 12-25 12-31' },
  // JPX, “Market holidays 2026”.
  tse: {
    closed:
      '01-01 01-02 01-12 02-11 02-23 03-20 04-29 05-04 05-05 05-06 07-20 08-11 09-21 09-22 09-23 10-12 11-03 11-23 12-31',
  },
  // HKEX circular “Trading arrangements and calendar 2026”; the general holidays are those of gov.hk.
  hkex: {
    closed: '01-01 02-17 02-18 02-19 04-03 04-06 04-07 05-01 05-25 06-19 07-01 10-01 10-19 12-25',
    early: '02-16@12:00 12-24@12:00 12-31@12:00',
  },
  // Shanghai Stock Exchange, notice of 22 December 2025 on the closures of 2026.
  shanghai: {
    closed:
      '01-01 01-02 02-16 02-17 02-18 02-19 02-20 02-23 04-06 05-01 05-04 05-05 06-19 09-25 10-01 10-02 10-05 10-06 10-07',
  },
  // Singapore Exchange, “Trading hours and calendar 2026”; the public holidays are those of the Ministry of Manpower.
  sgx: {
    closed: '01-01 02-17 02-18 04-03 05-01 05-27 06-01 08-10 11-09 12-25',
    early: '02-16@12:00 12-24@12:00 12-31@12:00',
  },
  // National Stock Exchange of India, circular “Trading holidays for the calendar year 2026”, and the one on the elections of 15 January.
  'nse-india': {
    closed: '01-15 01-26 03-03 03-26 03-31 04-03 04-14 05-01 05-28 06-26 09-14 10-02 10-20 11-10 11-24 12-25',
  },
  // ICE Futures U.S., “2026 trading holiday calendar”: cocoa, coffee, cotton, sugar.
  'us-coffee': { closed: '01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25' },
};

function calendarNamed(id: string): TradingCalendar {
  const wire: unknown = parse(readFileSync(join(projectRoot, 'demo/trading-calendars', `${id}.yaml`), 'utf8'));
  const parsed = parseDocument('trading-calendar', 'en', wire);
  if (!parsed.ok) throw new Error(`${id}: ${JSON.stringify(parsed.problems)}`);
  return parsed.document;
}

const listed = (days: string | undefined) => (days ? days.split(/\s+/) : []);

test.each(Object.entries(published))(
  'R70: %s keeps the days that its exchange published for 2026',
  (id, { closed, early }) => {
    const days = calendarNamed(id).exceptions.filter(({ date }) => date.startsWith('2026-'));
    const shut = days.filter(({ hours }) => hours === 'closed');
    expect(shut.map(({ date }) => date.slice(5))).toEqual(listed(closed));
    const ends = days.flatMap(({ date, hours }) => {
      const minutes = hours === 'closed' ? null : hours.until;
      if (minutes === null) return [];
      return `${date.slice(5)}@${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
    });
    expect(ends).toEqual(listed(early));
  },
);

// The day that many lists get wrong: 6 February 2027 is a Saturday, 7 February takes its Sunday to the fourth day.
test('Hong Kong: the Lunar New Year of 2027 closes 8 and 9 February', () => {
  const days = calendarNamed('hkex').exceptions.filter(({ date }) => date.startsWith('2027-02'));
  expect(days.map(({ date, hours }) => [date, hours])).toEqual([
    ['2027-02-05', { from: null, until: 12 * 60 }],
    ['2027-02-08', 'closed'],
    ['2027-02-09', 'closed'],
  ]);
});
