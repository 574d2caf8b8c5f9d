import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { projectRoot } from '../../tools/project-root.ts';
import { countryPolicies, everyoneElse, findPolicy, formatPolicy, findPolicyFault } from './country-policy.ts';

/** The lists of R24 and R41, in the order of the specification. */
const euNotice =
  'AT, AE, BE, BG, HR, CY, CZ, DK, EE, FI, FR, DE, GR, HU, IE, IT, LV, LT, LU, MT, NL, PL, PT, RO, SK, SI, ES, SE, MD'.split(
    ', ',
  );
const spanish = 'AR, BO, CL, CO, CR, CU, DO, EC, SV, GQ, GT, HN, MX, NI, PA, PY, PE, PR, ES, UY, VE'.split(', ');

test('R24: exactly the 29 countries of the specification get the notice', () => {
  const listed = Object.keys(countryPolicies).filter((code) => countryPolicies[code]?.notice === 'eu');
  expect(listed.sort()).toEqual([...euNotice].sort());
  expect(listed).toHaveLength(29);
});

test('R41: exactly the 21 countries of the specification are redirected', () => {
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
  [{ notice: 'eu', redirect: 'none', offers: 'all' }, 'eu-notice'],
  [{ notice: 'eu', redirect: 'es', offers: 'own-initiative' }, 'eu-notice redirect-es own-initiative'],
  [{ notice: 'none', redirect: 'none', offers: 'none' }, 'no-calls'],
] as const)('the policy reads the setting %o', (policy, words) => {
  expect(formatPolicy(policy)).toBe(words);
});

test('countries of the notice are served at the own initiative of a visitor who declares it, and no others ask for a declaration', () => {
  for (const { notice, offers, registration } of Object.values(countryPolicies))
    expect([notice === 'eu', offers === 'own-initiative', registration === 'declaration']).toEqual(
      Array.from({ length: 3 }, () => notice === 'eu'),
    );
});

test.each([
  ['a former column', { notice: 'none', redirect: 'es', callsToAction: 'none' }, "write offers: 'none' instead of"],
  ['a missing column', { ...everyoneElse, registration: undefined }, 'registration must be open, declaration, refused'],
  ['a value that does not exist', { ...everyoneElse, offers: 'some' }, 'offers must be all, own-initiative, none'],
  ['own initiative without a notice', { ...everyoneElse, offers: 'own-initiative' }, 'where the visitor answers'],
  ['offers that lead to a refusal', { ...everyoneElse, registration: 'refused' }, 'offers must be none'],
])('a line with %s ends the start with a sentence that names the country', (_what, policy, sentence) => {
  expect(findPolicyFault({ CH: policy })).toMatch(/country-policy\.ts, CH: /);
  expect(findPolicyFault({ CH: policy })).toMatch(sentence);
  expect(findPolicyFault()).toBeNull();
});

const demo = async (file: string) => readFile(join(projectRoot, 'demo', file), 'utf8');

test.each([
  ['en', 'own exclusive initiative'],
  ['es', 'iniciativa propia y exclusiva'],
  ['it', 'propria esclusiva iniziativa'],
])(
  '%s: the texts about residents of the EU name their own initiative, and the refused countries are named',
  async (locale, initiative) => {
    const faqs = parse(await demo(`faqs.${locale}.yaml`)) as { id: string; answer: string }[];
    const answer = (id: string) => faqs.find((faq) => faq.id === id)?.answer ?? '';
    const texts = [
      answer('who-can-open'),
      answer('eu-residents'),
      await demo(`pages/register.${locale}.yaml`),
      await demo(`pages/why-us.${locale}.yaml`),
      await demo(`jobs/client-support-italian-cape-town.${locale}.yaml`),
      await demo(`legal-documents/terms-of-service.${locale}.yaml`),
    ];
    for (const text of texts) expect.soft(text.replaceAll(/\s+/g, ' ')).toContain(initiative);
    const names = new Intl.DisplayNames([locale], { type: 'region' });
    for (const [code, { registration }] of Object.entries(countryPolicies))
      if (registration === 'refused')
        expect.soft(answer('who-can-open')).toContain(names.of(code)?.replace(/ \(.*/, ''));
  },
);
