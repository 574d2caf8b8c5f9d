/**
 * Limits of a running site on counts and lengths: the last allowed request passes, and the next one is refused with the expected status and sentence.
 * `accounts/defence/rate-limits.test.ts` has the periods, `search-limit.test.ts` searches.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pdf } from '../accounts/cv-samples.ts';
import { type AccountSite, type Answer, Visitor, password, startAccountSite } from '../sites/account-site.ts';
import { formFaults } from '../form-faults.ts';

let site: AccountSite;
beforeAll(async () => {
  site = await startAccountSite('sqlite');
});
afterAll(() => site.stop());

let addresses = 0;
const newVisitor = () => new Visitor(site.url, `198.51.100.${(addresses += 1)}`);

type Ask = (visitor: Visitor, index: number, prefix: string) => Promise<Answer>;
const form =
  (path: string, fields: Record<string, string>): Ask =>
  (visitor, index, prefix) =>
    visitor.post(`${prefix}${path}`, { email: `anna${index}@example.com`, ...fields });
const enquiry = { intent: 'enquire', name: 'Anna Rossi', topic: 'other', message: 'A message of some length' };

function application(index: number, bytes = pdf): FormData {
  const filled = new FormData();
  const email = `anna${index}@example.com`;
  const typed = { intent: 'apply', elapsed: '9000', name: 'Anna', email, message: '' };
  for (const [name, value] of Object.entries({ ...typed, job: 'senior-typescript-engineer-remote' }))
    filled.set(name, value);
  filled.set('cv', new Blob([new Uint8Array(bytes)]), 'cv.pdf');
  return filled;
}

const busy = (minutes: number) => ({
  '': `Too many attempts. Please wait ${minutes} minutes and try again.`,
  '/es': `Demasiados intentos. Espera ${minutes} minutos y vuelve a probar.`,
  '/it': `Troppi tentativi. Attenda ${minutes} minuti e riprovi.`,
});

const json =
  (path: string, contentType: string, body: string): Ask =>
  async (visitor) => {
    const headers = { ...visitor.headers(), 'content-type': contentType };
    const response = await fetch(`${site.url}${path}`, { method: 'POST', headers, body, redirect: 'manual' });
    const { status } = response;
    return { status, text: await response.text(), headers: response.headers, location: '', milliseconds: 0 };
  };

/** It names a text that no page shows, which is found out after the counting. */
const proof = JSON.stringify({
  id: '0123456789abcdef',
  consentId: '0123456789abcdef',
  firstConsentAt: '2026-11-27T09:00:00.000Z',
  decidedAt: '2026-11-27T09:00:00.000Z',
  categories: ['necessary'],
  services: {},
  revision: 1,
  textHash: '0'.repeat(64),
  locale: 'en',
  source: 'form',
});

/** The number of allowed requests, their answer, and the answer to the next ones. */
const counted: [what: string, times: number, ask: Ask, status: number, sentences: Record<string, string>][] = [
  ['forms of an address', 60, form('/login', { intent: 'sign-out' }), 303, busy(10)],
  ['forms without a script’s time', 30, form('/login', { intent: 'sign-out', elapsed: '' }), 303, busy(10)],
  ['registrations', 20, form('/register', { intent: 'continue', password }), 303, busy(60)],
  ['enquiries of an address', 10, form('/contact', { ...enquiry }), 303, busy(60)],
  ['enquiries of a person', 5, form('/contact', { ...enquiry, email: 'anna@example.com' }), 303, busy(60)],
  ['enquiries of partners', 10, form('/ib', { ...enquiry, website: '' }), 303, busy(60)],
  [
    'applications',
    10,
    (visitor, index, prefix) => visitor.post(`${prefix}/careers`, application(index)),
    303,
    busy(60),
  ],
  [
    'guesses at one account',
    6,
    form('/login', { intent: 'sign-in', email: 'owner@example.com', password: 'Wrong1!pw' }),
    422,
    busy(15),
  ],
  ['requests for a new password', 20, form('/forgot-password', { intent: 'request' }), 303, busy(60)],
  [
    'links that do not work',
    30,
    form('/forgot-password', { intent: 'choose', token: 'guess', password }),
    410,
    busy(60),
  ],
  ['proofs of a consent', 30, json('/api/consent', 'application/json', proof), 400, { '': 'Too many decisions.' }],
  [
    'reports of a browser',
    30,
    json('/api/reports', 'application/reports+json', '[]'),
    204,
    { '': 'These are too many reports.' },
  ],
];

