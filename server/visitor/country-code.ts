/** Parses the country code that a CDN, the database or the service names. */

/** CDNs write these for "unknown" and for the Tor network. */
const noCountries = new Set(['XX', 'T1', 'ZZ']);

/** @returns two capital letters, or null when the country is unknown. */
export function parseCountryCode(value: unknown): string | null {
  const code = typeof value === 'string' ? value.trim().toUpperCase() : '';
  return /^[A-Z]{2}$/.test(code) && !noCountries.has(code) ? code : null;
}
