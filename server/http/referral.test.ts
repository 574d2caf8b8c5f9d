import { expect, test } from 'vitest';
import { consentRevision } from '../../site/consent/consent-record.ts';
import { keptReferral, referralAfterDecision, referralOf, referralSetCookie } from './referral.ts';

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
const valueOf = (setCookie: string | null) =>
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
  ['a partner without a name', `ref=&${ad}`, '', null],
])('of the link of %s is kept what may be kept', (_case, query, cookieHeader, kept) => {
  expect(valueOf(referralSetCookie(parameters(query), { cookieHeader, https: true }))).toBe(kept);
  expect(keptReferral(parameters(query), cookieHeader)).toEqual(kept ? Object.fromEntries(parameters(kept)) : {});
});

test.each([
  ['advertising is allowed on the page of the advertisement', true, '', `/forex?${ad}`, ad],
  ['it is refused there', false, '', `/forex?${ad}`, null],
  ['it is allowed on another page', true, '', '/forex', null],
  ['it is taken back', false, ad, '/cookie-disclosure', ''],
  ['it is taken back, and a partner stays', false, `ref=A77&gclid=abc`, '/cookie-disclosure', 'ref=A77'],
  ['the same is decided again', true, ad, '/forex', null],
  ['the page is not told', true, '', '', null],
])('when %s, the cookie has what may be kept', (_case, ads, before, page, after) => {
  const setCookie = referralAfterDecision(ads, {
    cookieHeader: before ? `referral=${encodeURIComponent(before)}` : '',
    page: page && `https://broker.example${page}`,
    https: true,
  });
  expect(valueOf(setCookie)).toBe(after);
  if (after === '') expect(setCookie).toContain('Max-Age=0');
});

test('a value is cut, and has no signs that a header may not have', () => {
  expect(referralOf(parameters(`ref=${'x'.repeat(300)}%0d%0aSet-Cookie`), false)).toEqual({ ref: 'x'.repeat(200) });
});
