import { expect, test } from 'vitest';
import { anyChangeTag, buildTypeTag } from '../../server/http/shared-caching.ts';
import { SiteKeys } from './purge-keys.ts';

const site = new SiteKeys('https://broker.example');
/** Tells whether a change purges an answer. */
function purges(change: string[], answer: string[], of = site): boolean {
  const { keys, gone } = of.forChange(new Set(change));
  const answerKeys = new Set(site.forAnswer(answer));
  return [...keys, ...gone].some((key) => answerKeys.has(key));
}
const instruments = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `doc:instrument:symbol-${from + index}:en`);

test('a change purges only answers with one of its tags; keys are short, plain and specific to one site', () => {
  expect(purges(['doc:page:forex:es'], ['doc:page:forex:es', 'doc:header:header:es'])).toBe(true);
  expect(purges(['doc:page:forex:es'], ['doc:page:forex:it', 'doc:page:about:es'])).toBe(false);
  expect(purges(['day'], ['day'])).toBe(true);
  for (const key of site.forAnswer(['doc:page:forex:es', 'day'])) expect(key).toMatch(/^[0-9a-f]{10}$/);
  expect(purges(['doc:page:forex:es'], ['doc:page:forex:es'], new SiteKeys('https://staging.example'))).toBe(false);
});

test('any change purges sitemaps and redirects, and a change of a document purges the export of its type', () => {
  expect(purges(['doc:job:trader:it'], [anyChangeTag])).toBe(true);
  expect(purges(['doc:job:trader:it', 'address:job:trader'], [anyChangeTag])).toBe(true);
  expect(purges(['doc:instrument:eurusd:en'], [buildTypeTag('instrument')])).toBe(true);
  expect(purges(['doc:page:forex:en'], [buildTypeTag('instrument')])).toBe(false);
});

test('the key header of a page with 5 000 instruments is bounded: instruments share one key, other tags stay exact', () => {
  const page = [...instruments(0, 5000), 'doc:page:asset-list:en', 'list:instrument:en'];
  expect(site.forAnswer(page).join(' ').length).toBeLessThan(3400);
  expect(purges(['doc:instrument:symbol-4999:en'], page)).toBe(true);
  // The shared key also purges pages that did not show the changed instrument.
  expect(purges(['doc:instrument:another:en'], page)).toBe(true);
  expect(purges(['doc:page:asset-list:en'], page)).toBe(true);
  expect(purges(['doc:page:forex:en'], page)).toBe(false);
  // A page with few instruments keeps exact keys.
  expect(purges(['doc:instrument:another:en'], instruments(0, 200))).toBe(false);
});

test('new, removed and moved documents are hard-purged; changed documents stay as stale copies', () => {
  const { keys, gone } = site.forChange(
    new Set(['doc:page:forex:en', 'doc:job:trader:it', 'address:job:trader', 'slug:job:trader', 'list:job:it']),
  );
  expect(gone).toContain(site.hashTag('doc:job:trader:it'));
  expect(gone).toContain(site.hashTag('slug:job:trader'));
  expect(keys).toContain(site.hashTag('doc:page:forex:en'));
  expect(keys).toContain(site.hashTag('list:job:it'));
  expect(keys.filter((key) => gone.includes(key))).toEqual([]);
});

test('a change of more than 2 000 tags is one key, which every answer carries', () => {
  expect(site.forChange(new Set(instruments(0, 2001)))).toEqual(site.everything());
  expect(site.forAnswer(['day'])).toContain(site.everything().keys[0]);
});
