import { expect, test } from 'vitest';
import { findInstants, findNextDay, findStartOfDay, findZone, nameOffset, showWall } from './local-time.ts';

test.each([
  { local: '2026-12-01T09:00', zone: 'Europe/Madrid', instants: ['2026-12-01T08:00:00.000Z'] },
  { local: '2026-07-01T09:00', zone: 'Europe/Rome', instants: ['2026-07-01T07:00:00.000Z'] },
  { local: '2026-03-29T02:30', zone: 'Europe/Madrid', instants: [] },
  {
    local: '2026-10-25T02:30',
    zone: 'Europe/Madrid',
    instants: ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'],
  },
  { local: '2026-03-08T02:00', zone: 'America/New_York', instants: [] },
  {
    local: '2026-11-01T01:59',
    zone: 'America/New_York',
    instants: ['2026-11-01T05:59:00.000Z', '2026-11-01T06:59:00.000Z'],
  },
  {
    local: '2026-04-05T01:45',
    zone: 'Australia/Lord_Howe',
    instants: ['2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z'],
  },
  { local: '2026-12-01T09:00', zone: 'Asia/Kathmandu', instants: ['2026-12-01T03:15:00.000Z'] },
  { local: '2026-12-01T09:00:30', zone: 'UTC', instants: ['2026-12-01T09:00:30.000Z'] },
  { local: '2026-02-30T09:00', zone: 'UTC', instants: [] },
  { local: '2026-12-01 09:00', zone: 'UTC', instants: [] },
])('$local in $zone is $instants', ({ local, zone, instants }) => {
  const found = findInstants(local, zone);
  expect(found.map((one) => one.toISOString())).toEqual(instants);
  for (const one of found) expect(showWall(one, zone)).toMatch(local);
});

test('a day begins at midnight, or at one o’clock where summer time skips midnight', () => {
  expect(findStartOfDay('2026-03-29', 'Europe/Madrid')?.toISOString()).toBe('2026-03-28T23:00:00.000Z');
  expect(findStartOfDay('2024-04-26', 'Africa/Cairo')?.toISOString()).toBe('2024-04-25T22:00:00.000Z');
  expect(findStartOfDay('', 'UTC')).toBe(undefined);
  expect(findNextDay('2026-02-28')).toBe('2026-03-01');
  expect(findNextDay('')).toBe('');
});

test('the two instants of a repeated hour have names, and only zones that exist are taken', () => {
  const names = findInstants('2026-10-25T02:30', 'Europe/Madrid').map((one) => nameOffset(one, 'Europe/Madrid'));
  expect(names).toEqual(['UTC+2', 'UTC+1']);
  expect(findZone('Europe/London')).toBe('Europe/London');
  expect(findZone('Europe/Atlantis')).toBe(null);
});
