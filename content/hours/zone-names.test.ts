import { expect, test } from 'vitest';
import { formatZone } from '../../site/ui/hours-text.ts';
import { findZone } from './find-zone.ts';
import { formatCity, listZoneNames } from './zone-names.ts';

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
  ['Kyiv', 'Europe/Kyiv'],
  ['Kiev', 'Europe/Kyiv'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Europe/Kyiv', 'Europe/Kyiv'],
  ['Kolkata', 'Asia/Kolkata'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Quito', 'America/Guayaquil'],
  ['San José', 'America/Costa_Rica'],
  ['La Habana', 'America/Havana'],
  ['L’Avana', 'America/Havana'],
  ['US/Eastern', 'America/New_York'],
  ['Cuba', 'America/Havana'],
  ['GB', 'Europe/London'],
  ['Zulu', 'UTC'],
  ['Pekín', 'Asia/Shanghai'],
  ['Pechino', 'Asia/Shanghai'],
  ['Washington D.C.', 'America/New_York'],
  ['Viena', 'Europe/Vienna'],
  ['Berna', 'Europe/Zurich'],
  ['Varsavia', 'Europe/Warsaw'],
  ['Copenaghen', 'Europe/Copenhagen'],
  ['København', 'Europe/Copenhagen'],
  ['Łódź', 'Europe/Warsaw'],
  ['Ciudad de Panamá', 'America/Panama'],
  ['St. John’s', 'America/St_Johns'],
  ['Victoria', 'Asia/Dubai'],
  ['Medellín', 'America/Bogota'],
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
  expect(listZoneNames().filter((name) => findZone(name) !== name)).toEqual([]);
  expect(listZoneNames().length).toBeGreaterThan(400);
  expect(formatCity('America/Argentina/Buenos_Aires')).toBe('Buenos Aires');
  expect([formatZone('Europe/Kiev'), formatCity('Europe/Kiev')]).toEqual(['Europe/Kyiv', 'Kyiv']);
  expect(formatZone('America/Guayaquil', ' Quito ')).toBe('Quito (America/Guayaquil)');
  expect(formatZone('America/New_York', 'new_york')).toBe('America/New York');
});
