import { expect, test } from 'vitest';
import { findOutOfStep } from './out-of-step.ts';

const days = (zone: string, other: string, from: string, to: string) =>
  findOutOfStep(zone, other, Date.parse(from), Date.parse(to)).map((span) => [
    new Date(span.from).toISOString().slice(0, 10),
    new Date(span.to).toISOString().slice(0, 10),
    span.shift,
  ]);

test('New York and Europe change their clocks on different days, twice a year', () => {
  expect(days('America/New_York', 'Europe/London', '2026-11-23', '2028-12-31')).toEqual([
    ['2027-03-14', '2027-03-28', 60],
    ['2027-10-31', '2027-11-07', 60],
    ['2028-03-12', '2028-03-26', 60],
    ['2028-10-29', '2028-11-05', 60],
  ]);
});

test('a span that has already begun is listed from its beginning', () => {
  expect(days('America/New_York', 'Europe/Madrid', '2027-03-20', '2027-03-21')).toEqual([
    ['2027-03-14', '2027-03-28', 60],
  ]);
});

test('zones that always have the same difference have no such span', () => {
  expect(days('Europe/Madrid', 'Europe/London', '2026-01-01', '2029-01-01')).toEqual([]);
  expect(days('Asia/Tokyo', 'Asia/Hong_Kong', '2026-01-01', '2029-01-01')).toEqual([]);
});