test.each(counted)('%s: %i', async (_what, times, ask, status, sentences) => {
  const visitor = newVisitor();
  const statuses: number[] = [];
  for (let index = 0; index < times; index += 1) statuses.push((await ask(visitor, index, '')).status);
  expect(statuses).toEqual(Array.from({ length: times }, () => status));
  for (const [prefix, sentence] of Object.entries(sentences)) {
    const refused = await ask(visitor, times, prefix);
    expect([refused.status, refused.text.includes(sentence) ? sentence : 'another text']).toEqual([429, sentence]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  // Nobody else is refused for it.
  expect((await ask(newVisitor(), times + 1, '')).status).toBe(status);
});

/** Each field has a limit of its own. */
const fields = (count: number) =>
  Array.from({ length: count }, (_, index) => `f${index}=${'a'.repeat(15_000)}&`).join('');
/** `length` bytes of a body. */
const body = (start: string, length: number) => start + 'a'.repeat(length - start.length);
const urlencoded = 'application/x-www-form-urlencoded';
const posted = async (path: string, contentType: string, text: string) =>
  json(path, contentType, text)(newVisitor(), 0, '');

test.each([
  ['a form', '/contact', urlencoded, `${fields(4)}message=`, 64 * 1024, 'This is more than the form takes'],
  ['a field of it', '/contact', urlencoded, 'message=', 'message='.length + 20_000, 'This is more than the form takes'],
  ['an answer to the notice', '/api/geo/notice', urlencoded, 'path=', 8 * 1024, 'This is more than the form takes'],
  [
    'a choice about cookies',
    '/api/consent/choice',
    urlencoded,
    'choice=',
    8 * 1024,
    'This is more than the form takes',
  ],
  ['a proof of it', '/api/consent', 'application/json', '{"a":"', 8 * 1024, 'The decision is too long.'],
  ['reports', '/api/reports', 'application/reports+json', '["', 32 * 1024, 'These are too many reports.'],
])('%s may have so many bytes, and no more', async (_what, path, contentType, start, length, sentence) => {
  const last = await posted(path, contentType, body(start, length));
  const next = await posted(path, contentType, body(start, length + 1));
  expect([last.status === 413, next.status, next.text.includes(sentence)]).toEqual([false, 413, true]);
});

test('a CV may have 5 MB, and no more', async () => {
  const sizes = [5 * 1024 * 1024, 5 * 1024 * 1024 + 1];
  const told = await Promise.all(
    sizes.map(async (size) => {
      const cv = Buffer.concat([pdf, Buffer.alloc(size - pdf.length)]);
      const answer = await newVisitor().post('/careers', application(size, cv));
      return formFaults(answer.text).some(([, sentence]) => sentence === 'The file must not exceed 5 MB');
    }),
  );
  expect(told).toEqual([false, true]);
});

test.each([
  ['an address', (length: number) => fetch(`${site.url}/${'a'.repeat(length - 1)}`), 4096, 404, 414],
  [
    'the head of a request',
    (length: number) => fetch(`${site.url}/forex`, { headers: { x: 'a'.repeat(length) } }),
    15_000,
    200,
    431,
  ],
] as const)('%s may be so long, and no longer', async (what, ask, length, passes, refused) => {
  const longer = what === 'an address' ? length + 1 : 16 * 1024;
  expect([(await ask(length)).status, (await ask(longer)).status]).toEqual([passes, refused]);
});
