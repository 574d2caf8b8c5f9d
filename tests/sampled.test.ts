import { expect, test } from 'vitest';
import { byHash, inTurn, pairwise, sample } from './sampled.ts';

test('in a pairwise sample each two values of different names occur together, in fewer combinations than all', () => {
  const values = { locale: ['en', 'es', 'it'], width: [320, 768, 1440], theme: ['light', 'dark'] };
  const { chosen, others } = pairwise(values);
  expect(chosen.length + others.length).toBe(18);
  expect(chosen.length).toBeLessThanOrEqual(10);
  for (const locale of values.locale) {
    for (const width of values.width)
      expect(chosen.some((one) => one.locale === locale && one.width === width)).toBe(true);
    for (const theme of values.theme)
      expect(chosen.some((one) => one.locale === locale && one.theme === theme)).toBe(true);
  }
  for (const width of values.width)
    for (const theme of values.theme)
      expect(chosen.some((one) => one.width === width && one.theme === theme)).toBe(true);
  expect(pairwise(values).chosen).toEqual(chosen);
});

test('a hash chooses the same variant for the same text, and any of them for some text', () => {
  const locales = ['en', 'es', 'it'];
  expect(byHash(locales, '/forex')).toBe(byHash(locales, '/forex'));
  const chosen = Array.from({ length: 30 }, (_, index) => byHash(locales, `/page-${index}`));
  expect([...new Set(chosen)].sort()).toEqual(locales);
});

test('a sample has every case once', () => {
  expect(sample([1, 2, 3, 4], (one) => one % 2 === 0)).toEqual({ chosen: [2, 4], others: [1, 3] });
});

test('each of several tests runs in one variant', () => {
  const variants = ['en', 'es', 'it'];
  for (const index of [0, 1, 2, 3])
    expect(variants.filter((variant) => inTurn(variants, variant, index).tags === undefined)).toEqual([
      variants[index % 3],
    ]);
});
