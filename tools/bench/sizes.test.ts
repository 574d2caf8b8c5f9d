import { expect, inject, test } from 'vitest';
import { firstLoadBytes, lazySizes, stylesBytes } from './sizes.ts';

/** Checks both limits: a suspiciously small part has fallen out of the build. */
test.each([
  ['scripts of the first load', firstLoadBytes, 1500, 3 * 1024],
  ['stylesheet', stylesBytes, 5000, 14 * 1024],
] as const)('%s', (_, measure, least, most) => {
  expect(measure()).toBeGreaterThan(least);
  expect(measure()).toBeLessThanOrEqual(most);
});

test('every island and every part that is shown on demand is a chunk of its own, and brings little', () => {
  const sizes = new Map(lazySizes().map(({ name, own }) => [name, own]));
  for (const name of [
    'browser/overlays/toast-region.tsx',
    'browser/overlays/modal-stack.ts',
    'browser/enhancements/carousel.ts',
    'browser/background.ts',
    'browser/islands/react-runtime.ts',
    'islands/share-article.island.tsx',
    'islands/search-field.island.tsx',
    'islands/glossary-filter.island.tsx',
  ]) {
    expect([...sizes.keys()]).toContain(`site/${name}`);
  }
  for (const [name, own] of sizes)
    expect([name, own < (name.includes('react-runtime') ? 60_000 : 10_000)]).toEqual([name, true]);
});

test('no kind of page loads a script at first but the entry', async () => {
  for (const path of [
    '/',
    '/forex',
    '/register',
    '/news-center',
    '/glossary',
    '/search',
    '/es/tags',
    '/news/gold-when-nothing-happens',
  ]) {
    const scripts = (await (await fetch(`${inject('siteUrl')}${path}`)).text()).match(
      /<script[^>]* src=|<link[^>]*modulepreload/g,
    );
    expect([path, scripts?.length]).toEqual([path, 1]);
  }
});
