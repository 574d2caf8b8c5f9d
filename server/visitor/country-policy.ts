/**
 * The rules for each country. The compliance department owns this table, the only place for these rules: one line per country, and `everyoneElse`
 * for any other. `docs/compliance.md` maps columns to rules. A test checks the table against the specification.
 */

interface CountryPolicy {
  /** `eu`: the notice that the services are not directed at residents of the European Union (R24). */
  notice: 'eu' | 'none';
  /** `es`: the Spanish site is offered (R41). */
  redirect: 'es' | 'none';
  /** `none`: links that open an account are hidden. */
  callsToAction: 'all' | 'none';
}

export const everyoneElse: CountryPolicy = { notice: 'none', redirect: 'none', callsToAction: 'all' };

export const countryPolicies: Readonly<Record<string, CountryPolicy>> = {
  AE: { notice: 'eu', redirect: 'none', callsToAction: 'all' },
  AR: { notice: 'none', redirect: 'es', callsToAction: 'all' },
  AT: { notice: 'eu', redirect: 'none', callsToAction: 'all' },
  BE: { notice: 'eu', redirect: 'none', callsToAction: 'all' },
  BG: { notice: 'eu', redirect: 'none', callsToAction: 'all' },
  BO: { notice: 'none', redirect: 'es', callsToAction: 'all' },
  CL: { notice: 'none', redirect: 'es', callsToAction: 'all' },
  CO: { notice: 'none', redirect: 'es', callsToAction: 'all' },
  CR: { notice: 'none', redirect: 'es', callsToAction: 'all' },
  CU: { notice: 'none', redirect: 'es', callsToAction: 'all' },
  CY: { notice: 'eu', redirect: 'none', callsToAction: 'all' },
  CZ: { notice: 'eu', redirect: 'none', callsToAction: 'all' },
  DE: { notice: 'eu', redirect: 'none', callsToAction: 'all' },
  DK: { notice: 'eu', redirect: 'none', callsToAction: 'all' },
  DO: { notice: 'none', redirect: 'es', callsToAction: 'all' },
  EC: { notice: 'none', redirect: 'es', callsToAction: 'all' },
  EE: { notice: 'eu', redirect: 'none', callsToAction: 'all' },
  ES: { notice: 'eu', redirect: 'es', callsToAction: 'all' },
  FI: { notice: 'eu', redirect: 'none', callsToAction: 'all' },
  FR: { notice: 'eu', redirect: 'none', callsToAction: 'all' },
  GQ: { notice: 'none', redirect: 'es', callsToAction: 'all' },
  GR: { notice: 'eu', redirect: 'none', callsToAction: 'all' },
  GT: { notice: 'none', redirect: 'es', callsToAction: 'all' },
  HN: { notice: 'none', redirect: 'es', callsToAction: 'all' },
  HR: { notice: 'eu', redirect: 'none', callsToAction: 'all' },
  HU: { notice: 'eu', redirect: 'none', callsToAction: 'all' },
  IE: { notice: 'eu', redirect: 'none', callsToAction: 'all' },
  IT: { notice: 'eu', redirect: 'none', callsToAction: 'all' },
  LT: { notice: 'eu', redirect: 'none', callsToAction: 'all' },
  LU: { notice: 'eu', redirect: 'none', callsToAction: 'all' },
  LV: { notice: 'eu', redirect: 'none', callsToAction: 'all' },
  MD: { notice: 'eu', redirect: 'none', callsToAction: 'all' },
  MT: { notice: 'eu', redirect: 'none', callsToAction: 'all' },
  MX: { notice: 'none', redirect: 'es', callsToAction: 'all' },
  NI: { notice: 'none', redirect: 'es', callsToAction: 'all' },
  NL: { notice: 'eu', redirect: 'none', callsToAction: 'all' },
  PA: { notice: 'none', redirect: 'es', callsToAction: 'all' },
  PE: { notice: 'none', redirect: 'es', callsToAction: 'all' },
  PL: { notice: 'eu', redirect: 'none', callsToAction: 'all' },
  PR: { notice: 'none', redirect: 'es', callsToAction: 'all' },
  PT: { notice: 'eu', redirect: 'none', callsToAction: 'all' },
  PY: { notice: 'none', redirect: 'es', callsToAction: 'all' },
  RO: { notice: 'eu', redirect: 'none', callsToAction: 'all' },
  SE: { notice: 'eu', redirect: 'none', callsToAction: 'all' },
  SI: { notice: 'eu', redirect: 'none', callsToAction: 'all' },
  SK: { notice: 'eu', redirect: 'none', callsToAction: 'all' },
  SV: { notice: 'none', redirect: 'es', callsToAction: 'all' },
  UY: { notice: 'none', redirect: 'es', callsToAction: 'all' },
  VE: { notice: 'none', redirect: 'es', callsToAction: 'all' },
};

/** Finds the policy of a country. @param country two capital letters; null when it is unknown. */
export function findPolicy(country: string | null): CountryPolicy {
  return (
    (country !== null && Object.hasOwn(countryPolicies, country) ? countryPolicies[country] : undefined) ?? everyoneElse
  );
}

/** Formats the instructions for a browser in the header `country-policy`; empty for most countries. */
export function formatPolicy({ notice, redirect, callsToAction }: CountryPolicy): string {
  return [
    notice === 'eu' ? 'eu-notice' : '',
    redirect === 'es' ? 'redirect-es' : '',
    callsToAction === 'none' ? 'no-calls' : '',
  ]
    .filter(Boolean)
    .join(' ');
}
