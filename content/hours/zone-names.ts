/** Finds the time zone that a visitor means: an IANA name, or a city in any of the site's languages. Runs on the server and in the browser. */

/** Cities, in the visitors' spelling, that the time-zone database spells differently or lacks. */
const cities = new Map(
  Object.entries({
    barcelona: 'Europe/Madrid',
    'buenos aires': 'America/Argentina/Buenos_Aires',
    'cape town': 'Africa/Johannesburg',
    'ciudad de mexico': 'America/Mexico_City',
    'ciudad del cabo': 'Africa/Johannesburg',
    'citta del capo': 'Africa/Johannesburg',
    'citta del messico': 'America/Mexico_City',
    francoforte: 'Europe/Berlin',
    frankfurt: 'Europe/Berlin',
    ginevra: 'Europe/Zurich',
    gmt: 'UTC',
    johannesburgo: 'Africa/Johannesburg',
    londra: 'Europe/London',
    londres: 'Europe/London',
    lugano: 'Europe/Zurich',
    milan: 'Europe/Rome',
    milano: 'Europe/Rome',
    'nueva york': 'America/New_York',
    pretoria: 'Africa/Johannesburg',
    roma: 'Europe/Rome',
    sidney: 'Australia/Sydney',
    tokio: 'Asia/Tokyo',
    utc: 'UTC',
    valencia: 'Europe/Madrid',
    zurigo: 'Europe/Zurich',
  }),
);

/** Characters; the longest name of a zone has 32. */
const longest = 60;

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[_\s]+/g, ' ')
    .trim();
}

/** The zones that the platform knows, UTC first. */
export function zoneNames(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')];
}

/** @returns the IANA name of the zone, or null when the text names none. */
export function findZone(text: string): string | null {
  if (text.length > longest) return null;
  const wanted = fold(text);
  if (wanted === '') return null;
  const city = cities.get(wanted);
  if (city) return city;
  const names = zoneNames();
  const found =
    names.find((name) => fold(name) === wanted) ?? names.find((name) => fold(name.split('/').at(-1) ?? '') === wanted);
  if (found) return found;
  if (!wanted.includes('/')) return null;
  try {
    // An older name, such as Asia/Calcutta, or one that this platform lists under another.
    return new Intl.DateTimeFormat('en', { timeZone: text.trim() }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** The name of a zone as people read it: `Buenos Aires` for `America/Argentina/Buenos_Aires`. */
export function formatCity(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}
