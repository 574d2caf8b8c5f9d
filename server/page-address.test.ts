import { expect, test } from 'vitest';
import { declaredQuery, parsePageAddress } from './page-address.ts';

test.each([
  ['/', { kind: 'page', address: { locale: 'en', path: '/', search: '', payload: false } }],
  ['/es', { kind: 'page', address: { locale: 'es', path: '/', search: '', payload: false } }],
  ['/es/index.html?a=1', { kind: 'page', address: { locale: 'es', path: '/', search: '?a=1', payload: false } }],
  ['/it/forex/index.html', { kind: 'page', address: { locale: 'it', path: '/forex', search: '', payload: false } }],
  ['/en/news/x', { kind: 'page', address: { locale: 'en', path: '/news/x', search: '', payload: false } }],
  ['/estate', { kind: 'page', address: { locale: 'en', path: '/estate', search: '', payload: false } }],
  ['/news/caf%C3%A9', { kind: 'page', address: { locale: 'en', path: '/news/café', search: '', payload: false } }],
  ['/es/forex/_payload.json?6f5d', { kind: 'page', address: { locale: 'es', path: '/forex', search: '?6f5d', payload: true } }],
  ['/forex/?a=1', { kind: 'redirect', to: '/forex?a=1' }],
  // Not `//evil.example`, which a browser would take for another site.
  ['//evil.example/', { kind: 'page', address: { locale: 'en', path: '//evil.example/', search: '', payload: false } }],
  ['/%', { kind: 'invalid' }], ['/a%00', { kind: 'invalid' }], ['/a%0d%0ab', { kind: 'invalid' }], ['/\\evil', { kind: 'invalid' }], ['*', { kind: 'invalid' }],
  [`/${'a'.repeat(5000)}`, { kind: 'long' }],
])('%s', (target, result) => {
  expect(parsePageAddress(target)).toEqual(result);
});

test('a page sees only the query that it declares, in one order and once', () => {
  expect(declaredQuery('?utm=1&page=2&page=3&b=', ['b', 'page']).toString()).toBe('page=2');
  expect(declaredQuery('?page=2', []).toString()).toBe('');
});
