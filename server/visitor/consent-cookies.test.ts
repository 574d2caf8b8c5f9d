import { expect, test } from 'vitest';
import * as v from 'valibot';
import { consentRevision } from '../../site/consent/consent-record.ts';
import { consentDecision } from '../../accounts/consent-decision.ts';
import { buildClearingCookies, createRecord } from './consent-cookies.ts';

const time = '2026-11-22T06:00:00.000Z';
const record = {
  categories: ['necessary'],
  services: {},
  consentId: '0123456789abcdef',
  consentTimestamp: time,
  lastConsentTimestamp: time,
  revision: consentRevision,
  expirationTime: Date.now() + 1e9,
};
const after = (previous: unknown) =>
  createRecord(encodeURIComponent(typeof previous === 'string' ? previous : JSON.stringify(previous)), 'all', 'en');

test('the plain form keeps the id and the first time of an earlier record', () => {
  expect(after(record)).toMatchObject({ consentId: record.consentId, consentTimestamp: time });
});

test.each([
  ['no JSON', '{"categories":'],
  ['null', 'null'],
  ['a list', []],
  ['an id that is an object', { ...record, consentId: { a: 1 } }],
  ['an id of 4 kB', { ...record, consentId: 'x'.repeat(4000) }],
  ['an id with other signs', { ...record, consentId: '<script>alert(1)' }],
  ['a time that is a year', { ...record, consentTimestamp: '2020' }],
  ['a time that is a number', { ...record, consentTimestamp: 1 }],
])(
  'a cookie that was not written by our browser code (%s) still gives a record whose proof is accepted',
  (_case, previous) => {
    const { consentId, consentTimestamp, lastConsentTimestamp, categories, services, revision } = after(previous);
    const decision = {
      id: 'a'.repeat(32),
      consentId,
      firstConsentAt: consentTimestamp,
      decidedAt: lastConsentTimestamp,
      categories,
      services,
      revision,
      textHash: '0'.repeat(64),
      locale: 'en',
      source: 'form',
    };
    expect(v.safeParse(consentDecision, decision).success).toBe(true);
  },
);

test('a cookie with a name that is invalid in a header stays, and the others are deleted', () => {
  const refused = buildClearingCookies(
    createRecord(undefined, 'necessary', 'en'),
    ['_ga', '_ga_(x)', '_ga_ABC', 'locale'],
    [],
    'https://broker.example',
  );
  expect(refused.map((header) => header.split(';')[0])).toEqual(['_ga=', '_ga=', '_ga_ABC=', '_ga_ABC=']);
});
