/**
 * The rules for each country. The compliance department owns this table, the only place for these rules: one line per country, and `everyoneElse`
 * for any other. `docs/compliance.md` says what each value does. A test checks the table against the specification.
 */
import type { RegistrationRule } from '../../site/forms/registration-rule.ts';

export interface CountryPolicy {
  /** `eu`: the notice that the services are not directed at residents of the European Union (R24). */
  notice: 'eu' | 'none';
  /** `es`: the Spanish site is offered (R41). */
  redirect: 'es' | 'none';
  /** The links that open an account: `own-initiative` shows them once the visitor has answered the notice, `none` hides them. */
  offers: 'all' | 'own-initiative' | 'none';
  /** What the registration asks of a visitor who declares this country, or comes from it; the stricter of the two counts. */
  registration: RegistrationRule;
}

export const everyoneElse: CountryPolicy = { notice: 'none', redirect: 'none', offers: 'all', registration: 'open' };

const spanish: CountryPolicy = { ...everyoneElse, redirect: 'es' };
const ownInitiative: CountryPolicy = {
  notice: 'eu',
  redirect: 'none',
  offers: 'own-initiative',
  registration: 'declaration',
};
/** Countries for which the Financial Action Task Force calls for countermeasures or enhanced due diligence. */
const refused: CountryPolicy = { ...everyoneElse, offers: 'none', registration: 'refused' };

export const countryPolicies: Readonly<Record<string, CountryPolicy>> = {
  AE: ownInitiative,
  AR: spanish,
  AT: ownInitiative,
  BE: ownInitiative,
  BG: ownInitiative,
  BO: spanish,
  CL: spanish,
  CO: spanish,
  CR: spanish,
  CU: spanish,
  CY: ownInitiative,
  CZ: ownInitiative,
  DE: ownInitiative,
  DK: ownInitiative,
  DO: spanish,
  EC: spanish,
  EE: ownInitiative,
  ES: { ...ownInitiative, redirect: 'es' },
  FI: ownInitiative,
  FR: ownInitiative,
  GQ: spanish,
  GR: ownInitiative,
  GT: spanish,
  HN: spanish,
  HR: ownInitiative,
  HU: ownInitiative,
  IE: ownInitiative,
  IR: refused,
  IT: ownInitiative,
  KP: refused,
  LT: ownInitiative,
  LU: ownInitiative,
  LV: ownInitiative,
  MD: ownInitiative,
  MM: refused,
  MT: ownInitiative,
  MX: spanish,
  NI: spanish,
  NL: ownInitiative,
  PA: spanish,
  PE: spanish,
  PL: ownInitiative,
  PR: spanish,
  PT: ownInitiative,
  PY: spanish,
  RO: ownInitiative,
  SE: ownInitiative,
  SI: ownInitiative,
  SK: ownInitiative,
  SV: spanish,
  UY: spanish,
  VE: spanish,
};

/** Finds the policy of a country. @param country two capital letters; null when it is unknown. */
export function findPolicy(country: string | null): CountryPolicy {
  return (
    (country !== null && Object.hasOwn(countryPolicies, country) ? countryPolicies[country] : undefined) ?? everyoneElse
  );
}

const values: { readonly [Column in keyof CountryPolicy]: readonly CountryPolicy[Column][] } = {
  notice: ['eu', 'none'],
  redirect: ['es', 'none'],
  offers: ['all', 'own-initiative', 'none'],
  registration: ['open', 'declaration', 'refused'],
};

/** Finds what is wrong with a line of the table; null when nothing is. */
function findFault(policy: Record<string, unknown>): string | null {
  if ('callsToAction' in policy)
    return `write offers: ${policy['callsToAction'] === 'none' ? "'none'" : "'all'"} instead of callsToAction, and choose registration`;
  for (const [column, allowed] of Object.entries(values))
    if (!(allowed as unknown[]).includes(policy[column])) return `${column} must be ${allowed.join(', ')}`;
  if (policy['offers'] === 'own-initiative' && policy['notice'] === 'none')
    return 'offers can only be own-initiative where the visitor answers a notice';
  if (policy['registration'] === 'refused' && policy['offers'] !== 'none')
    return 'offers must be none where registration is refused';
  return null;
}

/** A broker’s own lines may still have former columns. @returns a sentence that names country and column; null when no line is wrong. */
export function findPolicyFault(
  table: Readonly<Record<string, object>> = { ...countryPolicies, everyoneElse },
): string | null {
  for (const [country, policy] of Object.entries(table)) {
    const fault = findFault({ ...policy });
    if (fault) return `server/visitor/country-policy.ts, ${country}: ${fault} (docs/compliance.md, “Country”).`;
  }
  return null;
}

/** Formats the instructions for a browser in the header `country-policy`; empty for most countries. */
export function formatPolicy({ notice, redirect, offers }: Omit<CountryPolicy, 'registration'>): string {
  return [
    notice === 'eu' ? 'eu-notice' : '',
    redirect === 'es' ? 'redirect-es' : '',
    offers === 'none' ? 'no-calls' : '',
    offers === 'own-initiative' ? 'own-initiative' : '',
  ]
    .filter(Boolean)
    .join(' ');
}
