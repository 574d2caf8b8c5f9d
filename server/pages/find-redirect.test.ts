import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Replica, openReplica } from '../../content/replica/replica.ts';
import type { WireDocument } from '../../content/wire-document.ts';
import type { Locale } from '../../content/locales.ts';
import { findRedirect } from './find-redirect.ts';

const base = { updatedAt: '2026-11-01T10:00:00Z' };
const rule = (from: string, to: string, permanent = true): WireDocument => ({
  type: 'redirect',
  locale: 'en',
  source: 'test',
  wire: { ...base, id: from.replaceAll('/', '-').slice(1), from, to, permanent },
});
const page = (id: string, path: string, more: object = {}, locale: Locale = 'en'): WireDocument => ({
  type: 'page',
  locale,
  source: 'test',
  wire: { ...base, id, path, title: id, seo: { title: 'T', description: 'D' }, blocks: [], ...more },
});

let replica: Replica;
beforeAll(() => {
  replica = openReplica(':memory:', () => undefined);
  const rules = [
    rule('/a', '/b'),
    rule('/b', '/c'),
    rule('/c', '/summer'),
    rule('/for-now', '/a', false),
    rule('/kept', '/summer?x=1#rates'),
    rule('/es/c', '/forex'),
    rule('/round', '/and-round'),
    rule('/and-round', '/round'),
    rule('/lost', '/nowhere'),
    rule('/left', 'https://example.com/x'),
    rule('/former', '/winter'),
    rule('/list', '/search?q=gold'),
    rule('/spain', '/only-spain'),
    rule('/only-spain', '/forex'),
    // A page that moved many times.
    ...Array.from({ length: 30 }, (_, step) => rule(`/step-${step}`, step === 29 ? '/summer' : `/step-${step + 1}`)),
  ];
  const pages = [
    page('summer', 'summer'),
    page('forex', 'forex'),
    page('cold', 'winter'),
    page('spain', 'only-spain', {}, 'es'),
  ];
  replica.apply({ documents: [...rules, ...pages], media: [] });
  replica.apply({
    documents: [...rules, ...pages.slice(0, 2), page('cold', 'cold'), pages[3] as WireDocument],
    media: [],
  });
});
afterAll(() => replica.close());

test.for<[path: string, locale: Locale, query: string, to: string | null, permanent?: boolean]>([
  ['/a', 'en', '', '/summer', true],
  ['/a', 'es', '?from=ad', '/es/forex?from=ad', true],
  ['/a', 'it', '', '/it/summer', true],
  ['/for-now', 'en', '', '/summer', false],
  ['/kept', 'it', '?y=2', '/it/summer?x=1&y=2#rates', true],
  ['/lost', 'es', '', '/es/nowhere', true],
  ['/left', 'es', '?y=2', 'https://example.com/x?y=2', true],
  ['/former', 'en', '', '/cold', true],
  ['/list', 'es', '', '/es/search?q=gold', true],
  ['/spain', 'es', '', '/es/only-spain', true],
  ['/spain', 'it', '', '/it/forex', true],
  ['/step-0', 'es', '', '/es/summer', true],
  ['/nothing', 'en', '', null],
])('%s in %s%s redirects in one step', ([path, locale, queryString, to, permanent = true]) => {
  expect(findRedirect(replica.reader(), { path, locale, queryString })).toEqual(to === null ? null : { to, permanent });
});

test('redirects that lead in a circle end', () => {
  expect(findRedirect(replica.reader(), { path: '/round', locale: 'en', queryString: '' })).not.toBeNull();
});
