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
 * @param local `2026-03-29T02:30`, or with seconds. @param zone IANA name.
 * @returns the instants at which clocks show it: one, none (skipped when summer time begins), or two (repeated when it ends), earlier first.
 */
export function findInstants(local: string, zone: string): Date[] {
  const shown = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(local) ? `${local}:00` : local;
  const wall = Date.parse(`${shown}Z`);
  if (Number.isNaN(wall) || showWall(wall, 'UTC') !== shown) return [];
  const day = 86_400_000;
  const offsets = new Set([wall - day, wall + day].map((near) => Date.parse(`${showWall(near, zone)}Z`) - near));
  return [...offsets]
    .map((offset) => wall - offset)
    .filter((instant) => showWall(instant, zone) === shown)
    .sort((one, other) => one - other)
    .map((instant) => new Date(instant));
}

/**
 * @param day `2026-03-29`. @returns the first instant of the day; undefined when there is no such day.
 * A few zones skip midnight when summer time begins.
 */
export function findStartOfDay(day: string, zone: string): Date | undefined {
  return findInstants(`${day}T00:00`, zone)[0] ?? findInstants(`${day}T01:00`, zone)[0];
}

/** @returns the day after, as `2026-03-30`; empty when there is no such day. */
export function findNextDay(day: string): string {
  const next = Date.parse(`${day}T00:00Z`) + 86_400_000;
  return Number.isNaN(next) ? '' : new Date(next).toISOString().slice(0, 10);
}

/** What a clock in the zone shows: `2026-03-29T03:30:00`. */
export function showWall(instant: number | Date, zone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  return format.format(instant).replace(' ', 'T');
}

/** `UTC+2` */
export function nameOffset(instant: Date, zone: string): string {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' });
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return name.replace('GMT', 'UTC');
}
