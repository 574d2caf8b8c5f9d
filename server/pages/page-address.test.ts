import { expect, test } from 'vitest';
import { pickDeclaredQuery, parsePageAddress } from './page-address.ts';

test.each([
  ['/', { kind: 'page', address: { locale: 'en', path: '/', requested: '/', queryString: '', payload: false } }],
  ['/es', { kind: 'page', address: { locale: 'es', path: '/', requested: '/es', queryString: '', payload: false } }],
  [
    '/es/index.html?a=1',
    {
      kind: 'page',
      address: { locale: 'es', path: '/', requested: '/es/index.html', queryString: '?a=1', payload: false },
    },
  ],
  [
    '/it/forex/index.html',
    {
      kind: 'page',
      address: { locale: 'it', path: '/forex', requested: '/it/forex/index.html', queryString: '', payload: false },
    },
  ],
  [
    '/en/news/x',
    {
      kind: 'page',
      address: { locale: 'en', path: '/news/x', requested: '/en/news/x', queryString: '', payload: false },
    },
  ],
  [
    '/estate',
    { kind: 'page', address: { locale: 'en', path: '/estate', requested: '/estate', queryString: '', payload: false } },
  ],
  [
    '/news/caf%C3%A9',
    {
      kind: 'page',
      address: { locale: 'en', path: '/news/café', requested: '/news/café', queryString: '', payload: false },
    },
  ],
  [
    '/es/forex/_payload.json?6f5d',
    {
      kind: 'page',
      address: { locale: 'es', path: '/forex', requested: '/es/forex', queryString: '?6f5d', payload: true },
    },
  ],
  [
    '/en/es/forex',
    {
      kind: 'page',
      address: { locale: 'en', path: '/en/es/forex', requested: '/en/es/forex', queryString: '', payload: false },
    },
  ],
  ['/forex/?a=1', { kind: 'redirect', to: '/forex?a=1' }],
  // Not `//evil.example`, which a browser would take for another site.
  [
    '//evil.example/',
    {
      kind: 'page',
      address: { locale: 'en', path: '//evil.example/', requested: '//evil.example/', queryString: '', payload: false },
    },
  ],
  // A path that cannot be decoded, or contains forbidden characters, stays as written: no page and no redirect has such an address.
  ['/%', { kind: 'page', address: { locale: 'en', path: '/%', requested: '/%', queryString: '', payload: false } }],
  [
    '/it/%E0%A4%A/_payload.json?6f5d',
    {
      kind: 'page',
      address: { locale: 'it', path: '/%E0%A4%A', requested: '/it/%E0%A4%A', queryString: '?6f5d', payload: true },
    },
  ],
  [
    '/es/caf%C3%A9%/?a=%',
    {
      kind: 'page',
      address: {
        locale: 'es',
        path: '/caf%C3%A9%/',
        requested: '/es/caf%C3%A9%/',
        queryString: '?a=%',
        payload: false,
      },
    },
  ],
  [
    '/a%00',
    { kind: 'page', address: { locale: 'en', path: '/a%00', requested: '/a%00', queryString: '', payload: false } },
  ],
  [
    '/a%0d%0ab/',
    {
      kind: 'page',
      address: { locale: 'en', path: '/a%0d%0ab/', requested: '/a%0d%0ab/', queryString: '', payload: false },
    },
  ],
  [
    '/%5Cevil.example/',
    {
      kind: 'page',
      address: {
        locale: 'en',
        path: '/%5Cevil.example/',
        requested: '/%5Cevil.example/',
        queryString: '',
        payload: false,
      },
    },
  ],
  ['/\\evil.example/', { kind: 'invalid' }],
  ['*', { kind: 'invalid' }],
  ['nonsense', { kind: 'invalid' }],
  ['http://site.test/forex', { kind: 'invalid' }],
  [`/${'a'.repeat(5000)}`, { kind: 'long' }],
])('%s', (target, result) => {
  expect(parsePageAddress(target)).toEqual(result);
});

test('a page gets only the query parameters that it declares, in one order and once', () => {
  expect(pickDeclaredQuery(new URLSearchParams('?utm=1&page=2&page=3&b='), ['b', 'page']).toString()).toBe('page=2');
  expect(pickDeclaredQuery(new URLSearchParams('?page=2'), []).toString()).toBe('');
});
