/** Times of a clock on the wall, as editors write them, in a time zone. */

/** @returns the zone's own name of itself, or null when there is no such zone. */
export function findZone(zone: string): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/**
 * @param local `2026-03-29T02:30`. @param zone IANA name.
 * @returns the instants at which clocks show it: one, none (skipped when summer time begins), or two (repeated when it ends), earlier first.
 */
export function findInstants(local: string, zone: string): Date[] {
  const wall = Date.parse(`${local}:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(local) || Number.isNaN(wall) || showWall(wall, 'UTC') !== local)
    return [];
  const day = 86_400_000;
  const offsets = new Set([wall - day, wall + day].map((near) => Date.parse(`${showWall(near, zone)}:00Z`) - near));
  return [...offsets]
    .map((offset) => wall - offset)
    .filter((instant) => showWall(instant, zone) === local)
    .sort((one, other) => one - other)
    .map((instant) => new Date(instant));
}

/** What a clock in the zone shows, to the minute: `2026-03-29T03:30`. */
export function showWall(instant: number | Date, zone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  return format.format(instant).replace(' ', 'T');
}

/** `UTC+2` */
export function nameOffset(instant: Date, zone: string): string {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' });
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return name.replace('GMT', 'UTC');
}
