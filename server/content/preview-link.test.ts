import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { type PreviewTarget, checkLink, writeCookieText, readCookieText, signLink } from './preview-link.ts';

const secret = 'a secret of the test';
const now = 1_800_000_000;
const draft: PreviewTarget = { type: 'page', key: 'forex', locale: 'es', status: 'draft', expires: now + 60 };
const asCookie = (parameters: string) => Buffer.from(parameters).toString('base64url');

test('a link and its cookie open the named document until they expire', () => {
  expect(checkLink(signLink(draft, secret), secret, now)).toEqual({ ok: true, target: draft });
  expect(checkLink(signLink(draft, secret), secret, now + 60)).toEqual({ ok: false, reason: 'expired' });
  expect(readCookieText(writeCookieText(draft, secret), secret, now)).toEqual(draft);
  expect(readCookieText(writeCookieText(draft, secret), secret, now + 60)).toBeNull();
});

test('a link is not valid as a cookie, nor a cookie as a link: the public link to a published document opens no draft', () => {
  const published = { ...draft, status: 'published' } as const;
  for (const target of [draft, published])
    expect(readCookieText(asCookie(signLink(target, secret)), secret, now)).toBeNull();
  expect(readCookieText(writeCookieText(published, secret), secret, now)).toBeNull();
  expect(checkLink(Buffer.from(writeCookieText(draft, secret), 'base64url').toString(), secret, now)).toEqual({
    ok: false,
    reason: 'invalid',
  });
});

test('the signature for typed values is valid for exactly these values, and not as a link', () => {
  const signed = signLink(draft, secret, 'typed');
  expect(checkLink(signed, secret, now, 'typed')).toEqual({ ok: true, target: draft });
  for (const [link, values] of [
    [signed, 'Typed'],
    [signed, ''],
    [signed, undefined],
    [signLink(draft, secret), 'typed'],
  ] as const)
    expect(checkLink(link, secret, now, values)).toEqual({ ok: false, reason: 'invalid' });
});

test.each([
  ['a status that is neither', { status: 'anything' }],
  ['a language that the site does not speak', { locale: 'qaa' }],
  ['a time that never comes', { expires: 'Infinity' }],
  ['a time in another notation', { expires: '9e99' }],
])('a correctly signed link with %s opens nothing', (_name, wrong) => {
  const parameters = new URLSearchParams({
    type: 'page',
    key: 'forex',
    locale: 'es',
    status: 'draft',
    expires: String(now + 60),
    ...wrong,
  }).toString();
  const signed = (prefix: string) =>
    `${parameters}&signature=${createHmac('sha256', secret)
      .update(prefix + parameters)
      .digest('hex')}`;
  expect(checkLink(signed(''), secret, now)).toEqual({ ok: false, reason: 'invalid' });
  expect(readCookieText(asCookie(signed('cookie ')), secret, now)).toBeNull();
});

test('no link is valid without a secret', () => {
  expect(checkLink(signLink(draft, ''), '', now).ok).toBe(false);
  expect(readCookieText(writeCookieText(draft, ''), '', now)).toBeNull();
});
