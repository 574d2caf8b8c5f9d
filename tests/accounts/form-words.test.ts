/** Compares the texts of forms and mails word for word in three languages: each rule with its message, and each number in a message with its rule. */
import { afterAll, describe, expect, test } from 'vitest';
import { pdf } from './cv-files.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { type ExpectedWords, expectedWords } from '../expected-words.ts';
import { formFaults } from '../form-faults.ts';
import { readableText } from '../readable-text.ts';
import { Visitor, details, password, startAccountSite } from '../sites/account-site.ts';

const testedLocales = ['en', 'es', 'it'] as const;
const site = await startAccountSite('sqlite');
afterAll(() => site.stop());

type ErrorName = keyof ExpectedWords['errors'];
type Faults = Record<string, ErrorName>;
type Fields = Record<string, string>;

const registration = { intent: 'create', email: 'anna@example.com', password, ...details };
const enquiry = { intent: 'enquire', name: 'Anna Rossi', email: 'anna@example.com', message: 'Ten signs.' };
const application = { intent: 'apply', name: 'Anna Rossi', email: 'anna@example.com', message: '' };

function withFile(fields: Fields, file?: File): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ elapsed: '9000', ...fields })) form.set(name, value);
  if (file) form.set('cv', file);
  return form;
}
const cv = new File([new Uint8Array(pdf)], 'cv.pdf');
const terms = { terms: '' };

/** Wrong values to type into a correct form, and the expected message of each field. A value at its limit must get no message. */
const rules: [what: string, path: string, fields: Fields | FormData, faults: Faults][] = [
  ['an address that is none', '/old-register', { ...registration, email: 'nobody' }, { email: 'email' }],
  ['no password', '/old-register', { ...registration, password: '' }, { password: 'passwordRequired' }],
  ['7 characters', '/old-register', { ...registration, password: 'aB3$567' }, { password: 'passwordMin' }],
  ['8 characters', '/old-register', { ...registration, ...terms, password: 'aB3$5678' }, { terms: 'terms' }],
  ['15 characters', '/old-register', { ...registration, ...terms, password: 'aB3$5678kj9q2w7' }, { terms: 'terms' }],
  ['16 characters', '/old-register', { ...registration, password: 'aB3$5678kj9q2w7z' }, { password: 'passwordMax' }],
  ['no digit', '/old-register', { ...registration, password: 'aBcd$efg' }, { password: 'passwordComposition' }],
  ['no small letter', '/old-register', { ...registration, password: 'AB3$5678' }, { password: 'passwordComposition' }],
  [
    'no capital letter',
    '/old-register',
    { ...registration, password: 'ab3$5678' },
    { password: 'passwordComposition' },
  ],
  [
    'no special character',
    '/old-register',
    { ...registration, password: 'aB345678' },
    { password: 'passwordComposition' },
  ],
  ['a common password', '/old-register', { ...registration, password: 'Password1!' }, { password: 'passwordCommon' }],
  ['no first name', '/old-register', { ...registration, firstName: '' }, { firstName: 'firstName' }],
  ['no last name', '/old-register', { ...registration, lastName: '' }, { lastName: 'lastName' }],
  ['a digit in a name', '/old-register', { ...registration, firstName: 'Anna1' }, { firstName: 'letters' }],
  ['a sign in a name', '/old-register', { ...registration, lastName: 'Ro-ssi' }, { lastName: 'letters' }],
  ['60 letters', '/old-register', { ...registration, ...terms, lastName: 'a'.repeat(60) }, { terms: 'terms' }],
  ['61 letters', '/old-register', { ...registration, lastName: 'a'.repeat(61) }, { lastName: 'tooLong' }],
  ['no country', '/old-register', { ...registration, country: '' }, { country: 'country' }],
  ['a country that is refused', '/old-register', { ...registration, country: 'KP' }, { country: 'countryRefused' }],
  ['no own initiative', '/old-register', { ...registration, initiative: '' }, { initiative: 'initiative' }],
  ['a number that nobody has', '/old-register', { ...registration, phone: '12345' }, { phone: 'phone' }],
  ['terms that are not accepted', '/old-register', { ...registration, ...terms }, { terms: 'terms' }],
  ['a sign in a code', '/old-register', { ...registration, promoCode: '<b>' }, { promoCode: 'characters' }],
  ['a code of 41 letters', '/old-register', { ...registration, promoCode: 'a'.repeat(41) }, { promoCode: 'tooLong' }],
  [
    'a new password of 7',
    '/register',
    { intent: 'continue', email: 'anna@example.com', password: 'aB3$567' },
    { password: 'passwordMin' },
  ],
  ['an enquiry of 9 signs', '/contact', { ...enquiry, topic: 'other', message: 'Nine sign' }, { message: 'message' }],
  ['of 10, without a topic', '/contact', { ...enquiry, topic: '' }, { topic: 'topic' }],
  ['without a name', '/contact', { ...enquiry, topic: 'other', name: '' }, { name: 'name' }],
  ['of 5001 signs', '/contact', { ...enquiry, topic: 'other', message: 'a'.repeat(5001) }, { message: 'tooLong' }],
  ['a partner’s address that is none', '/ib', { ...enquiry, website: 'example' }, { website: 'website' }],
  ['nothing of an application', '/careers', withFile({ ...application, job: '' }), { job: 'job', cv: 'cv' }],
  [
    'a CV of another kind',
    '/careers',
    withFile({ ...application, job: '' }, new File(['MZ'], 'cv.exe')),
    { job: 'job', cv: 'cvKind' },
  ],
  [
    'a CV that has to be chosen again',
    '/careers',
    withFile({ ...application, job: '' }, cv),
    { job: 'job', cv: 'cvAgain' },
  ],
];

