import { expect, test } from 'vitest';
import { linkTo } from '../route-patterns.ts';
import { isPagePath, localePath, prefixedPath, splitLocale } from './locale-path.ts';

test.each([
  ['/', 'en', '/', '/en'],
  ['/', 'es', '/es', '/es'],
  ['/forex', 'en', '/forex', '/forex'],
  ['/forex?a=1#b', 'it', '/it/forex?a=1#b', '/it/forex?a=1#b'],
  ['/#x', 'es', '/es#x', '/es#x'],
] as const)('%s in %s', (path, locale, plain, prefixed) => {
  expect([localePath(path, locale), prefixedPath(path, locale)]).toEqual([plain, prefixed]);
});

test('a prefix is a whole segment', () => {
  expect(splitLocale('/es/forex')).toEqual({ locale: 'es', rest: '/forex' });
  expect(splitLocale('/it')).toEqual({ locale: 'it', rest: '/' });
  expect(splitLocale('/italy')).toEqual({ locale: null, rest: '/italy' });
});

test('files, endpoints, other sites and addresses that have a language already get none', () => {
  for (const url of [
    '/media/a/b.svg',
    '/api/locale',
    '/assets/x.js',
    '/embed/site-frame.js',
    '/_builds/latest.json',
    '//evil.example',
    'https://x.example',
    'mailto:a@b',
    '#top',
    '/es',
    '/es/forex',
  ])
    expect([url, isPagePath(url)]).toEqual([url, false]);
  for (const url of ['/', '/forex', '/estate', '/embedded', '/news/x?page=2'])
    expect([url, isPagePath(url)]).toEqual([url, true]);
});

test('links are made from the table of routes', () => {
  expect(linkTo('/news/:slug', { slug: 'a b' })).toBe('/news/a%20b');
  expect(linkTo('/forex')).toBe('/forex');
  // @ts-expect-error an address that no route answers does not compile
  linkTo('/nowhere');
  // @ts-expect-error nor does one whose parameter is missing
  linkTo('/news/:slug');
});
