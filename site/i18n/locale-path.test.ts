import { expect, test } from 'vitest';
import { linkTo } from '../route-patterns.ts';
import { isPagePath, languageAddresses, localePath, prefixedPath, splitLocale } from './locale-path.ts';

test.each([
  ['/', 'en', '/', '/en'],
  ['/', 'es', '/es', '/es'],
  ['/forex', 'en', '/forex', '/forex'],
  ['/forex?a=1#b', 'it', '/it/forex?a=1#b', '/it/forex?a=1#b'],
  ['/#x', 'es', '/es#x', '/es#x'],
] as const)('%s in %s', (path, locale, plain, prefixed) => {
  expect([localePath(path, locale), prefixedPath(path, locale)]).toEqual([plain, prefixed]);
});

test('a language prefix is a whole segment', () => {
  expect(splitLocale('/es/forex')).toEqual({ locale: 'es', rest: '/forex' });
  expect(splitLocale('/it')).toEqual({ locale: 'it', rest: '/' });
  expect(splitLocale('/italy')).toEqual({ locale: null, rest: '/italy' });
});

test('files, endpoints, other sites and addresses with a language get no prefix', () => {
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

test('the language switcher leads to the slug of the language, or to the English one without a translation, or home when taken down', () => {
  const targets = (alternates: Parameters<typeof languageAddresses>[0]) =>
    Object.values(languageAddresses(alternates, '/education-category/costes')).map(
      (url) => new URL(url, 'http://site').searchParams.get('path') ?? '',
    );
  const [english, spanish, italian] = targets({
    en: '/education-category/costs',
    es: '/education-category/costes',
  });
  expect([english, spanish, italian]).toEqual([
    '/education-category/costs',
    '/es/education-category/costes',
    '/it/education-category/costs',
  ]);
  expect(targets({ en: '/jobs/a', es: null }).slice(0, 3)).toEqual(['/jobs/a', '/es', '/it/jobs/a']);
  expect(targets({ en: null, es: '/jobs/b' }).slice(0, 3)).toEqual(['/en', '/es/jobs/b', '/it']);
  expect(targets({ es: '/jobs/c' }).slice(0, 3)).toEqual(['/en', '/es/jobs/c', '/it']);
  // A page without documents has the same address in every language.
  expect(targets(undefined)[2]).toBe('/it/education-category/costes');
  const searched = new URL(
    languageAddresses(undefined, '/search', new URLSearchParams({ q: 'oro & más', page: '2' })).es,
    'http://site',
  );
  const target = new URL(searched.searchParams.get('path') ?? '', 'http://site');
  expect([target.pathname, target.search]).toEqual(['/es/search', '?q=oro+%26+m%C3%A1s&page=2']);
});

test('links are built from the table of routes', () => {
  expect(linkTo('/news/:slug', { slug: 'a b' })).toBe('/news/a%20b');
  expect(linkTo('/forex')).toBe('/forex');
  // @ts-expect-error an address that no route answers does not compile
  linkTo('/nowhere');
  // @ts-expect-error nor does one whose parameter is missing
  linkTo('/news/:slug');
});