describe.each(testedLocales)('%s', (locale) => {
  const words = expectedWords(locale);
  const at = (path: string) => localePath(path, locale);

  test('each rule of a form has its message, and a value at its limit has none', async () => {
    for (const [what, path, fields, faults] of rules) {
      const answer = await new Visitor(site.url).post(at(path), fields);
      const messages = Object.fromEntries(Object.entries(faults).map(([field, name]) => [field, words.errors[name]]));
      expect
        .soft({ what, status: answer.status, said: Object.fromEntries(formFaults(answer.text)) })
        .toEqual({ what, status: 422, said: messages });
      // The fields have the same sentences.
      for (const [field, sentence] of Object.entries(messages)) {
        const [, own = ''] = new RegExp(`id="${field}-error"[^>]*>(.*?)</p>`).exec(answer.text) ?? [];
        expect.soft([what, field, readableText(own)]).toEqual([what, field, sentence]);
      }
    }
  });

  test('registration, confirmation, sign-in and new password have their texts in pages and mails', async () => {
    const email = `anna.${locale}@example.com`;
    const visitor = new Visitor(site.url);
    const says = async (path: string, sentence: string) =>
      expect
        .soft([path, readableText((await visitor.get(path)).text).includes(sentence), sentence])
        .toEqual([path, true, sentence]);
    const refused = async (path: string, fields: Fields, status: number, sentence: string) => {
      const answer = await new Visitor(site.url).post(at(path), fields);
      expect
        .soft([path, answer.status, readableText(answer.text).includes(sentence), sentence])
        .toEqual([path, status, true, sentence]);
    };
    const tokenIn = (link: string) => [...new URL(link).searchParams.values()][0] ?? '';
    const signIn = { intent: 'sign-in', email };

    await refused('/contact', { ...enquiry, topic: 'other', elapsed: '100' }, 422, words.forms.tooFast);
    expect((await visitor.post(at('/old-register'), { ...registration, email })).status).toBe(303);
    await says(at('/register'), words.register.sentText.replace('{email}', email));
    await says(at('/register?again=1'), words.register.resent);
    const verify = await site.mailTo(email, new RegExp(`^${words.mail.verifySubject}`));
    expect
      .soft(readableText(verify.text.replaceAll('\n', ' ')))
      .toContain(words.mail.verifyAfter.replaceAll('\n', ' '));
    const confirm = { intent: 'confirm', token: tokenIn(verify.link) };
    await refused('/register', { ...confirm, password: 'Wrong1!pw' }, 422, words.register.wrongPassword);
    expect((await visitor.post(at('/register'), confirm)).status).toBe(303);
    await says(at('/login?done=confirmed'), words.login.confirmed);
    await says(at('/register?link=1'), words.register.linkText);
    await refused('/register', { intent: 'new-link', email }, 200, words.register.newLinkSent);
    await refused('/old-register', { ...registration, email, lastName: 'Bianchi' }, 422, words.errors.duplicate);

    await refused('/login', { ...signIn, password: 'Wrong1!pw' }, 422, words.login.refused);
    expect((await visitor.post(at('/login'), { ...signIn, password })).status).toBe(303);
    const { db } = site.database;
    await db
      .updateTable('session')
      .set({ updatedAt: new Date(Date.now() - 31 * 60_000).toISOString() })
      .execute();
    await says(at('/login'), words.login.idle);
    await says(at('/login?done=signed-out'), words.login.signedOut);
    await says(at('/login?done=ended'), words.login.ended);

    await visitor.post(at('/forgot-password'), { intent: 'request', email });
    await says(at('/forgot-password?sent=1'), words.recovery.sentText);
    const recover = await site.mailTo(email, new RegExp(`^${words.mail.recoverSubject}`));
    expect
      .soft(readableText(recover.text.replaceAll('\n', ' ')))
      .toContain(words.mail.recoverAfter.replaceAll('\n', ' '));
    const choose = { intent: 'choose', token: tokenIn(recover.link), password: 'Fresh1!xy' };
    await refused('/forgot-password', { ...choose, password: 'aB3$567' }, 422, words.errors.passwordMin);
    expect((await visitor.post(at('/forgot-password'), choose)).status).toBe(303);
    await says(at('/login?done=password'), words.login.passwordSet);
    await says(at('/forgot-password?link=1'), words.recovery.linkText);
    const changed = await site.mailTo(email, new RegExp(`^${words.mail.changedSubject}`));
    expect
      .soft(readableText(changed.text.replaceAll('\n', ' ')))
      .toContain(words.mail.changedText.replace('{site}', 'Veldstone'));
  });

  test('an expired first step and a mailbox with too many mails have their messages', async () => {
    const late = new Visitor(site.url);
    late.cookies.set('registration', 'a-token-of-yesterday');
    const expired = await late.post(at('/register'), registration);
    expect([expired.status, readableText(expired.text).includes(words.register.expired)]).toEqual([422, true]);
    const impatient = new Visitor(site.url);
    await impatient.post(at('/old-register'), { ...registration, email: `impatient.${locale}@example.com` });
    for (let mail = 0; mail < 5; mail += 1) await impatient.post(at('/register'), { intent: 'resend' });
    const enough = await impatient.post(at('/register'), { intent: 'resend' });
    expect([enough.status, readableText(enough.text).includes(words.register.enoughMails)]).toEqual([200, true]);
  });

  test('each accepted form is confirmed', async () => {
    for (const [path, ...sentences] of [
      ['/contact?sent=1', words.sent.enquiryHeading, words.sent.enquiryText],
      ['/careers?sent=1', words.sent.applicationHeading, words.sent.applicationText],
    ] as const) {
      const text = readableText((await new Visitor(site.url).get(at(path))).text);
      expect([path, sentences.filter((sentence) => !text.includes(sentence))]).toEqual([path, []]);
    }
  });
});
