/** Where the senders of forms came from, within the visitor's consent: the same for every form. */
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { erasePerson, exportPerson } from '../../accounts/person-data.ts';
import { openFolderStorage } from '../../accounts/submissions/folder-storage.ts';
import type { Locale } from '../../content/locales.ts';
import type { ConsentCategory } from '../../site/consent/consent-registry.ts';
import { Visitor, details, password } from '../sites/account-site.ts';
import { startFormSite } from '../sites/form-site.ts';
import { consentCookieValue } from '../visitor-browser.ts';
import { application } from './application-form.ts';
import { pdf } from './cv-files.ts';
import { messageForms } from '../sites/message-forms.ts';

const site = await startFormSite('sqlite');
afterAll(() => site.stop());

type Write = (email: string, locale: Locale, html: string) => Record<string, string> | FormData;

/** Each form as it is sent with an e-mail address: its path, and its fields on a page that the visitor sees. */
const forms: [table: 'registration' | 'enquiry' | 'application', path: string, fields: Write][] = [
  ['registration', '/old-register', (email) => ({ intent: 'create', email, password, ...details })],
  [
    'enquiry',
    '/affiliate',
    (email) => ({ intent: 'enquire', name: 'Anna Rossi', email, website: '', message: 'A long message' }),
  ],
  ['enquiry', messageForms.form.path, messageForms.form.fields],
  ['application', '/careers', (email) => application('cv.pdf', pdf, { email })],
];
const today = () => new Date().toISOString().slice(0, 10);
const consent = (...categories: ConsentCategory[]) => consentCookieValue({ categories: ['necessary', ...categories] });

test.each(forms)('the sender of a form is known by first and latest campaign: %s %s', async (table, path, fields) => {
  const email = `campaign${path.replace('/', '-')}@example.com`;
  const visitor = new Visitor(site.url);
  visitor.cookies.set('cc_cookie', consent('ads'));
  await visitor.get('/es/crypto?utm_source=paper&utm_medium=print');
  await visitor.get('/forex?ref=A77&utm_source=search&gclid=abc');
  const { text } = await visitor.get(`/it${path}`);
  await visitor.post(`/it${path}`, fields(email, 'it', text));
  const row = await site.database.db
    .selectFrom(table)
    .select(['id', 'referral', 'first_referral', 'source', 'locale'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const last = { ref: 'A77', utm_source: 'search', gclid: 'abc', landing: '/forex', on: today() };
  const first = { utm_source: 'paper', utm_medium: 'print', landing: '/es/crypto', on: today() };
  expect([JSON.parse(row.referral), JSON.parse(row.first_referral), row.source, row.locale]).toEqual([
    last,
    first,
    path,
    'it',
  ]);
  const message = await site.database.db
    .selectFrom('outbox')
    .select('payload')
    .where('channel', '=', 'crm')
    .where('subject_id', '=', row.id)
    .executeTakeFirstOrThrow();
  expect(JSON.parse(message.payload)).toMatchObject({
    referral: last,
    firstReferral: first,
    source: path,
    locale: 'it',
  });
  // The person's copy has it, and erasure takes it along.
  expect(JSON.stringify(await exportPerson(site.database, email))).toContain('print');
  await erasePerson(site.database, openFolderStorage(join(site.dataDir, 'cv')), email);
  expect(JSON.stringify(await exportPerson(site.database, email))).not.toContain('print');
});

test.each(forms)('without consent nothing is stored on the device: %s %s', async (table, path, fields) => {
  const query = '?utm_campaign=autumn&gclid=abc';
  for (const [record, campaign] of [
    ['', { utm_campaign: 'autumn', landing: path, on: today() }],
    [consent('analytics'), {}],
  ] as const) {
    const email = `${path.slice(1)}-${record ? 'refused' : 'undecided'}@example.com`;
    const visitor = new Visitor(site.url);
    if (record) visitor.cookies.set('cc_cookie', record);
    const { text } = await visitor.get(path + query);
    await visitor.post(path + query, fields(email, 'en', text));
    expect([...visitor.cookies.keys()].filter((name) => !/^(?:cc_cookie|registration)$/.test(name))).toEqual([]);
    const row = await site.database.db
      .selectFrom(table)
      .select('referral')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(row.referral)).toEqual(campaign);
    // The next form on another page knows nothing of it.
    const next = `next-${email}`;
    await visitor.post(path, fields(next, 'en', text));
    const later = await site.database.db.selectFrom(table).select('referral').where('email', '=', next).execute();
    expect(later).toEqual([{ referral: '{}' }]);
  }
});
