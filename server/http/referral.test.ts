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
const now = new Date(time);
/** The visit of the page `/es/forex` on that day. */
const visit = { https: true, landing: '/es/forex', now };
const arrival = '&landing=%2Fes%2Fforex&on=2026-11-22';
const ad = 'utm_source=search&utm_campaign=autumn&gclid=abc&fbclid=def';
const parameters = (query: string) => new URLSearchParams(query);
const readValue = (setCookie: string | null) =>
  setCookie === null ? null : decodeURIComponent(/^referral=([^;]*)/.exec(setCookie)?.[1] ?? '?');
const toObject = (query: string) => Object.fromEntries(parameters(query));
const holding = (value: string, ...others: string[]) =>
  [`referral=${encodeURIComponent(value)}`, ...others].filter(Boolean).join('; ');

test.each([
  ['an advertisement, without consent', ad, '', null],
  ['an advertisement, with consent to analytics alone', ad, consent('analytics'), null],
  ['an advertisement, with consent to advertising', ad, consent('ads'), ad + arrival],
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
  expect(readValue(buildReferralCookie(parameters(query), { ...visit, cookieHeader }))).toBe(kept);
  // With or without consent, no shared cache may keep the answer.
  expect(isReferred(parameters(query))).toBe(true);
});

const first = 'first.utm_source=paper&first.landing=%2Fcrypto&first.on=2026-11-01';
const before = (on: string) => `utm_source=paper&landing=%2Fcrypto&on=${on}`;

test.each([
  ['one advertisement before', before('2026-11-01'), `${ad}${arrival}&${first}`],
  ['two advertisements before', `utm_source=mail&on=2026-11-20&${first}`, `${ad}${arrival}&${first}`],
  ['the same advertisement before', `${ad}&landing=%2Fcrypto&on=2026-11-01`, ad + arrival],
  ['a first one of more than 30 days ago', `utm_source=mail&${first.replace('11-01', '10-20')}`, ad + arrival],
  ['a partner of whom nothing but the link was kept', 'ref=A77', ad + arrival],
])('with consent the cookie keeps the latest link and the first, after %s', (_case, value, after) => {
  const given = { ...visit, cookieHeader: holding(value, consent('ads')) };
  expect(readValue(buildReferralCookie(parameters(ad), given))).toBe(after);
});

test('a first link for which the cookie has no place is left out', () => {
  const long = before('2026-11-01').replace('paper', 'ü'.repeat(200));
  const more = `${ad}&utm_term=${'ü'.repeat(150)}`;
  const set = buildReferralCookie(parameters(more), { ...visit, cookieHeader: holding(long, consent('ads')) });
  expect(toObject(readValue(set) ?? '')).toEqual({ ...toObject(more), ...toObject(arrival) });
});

test.each([
  ['advertising is allowed on the page of the advertisement', true, '', `/es/forex?${ad}`, ad + arrival],
  ['it is refused there', false, '', `/forex?${ad}`, null],
  ['it is allowed on another page', true, '', '/forex', null],
  ['it is taken back', false, ad, '/cookie-disclosure', ''],
  ['it is taken back after two links', false, `ref=A77&on=2026-11-22&${first}`, '/cookie-disclosure', 'ref=A77'],
  ['it is taken back, and a partner stays', false, `ref=A77&gclid=abc`, '/cookie-disclosure', 'ref=A77'],
  ['the same is decided again', true, `${ad}&${first}`, '/forex', null],
  ['the page is not told', true, '', '', null],
  ['a partner’s page is refused', false, 'ref=A77', '/forex?ref=B88', null],
  ['it is allowed on a partner’s page', true, 'ref=A77', '/es/forex?ref=A77', `ref=A77${arrival}`],
  ['an advertisement came after the partner', true, 'ref=A77', `/es/forex?${ad}`, ad + arrival],
])('the cookie has the permitted parameters when %s', (_case, ads, value, page, after) => {
  const setCookie = updateReferralCookie(ads, {
    cookieHeader: value ? holding(value) : '',
    page: page && `https://broker.example${page}`,
    https: true,
    now,
  });
  expect(readValue(setCookie)).toBe(after);
  if (after === '') expect(setCookie).toContain('Max-Age=0');
});

const campaign = 'utm_source=search&utm_campaign=autumn';
test.each([
  [
    'allows it',
    `ref=A77&gclid=abc&on=2026-11-20&${first}`,
    consent('ads'),
    '',
    false,
    'ref=A77&gclid=abc&on=2026-11-20',
    first,
  ],
  ['refuses it', `ref=A77&gclid=abc&${first}`, consent(), '', false, 'ref=A77', ''],
  ['is over', `ref=A77&gclid=abc&${first}`, '', '', false, 'ref=A77', ''],
  ['is in local storage', 'ref=A77&gclid=abc', '', '', true, 'ref=A77&gclid=abc', ''],
  ['allows it, on the landing page', before('2026-11-01'), consent('ads'), ad, false, ad + arrival, first],
  ['does not exist, on the landing page', '', '', ad, false, campaign + arrival, ''],
  ['refuses it, on the landing page', '', consent(), ad, false, '', ''],
  ['may refuse it in local storage, on the landing page', '', '', ad, true, '', ''],
  ['does not exist, on the landing page, after a partner', 'ref=A77', '', ad, false, 'ref=A77', ''],
  ['does not exist, on the page of another partner', 'ref=A77', '', 'ref=B88', false, `ref=B88${arrival}`, ''],
])(
  'a form names the links that may be known when the record %s',
  (_case, value, record, query, stored, last, former) => {
    const found = findReferral(parameters(query), holding(value, record), {
      hasStoredRecord: stored,
      landing: visit.landing,
      now,
    });
    expect(found).toEqual({
      referral: toObject(last),
      firstReferral: toObject(former ? former.replaceAll('first.', '') : last),
    });
  },
);

test('other parameters do not exclude a page from shared caches', () => {
  expect(isReferred(parameters('page=2&q=gclid&ref='))).toBe(false);
});

test('a list of parameters that is too long is not stored', () => {
  const long = parameters(`ref=${'x'.repeat(200)}&${Array.from('12345', (n) => `utm_${n}=x`).join('&')}`);
  for (const name of ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'])
    long.set(name, 'ü'.repeat(200));
  expect(buildReferralCookie(long, { ...visit, cookieHeader: '' })).toBeNull();
});

test('a value is shortened, and has no characters that a header must not have', () => {
  expect(pickReferral(parameters(`ref=${'x'.repeat(300)}%0d%0aSet-Cookie`), false)).toEqual({ ref: 'x'.repeat(200) });
});
