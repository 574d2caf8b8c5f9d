/**
 * Finds the time zone that a visitor means. Runs on the server only: `city-zones.json` has the cities that are not in the names of zones. They
 * are from the CLDR (links, and cities in English, Spanish and Italian), the capitals of all countries in these languages, and cities of more than 250 000
 * people. A name that several cities share means the city of a zone, then a capital, then the largest city.
 */
import cityZones from './city-zones.json' with { type: 'json' };
import { findNamedZone, foldName } from './zone-names.ts';

const zonesByCity = new Map(
  Object.entries(cityZones).flatMap(([zone, names]) => names.map((name) => [name, zone] as const)),
);

/** Finds the IANA name of a zone; null when the text names none. */
export function findZone(text: string): string | null {
  return findNamedZone(text) ?? zonesByCity.get(foldName(text.slice(0, 100))) ?? null;
}
