/** What the policy of the declared country, and of the visitor's, asks of a registration: enforced by the server, and provable afterwards. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportPerson } from '../../accounts/person-data.ts';
import { declarationVersion } from '../../site/forms/registration-rule.ts';
import { translator } from '../../site/i18n/translate.ts';
import { expectedWords } from '../expected-words.ts';
import { formFaults } from '../form-faults.ts';
import { readableText } from '../readable-text.ts';
import {
  type AccountSite,
  type Answer,
  Visitor,
  ageRegistration,
  details,
  password,
  startAccountSite,
} from '../sites/account-site.ts';

type Result = 'open' | 'declared' | 'undeclared' | 'refused' | 'refused-visitor';

/** `from` is the country of the network address, empty when it is unknown. */
const cases: { from: string; declares: string; initiative: string; result: Result }[] = [
  { from: 'ZA', declares: 'ZA', initiative: '', result: 'open' },
  { from: 'ZA', declares: 'ZA', initiative: declarationVersion, result: 'open' },
  { from: '', declares: 'MX', initiative: '', result: 'open' },
  { from: 'ZA', declares: 'IT', initiative: '', result: 'undeclared' },
  { from: 'ZA', declares: 'IT', initiative: 'yes', result: 'undeclared' },
  { from: 'ZA', declares: 'IT', initiative: '2020-01-01', result: 'undeclared' },
  { from: 'ZA', declares: 'IT', initiative: declarationVersion, result: 'declared' },
  { from: '', declares: 'AE', initiative: declarationVersion, result: 'declared' },
  { from: 'DE', declares: 'ZA', initiative: '', result: 'undeclared' },
  { from: 'DE', declares: 'ZA', initiative: declarationVersion, result: 'declared' },
  { from: 'ZA', declares: 'KP', initiative: declarationVersion, result: 'refused' },
  { from: 'IR', declares: 'ZA', initiative: declarationVersion, result: 'refused-visitor' },
];
const phones: Record<string, string> = {
  ZA: '+27821234567',
  MX: '+525512345678',
  IT: '+390212345678',
  AE: '+971501234567',
  KP: '+27821234567',
};

async function register(
  site: AccountSite,
  path: string,
  fields: Record<string, string>,
  from: string,
): Promise<Answer> {
  const visitor = new Visitor(site.url);
  const headers = from === '' ? {} : { 'x-country': from };
  const { email = '' } = fields;
  if (path.endsWith('/old-register'))
    return visitor.post(path, { intent: 'create', email, password, ...fields }, headers);
  const first = await visitor.post(path, { intent: 'continue', email, password }, headers);
  if (first.status !== 303) return first;
  await ageRegistration(site, email);
  return visitor.post(path, { intent: 'create', ...fields }, headers);
}

describe('a registration', () => {
  let site: AccountSite;
  beforeAll(async () => {
    site = await startAccountSite('sqlite', { GEO_COUNTRY_HEADER: 'x-country' });
  });
  afterAll(() => site.stop());

  test.each([
    ['/old-register', 'en'],
    ['/es/register', 'es'],
    ['/it/old-register', 'it'],
  ] as const)(
    '%s follows the stricter policy of the declared country and the visitor’s, and stores what was ticked',
    async (path, locale) => {
      const t = translator(locale);
      const { errors } = expectedWords(locale);
      await Promise.all(
        cases.map(async ({ from, declares, initiative, result }, index) => {
          const email = `case-${index}-${locale}@example.com`;
          const fields = { ...details, email, country: declares, phone: phones[declares] ?? '', initiative };
          const answer = await register(site, path, fields, from);
          const faults = { undeclared: { initiative: errors.initiative }, refused: { country: errors.countryRefused } };
          const expected = result === 'undeclared' || result === 'refused' ? faults[result] : {};
          const registered = result === 'open' || result === 'declared';
          const what = [path, from, declares, initiative];
          expect.soft([...what, answer.status]).toEqual([...what, registered ? 303 : 422]);
          expect.soft([...what, Object.fromEntries(formFaults(answer.text))]).toEqual([...what, expected]);
          if (result === 'refused-visitor')
            expect.soft(readableText(answer.text)).toContain(t('register.visitorRefused'));
          // The box is shown again where it is missing, whichever country asks for it.
          if (result === 'undeclared') expect.soft(answer.text).toContain('data-declares="yes"');

          const person = await exportPerson(site.database, email);
          const [row] = person['registrations'] as { acceptance: string }[];
          expect.soft([...what, row !== undefined]).toEqual([...what, registered]);
          if (!row) return;
          const declaration = {
            version: declarationVersion,
            text: `${t('euNotice.scope')} ${t('register.initiative')}`,
            locale,
            country: declares,
            visitorCountry: from || null,
          };
          const acceptance = JSON.parse(row.acceptance) as { declaration?: object };
          expect.soft(acceptance.declaration).toEqual(result === 'declared' ? declaration : undefined);
          const agreed = (person['agreedTo'] as { id: string }[]).filter(({ id }) => id === 'own-initiative');
          expect.soft(agreed).toEqual(result === 'declared' ? [expect.objectContaining(declaration)] : []);
        }),
      );
    },
    60_000,
  );

  test('a visitor whose country is refused is told before an address or a password is taken', async () => {
    const email = 'first-step@example.com';
    const answer = await register(site, '/register', { ...details, email }, 'MM');
    expect(readableText(answer.text)).toContain(translator('en')('register.visitorRefused'));
    expect((await exportPerson(site.database, email))['unfinishedRegistrations']).toEqual([]);
  });
});
