import { expect, test } from 'vitest';
import { consentRevision } from '../../site/consent/consent-record.ts';
import { isReferred, findReferral, updateReferralCookie, pickReferral, buildReferralCookie } from './referral.ts';

const time = '2026-11-22T06:00:00.000Z';
const consent = (...categories: string[]) =>
  `cc_cookie=${encodeURIComponent(
    JSON.stringify({
      categories: ['necessary', ...categories],
      services: {},
      consentId: 'a',
      consentTimestamp: time,
      lastConsentTimestamp: time,
      revision: consentRevision,
      expirationTime: Date.now() + 1e9,
    }),
  )}`;
const ad = 'utm_source=search&utm_campaign=autumn&gclid=abc&fbclid=def';
const parameters = (query: string) => new URLSearchParams(query);
const readValue = (setCookie: string | null) =>
  setCookie === null ? null : decodeURIComponent(/^referral=([^;]*)/.exec(setCookie)?.[1] ?? '?');

test.each([
  ['an advertisement, without consent', ad, '', null],
  ['an advertisement, with consent to analytics alone', ad, consent('analytics'), null],
  ['an advertisement, with consent to advertising', ad, consent('ads'), ad],
  ['a partner', 'ref=A77', '', 'ref=A77'],
  [
    'a partner with a campaign and a click, without consent',
    `aff=A77&${ad}`,
    '',
    'aff=A77&utm_source=search&utm_campaign=autumn',
  ],
  ['a partner without a name', `ref=%01&${ad}`, '', null],
  ['an advertisement, with a record that cannot be read', ad, 'cc_cookie=%7B', null],
])('a link of %s leaves the permitted parameters', (_case, query, cookieHeader, kept) => {
  expect(readValue(buildReferralCookie(parameters(query), { cookieHeader, https: true }))).toBe(kept);
  expect(findReferral(parameters(query), cookieHeader, false)).toEqual(
    kept ? Object.fromEntries(parameters(kept)) : {},
  );
  // With or without consent, no shared cache may keep the answer.
  expect(isReferred(parameters(query))).toBe(true);
});

test.each([
  ['advertising is allowed on the page of the advertisement', true, '', `/forex?${ad}`, ad],
  ['it is refused there', false, '', `/forex?${ad}`, null],
  ['it is allowed on another page', true, '', '/forex', null],
  ['it is taken back', false, ad, '/cookie-disclosure', ''],
  ['it is taken back, and a partner stays', false, `ref=A77&gclid=abc`, '/cookie-disclosure', 'ref=A77'],
  ['the same is decided again', true, ad, '/forex', null],
  ['the page is not told', true, '', '', null],
  ['a partner’s page is refused', false, 'ref=A77', '/forex?ref=B88', null],
  ['an advertisement came after the partner', true, 'ref=A77', `/forex?${ad}`, ad],
])('the cookie has the permitted parameters when %s', (_case, ads, before, page, after) => {
  const setCookie = updateReferralCookie(ads, {
    cookieHeader: before ? `referral=${encodeURIComponent(before)}` : '',
    page: page && `https://broker.example${page}`,
    https: true,
  });
  expect(readValue(setCookie)).toBe(after);
  if (after === '') expect(setCookie).toContain('Max-Age=0');
});

test.each([
  ['allows it', consent('ads'), false, { ref: 'A77', gclid: 'abc' }],
  ['refuses it', consent(), false, { ref: 'A77' }],
  ['is over', '', false, { ref: 'A77' }],
  ['is in local storage', '', true, { ref: 'A77', gclid: 'abc' }],
])('a registration has an advertisement of the cookie when the record %s: %j', (_case, record, stored, kept) => {
  const cookies = ['referral=ref%3DA77%26gclid%3Dabc', record].filter(Boolean).join('; ');
  expect(findReferral(parameters(''), cookies, stored)).toEqual(kept);
});

test('other parameters do not exclude a page from shared caches', () => {
  expect(isReferred(parameters('page=2&q=gclid&ref='))).toBe(false);
});

test('a list of parameters that is too long is not stored', () => {
  const long = parameters(`ref=${'x'.repeat(200)}&${Array.from('12345', (n) => `utm_${n}=x`).join('&')}`);
  for (const name of ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'])
    long.set(name, 'ü'.repeat(200));
  expect(buildReferralCookie(long, { cookieHeader: '', https: true })).toBeNull();
});

test('a value is shortened, and has no characters that a header must not have', () => {
  expect(pickReferral(parameters(`ref=${'x'.repeat(300)}%0d%0aSet-Cookie`), false)).toEqual({ ref: 'x'.repeat(200) });
});
