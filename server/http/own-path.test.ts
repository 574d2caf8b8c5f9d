import { expect, test } from 'vitest';
import { encodeLocation, isOwnPath } from './own-path.ts';

test.each([
  '',
  'forex',
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\nSet-Cookie: x=1',
  '/a\\b',
  '/a\u0000',
  '/a\u007f',
  '/a\u0085b',
  `/${'a'.repeat(2048)}`,
])('%j is not a path of this site', (path) => {
  expect(isOwnPath(path)).toBe(false);
});

test.each(['/', '/es/forex', '/news/café?page=2#top', '/новости', '/a//b', '/%09/x'])(
  '%s is a path of this site',
  (path) => {
    expect(isOwnPath(path)).toBe(true);
  },
);

test.each([
  ['/es/forex?page=2#top', '/es/forex?page=2#top'],
  ['/новости', '/%D0%BD%D0%BE%D0%B2%D0%BE%D1%81%D1%82%D0%B8'],
  ['/news/caf%C3%A9', '/news/caf%C3%A9'],
  ['/news/café', '/news/caf%C3%A9'],
  ['/%zz', '/%25zz'],
  ['/%09/x', '/%09/x'],
  ['https://example.com/información?a=b%20c', 'https://example.com/informaci%C3%B3n?a=b%20c'],
  ['/a b', '/a%20b'],
])('%s is written in a header as %s', (address, location) => {
  expect(encodeLocation(address)).toBe(location);
});
