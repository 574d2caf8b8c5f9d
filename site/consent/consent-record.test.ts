import { expect, test } from 'vitest';
import { consentRevision, parseValidRecord } from './consent-record.ts';

const day = 86_400_000;
const decidedAt = Date.parse('2026-11-21T10:00:00Z');
const record = {
  categories: ['necessary'],
  services: {},
  consentId: 'b1b6b4e0',
  consentTimestamp: '2026-11-21T10:00:00.000Z',
  lastConsentTimestamp: '2026-11-21T10:00:00.000Z',
  data: null,
  revision: consentRevision,
  languageCode: 'en',
  expirationTime: decidedAt + 182 * day,
};
const cookie = (value: object) => encodeURIComponent(JSON.stringify(value));

test.each([
  ['at once', 0, true],
  ['after 182 days less one', 181, true],
  ['after 182 days and one', 183, false],
])('a record is valid %s: %s days', (_name, days, valid) => {
  expect(parseValidRecord(cookie(record), decidedAt + days * day) !== null).toBe(valid);
});

test.each(['consentId', 'consentTimestamp', 'lastConsentTimestamp', 'categories', 'revision', 'expirationTime'])(
  'a record without %s is not valid',
  (field) => {
    expect(parseValidRecord(cookie({ ...record, [field]: undefined }), decidedAt)).toBeNull();
  },
);

test.each([
  ['a raised revision', { ...record, revision: consentRevision - 1 }],
  ['a time that is none', { ...record, consentTimestamp: 'yesterday' }],
  ['categories that are no list', { ...record, categories: 'all' }],
])('%s is not valid', (_name, value) => {
  expect(parseValidRecord(cookie(value), decidedAt)).toBeNull();
});

test.each([undefined, '', '%', 'null', '7', '{'])('the cookie %j is not a record', (value) => {
  expect(parseValidRecord(value, decidedAt)).toBeNull();
});
