import { expect, test } from 'vitest';
import { formatCity, findZone, zoneNames } from './zone-names.ts';

test.each([
  ['Europe/Madrid', 'Europe/Madrid'],
  ['europe/madrid', 'Europe/Madrid'],
  [' Madrid ', 'Europe/Madrid'],
  ['new york', 'America/New_York'],
  ['New_York', 'America/New_York'],
  ['Nueva York', 'America/New_York'],
  ['Roma', 'Europe/Rome'],
  ['Città del Capo', 'Africa/Johannesburg'],
  ['São Paulo', 'America/Sao_Paulo'],
  ['Bogotá', 'America/Bogota'],
  ['utc', 'UTC'],
  ['GMT', 'UTC'],
  ['Etc/UTC', 'UTC'],
])('%s is %s', (text, zone) => {
  expect(findZone(text)).toBe(zone);
});

test.each([
  '',
  '   ',
  'Atlantis',
  'Europe/Atlantis',
  '+02:00',
  '<script>',
  'x'.repeat(5000),
  'constructor',
  '__proto__',
])('%s is not a zone', (text) => {
  expect(findZone(text)).toBeNull();
});

test('every zone that the platform knows is found by its name', () => {
  expect(zoneNames().filter((name) => findZone(name) !== name)).toEqual([]);
  expect(zoneNames().length).toBeGreaterThan(400);
  expect(formatCity('America/Argentina/Buenos_Aires')).toBe('Buenos Aires');
});
