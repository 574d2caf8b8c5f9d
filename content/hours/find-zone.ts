/**
 * Finds the time zone that a visitor means. On the server only: `city-zones.json` has the cities that the names of the zones do not say. They
 * are from the CLDR (links, and cities in English, Spanish and Italian), the capitals of all countries in these languages, and cities of more than 250 000
 * people; a name that several places have stands for its zone, then for a capital, then for the largest.
 */
import cityZones from './city-zones.json' with { type: 'json' };
import { findNamedZone, foldName } from './zone-names.ts';

const places = new Map(
  Object.entries(cityZones).flatMap(([zone, names]) => names.map((name) => [name, zone] as const)),
);

/** @returns the IANA name of the zone, or null when the text names none. */
export function findZone(text: string): string | null {
  return findNamedZone(text) ?? places.get(foldName(text.slice(0, 100))) ?? null;
}
