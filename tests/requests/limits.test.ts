/**
 * Limits of a running site on counts and lengths. Each allowed request gets its usual answer, which may be an error, such as 422 for a wrong password;
 * the next request is refused with a message. `accounts/defence/rate-limits.test.ts` tests the periods, `search-limit.test.ts` searches.
 */
import { afterAll, expect, test } from 'vitest';
import { pdf } from '../accounts/cv-files.ts';
import { type Answer, Visitor, password, startAccountSite } from '../sites/account-site.ts';
import { formFaults } from '../form-faults.ts';

const site = await startAccountSite('sqlite');
afterAll(() => site.stop());

let addresses = 0;
const newVisitor = () => new Visitor(site.url, `198.51.100.${(addresses += 1)}`);

type Send = (visitor: Visitor, index: number, prefix: string) => Promise<Answer>;
const form =
  (path: string, fields: Record<string, string>): Send =>
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

const tooManyAttempts = (minutes: number) => ({
  '': `Too many attempts. Please wait ${minutes} minutes and try again.`,
  '/es': `Demasiados intentos. Espera ${minutes} minutos y vuelve a probar.`,
  '/it': `Troppi tentativi. Attenda ${minutes} minuti e riprovi.`,
});

const json =
  (path: string, contentType: string, body: string): Send =>
  async (visitor) => {
    const headers = { ...visitor.headers(), 'content-type': contentType };
    const response = await fetch(`${site.url}${path}`, { method: 'POST', headers, body, redirect: 'manual' });
    const { status } = response;
    return { status, text: await response.text(), headers: response.headers, location: '' };
  };

/** Names a text that no page shows, which the site refuses after it has counted the request. */
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

interface CountLimit {
  name: string;
  allowed: number;
  send: Send;
  /** The status of each allowed request. */
  status: number;
  /** Messages of the refusal, by the prefix of the language. */
  refusal: Record<string, string>;
}
const signOut = { intent: 'sign-out' };
const countLimits: CountLimit[] = [
  {
    name: 'forms of an address',
    allowed: 60,
    send: form('/login', signOut),
    status: 303,
    refusal: tooManyAttempts(10),
  },
  {
    name: 'forms without a script’s time',
    allowed: 30,
    send: form('/login', { ...signOut, elapsed: '' }),
    status: 303,
    refusal: tooManyAttempts(10),
  },
  {
    name: 'registrations',
    allowed: 20,
    send: form('/register', { intent: 'continue', password }),
    status: 303,
    refusal: tooManyAttempts(60),
  },
  {
    name: 'enquiries of an address',
    allowed: 10,
    send: form('/contact', enquiry),
    status: 303,
    refusal: tooManyAttempts(60),
  },
  {
    name: 'enquiries of a person',
    allowed: 5,
    send: form('/contact', { ...enquiry, email: 'anna@example.com' }),
    status: 303,
    refusal: tooManyAttempts(60),
  },
  {
    name: 'enquiries of partners',
    allowed: 10,
    send: form('/ib', { ...enquiry, website: '' }),
    status: 303,
    refusal: tooManyAttempts(60),
  },
  {
    name: 'applications',
    allowed: 10,
    send: (visitor, index, prefix) => visitor.post(`${prefix}/careers`, application(index)),
    status: 303,
    refusal: tooManyAttempts(60),
  },
  {
    name: 'guesses at one account',
    allowed: 6,
    send: form('/login', { intent: 'sign-in', email: 'owner@example.com', password: 'Wrong1!pw' }),
    status: 422,
    refusal: tooManyAttempts(15),
  },
  {
    name: 'requests for a new password',
    allowed: 20,
    send: form('/forgot-password', { intent: 'request' }),
    status: 303,
    refusal: tooManyAttempts(60),
  },
  {
    name: 'links that do not work',
    allowed: 30,
    send: form('/forgot-password', { intent: 'choose', token: 'guess', password }),
    status: 410,
    refusal: tooManyAttempts(60),
  },
  {
    name: 'proofs of a consent',
    allowed: 30,
    send: json('/api/consent', 'application/json', proof),
    status: 400,
    refusal: { '': 'Too many decisions.' },
  },
  {
    name: 'reports of a browser',
    allowed: 30,
    send: json('/api/reports', 'application/reports+json', '[]'),
    status: 204,
    refusal: { '': 'These are too many reports.' },
  },
];

test.each(countLimits)('$name: $allowed are allowed, and the next is refused', async (limit) => {
  const { allowed, send, status, refusal } = limit;
  const visitor = newVisitor();
  const statuses: number[] = [];
  for (let index = 0; index < allowed; index += 1) statuses.push((await send(visitor, index, '')).status);
  expect(statuses).toEqual(Array.from({ length: allowed }, () => status));
  for (const [prefix, sentence] of Object.entries(refusal)) {
    const answer = await send(visitor, allowed, prefix);
    expect([answer.status, answer.text.includes(sentence) ? sentence : 'another text']).toEqual([429, sentence]);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  // Another visitor is not refused.
  expect((await send(newVisitor(), allowed + 1, '')).status).toBe(status);
});

/** Writes fields of 15 000 bytes, because each field has its own limit. */
const fields = (count: number) =>
  Array.from({ length: count }, (_, index) => `f${index}=${'a'.repeat(15_000)}&`).join('');
/** Writes a body of `length` bytes. */
const body = (start: string, length: number) => start + 'a'.repeat(length - start.length);
const urlencoded = 'application/x-www-form-urlencoded';
const post = async (path: string, contentType: string, text: string) =>
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
])(
  '%s is refused when it has one byte more than its limit',
  async (_what, path, contentType, start, length, sentence) => {
    const last = await post(path, contentType, body(start, length));
    const next = await post(path, contentType, body(start, length + 1));
    expect([last.status === 413, next.status, next.text.includes(sentence)]).toEqual([false, 413, true]);
  },
);

test('only the first thirty fields of a form are read', async () => {
  const before = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${index}`, 'x']));
  const answer = await newVisitor().post('/contact', { ...before, ...enquiry, email: 'anna@example.com' });
  expect(answer.status).toBe(422);
});

test('a CV of 5 MB is accepted, and a larger one is refused', async () => {
  const sizes = [5 * 1024 * 1024, 5 * 1024 * 1024 + 1];
  const isRefused = await Promise.all(
    sizes.map(async (size) => {
      const cv = Buffer.concat([pdf, Buffer.alloc(size - pdf.length)]);
      const answer = await newVisitor().post('/careers', application(size, cv));
      return formFaults(answer.text).some(([, sentence]) => sentence === 'The file must not exceed 5 MB');
    }),
  );
  expect(isRefused).toEqual([false, true]);
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
] as const)(
  '%s is refused when it is longer than its limit',
  async (name, request, maxLength, allowedStatus, refusedStatus) => {
    const longer = name === 'an address' ? maxLength + 1 : 16 * 1024;
    expect([(await request(maxLength)).status, (await request(longer)).status]).toEqual([allowedStatus, refusedStatus]);
  },
);

test('a report that is none is refused', async () => {
  const type = 'application/reports+json';
  const statuses = [
    (await post('/api/reports', type, 'nothing')).status,
    (await post('/api/reports', 'text/plain', '[]')).status,
  ];
  expect([...statuses, (await newVisitor().get('/api/reports')).status]).toEqual([400, 415, 404]);
});
