/** Finds time zones by the names of the time-zone database. Runs on the server and in the browser, with the zones that the platform supports. */
import names from './current-zone-names.json' with { type: 'json' };

/** Maps former names of zones, which platforms list, to the names in the time-zone database (`_iana` of the CLDR). */
const currentNames = new Map(Object.entries(names));

/** Whether the platform supports a zone of this name. */
export function isZone(name: string): boolean {
  try {
    return name !== '' && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** Finds the current name of a zone, if the platform supports it. */
export function currentZoneName(zone: string): string {
  const name = currentNames.get(zone);
  return name && isZone(name) ? name : zone;
}

const letters: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ð: 'd', þ: 'th', æ: 'ae', ß: 'ss', ı: 'i' };

/** Removes accents, capitals and punctuation from a name, as in `city-zones.json`. */
export function foldName(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[łøđðþæßı]/g, (letter) => letters[letter] ?? letter)
    .replace(/[_\s.,'’ʻ-]+/g, ' ')
    .trim();
}

/** Lists the zones that the platform supports, UTC first. */
export function listZoneNames(): string[] {
  return [
    'UTC',
    ...Intl.supportedValuesOf('timeZone')
      .map(currentZoneName)
      .filter((name) => name !== 'UTC'),
  ];
}

/** Cuts the city or region out of a name. */
const lastPart = (zone: string) => zone.slice(zone.lastIndexOf('/') + 1);

/** Zones by their folded names, and by the cities in them. Made at the first question: the platform takes milliseconds to list its zones. */
let zonesByName: ReadonlyMap<string, string> | undefined;

function nameZones(): ReadonlyMap<string, string> {
  // Of two with the same city, the first; a whole name comes before a city.
  const zones = listZoneNames().toReversed();
  return new Map([
    ...zones.map((name) => [foldName(lastPart(name)), name] as const),
    ...zones.map((name) => [foldName(name), name] as const),
  ]);
}

/** In characters; the longest name of a zone has 32. */
export const longestZoneName = 60;

/** Finds the zone with this name, or with this city in its name; null when there is none. */
export function findNamedZone(text: string): string | null {
  if (text.length > longestZoneName) return null;
  const wanted = foldName(text);
  if (wanted === '') return null;
  zonesByName ??= nameZones();
  const found = zonesByName.get(wanted);
  if (found || !wanted.includes('/') || !isZone(text.trim())) return found ?? null;
  // The text may be a former name, which this platform lists under another name.
  return currentZoneName(new Intl.DateTimeFormat('en', { timeZone: text.trim() }).resolvedOptions().timeZone);
}

/** Formats the name of a zone for people: `Buenos Aires` for `America/Argentina/Buenos_Aires`. */
export function formatCity(zone: string): string {
  return lastPart(currentZoneName(zone)).replaceAll('_', ' ');
}
