/** Time zones by the names of the time-zone database. Runs on the server and in the browser, and knows the zones that the platform knows. */
import names from './current-zone-names.json' with { type: 'json' };

/** Zones that platforms list by a former name of their city: the name in the time-zone database (`_iana` of the CLDR). */
const currentNames = new Map(Object.entries(names));

/** Whether the platform knows a zone by this name. */
export function isZone(name: string): boolean {
  try {
    return name !== '' && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** The current name of a zone, where the platform knows it. */
export function currentZoneName(zone: string): string {
  const name = currentNames.get(zone);
  return name && isZone(name) ? name : zone;
}

const letters: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ð: 'd', þ: 'th', æ: 'ae', ß: 'ss', ı: 'i' };

/** A name without accents, capitals and punctuation: as `city-zones.json` has them. */
export function foldName(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[łøđðþæßı]/g, (letter) => letters[letter] ?? letter)
    .replace(/[_\s.,'’ʻ-]+/g, ' ')
    .trim();
}

/** The zones that the platform knows, UTC first. */
export function zoneNames(): string[] {
  return [
    'UTC',
    ...Intl.supportedValuesOf('timeZone')
      .map(currentZoneName)
      .filter((name) => name !== 'UTC'),
  ];
}

/** The part of a name that is a city or a region. */
const lastPart = (zone: string) => zone.slice(zone.lastIndexOf('/') + 1);

/** Characters; the longest name of a zone has 32. */
export const longestZoneName = 60;

/** @returns the zone of this name, or with this city in its name; null when the text is neither. */
export function findNamedZone(text: string): string | null {
  if (text.length > longestZoneName) return null;
  const wanted = foldName(text);
  if (wanted === '') return null;
  const known = zoneNames();
  const found =
    known.find((name) => foldName(name) === wanted) ?? known.find((name) => foldName(lastPart(name)) === wanted);
  if (found || !wanted.includes('/') || !isZone(text.trim())) return found ?? null;
  // A former name, or one that this platform lists under another.
  return currentZoneName(new Intl.DateTimeFormat('en', { timeZone: text.trim() }).resolvedOptions().timeZone);
}

/** The name of a zone as people read it: `Buenos Aires` for `America/Argentina/Buenos_Aires`. */
export function formatCity(zone: string): string {
  return lastPart(currentZoneName(zone)).replaceAll('_', ' ');
}
