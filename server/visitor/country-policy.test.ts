import { expect, test } from 'vitest';
import { countryPolicies, everyoneElse, findPolicy, formatPolicy } from './country-policy.ts';

/** The lists of R24 and R41, in the order of the specification. */
const euNotice =
  'AT, AE, BE, BG, HR, CY, CZ, DK, EE, FI, FR, DE, GR, HU, IE, IT, LV, LT, LU, MT, NL, PL, PT, RO, SK, SI, ES, SE, MD'.split(
    ', ',
  );
const spanish = 'AR, BO, CL, CO, CR, CU, DO, EC, SV, GQ, GT, HN, MX, NI, PA, PY, PE, PR, ES, UY, VE'.split(', ');

test('exactly the 29 countries of the specification get the notice', () => {
  const listed = Object.keys(countryPolicies).filter((code) => countryPolicies[code]?.notice === 'eu');
  expect(listed.sort()).toEqual([...euNotice].sort());
  expect(listed).toHaveLength(29);
});

test('exactly the 21 countries of the specification are redirected', () => {
  const listed = Object.keys(countryPolicies).filter((code) => countryPolicies[code]?.redirect === 'es');
  expect(listed.sort()).toEqual([...spanish].sort());
  expect(listed).toHaveLength(21);
});

test('every listed country has an effect; other countries, names of object properties and no country have none', () => {
  for (const [code, policy] of Object.entries(countryPolicies)) {
    expect(code).toMatch(/^[A-Z]{2}$/);
    expect(policy).not.toEqual(everyoneElse);
  }
  for (const code of ['ZA', 'US', 'GB', 'BR', 'CN', 'constructor', '__proto__', null])
    expect(formatPolicy(findPolicy(code))).toBe('');
});

test.each([
  [{ notice: 'eu', redirect: 'none', callsToAction: 'all' }, 'eu-notice'],
  [{ notice: 'eu', redirect: 'es', callsToAction: 'all' }, 'eu-notice redirect-es'],
  [{ notice: 'none', redirect: 'none', callsToAction: 'none' }, 'no-calls'],
] as const)('the policy reads the setting %o', (policy, words) => {
  expect(formatPolicy(policy)).toBe(words);
});
