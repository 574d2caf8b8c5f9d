import { expect, test } from 'vitest';
import { buildSharePicturePath } from '../../site/page/share-picture.ts';
import { drawContours, drawLine } from './draw-share-picture.ts';
import { parsePictureAddress } from './share-pictures.ts';

const picture = {
  locale: 'es',
  siteName: 'Veldstone',
  title: 'Oro',
  eyebrow: '',
  line: [],
  figures: [],
  drawing: 1,
} as const;

test.each([
  ['/', 'en', '/'],
  ['/', 'es', '/es'],
  ['/cfd-asset-list/eurusd', 'it', '/it/cfd-asset-list/eurusd'],
] as const)('the address of the picture of %s in %s names %s', (path, locale, shown) => {
  const address = parsePictureAddress(buildSharePicturePath({ ...picture, locale }, path));
  expect(address?.path).toBe(shown);
});

test('another text has another address, and the same text the same address', () => {
  const address = buildSharePicturePath(picture, '/news/gold');
  expect(buildSharePicturePath({ ...picture }, '/news/gold')).toBe(address);
  expect(buildSharePicturePath({ ...picture, title: 'Plata' }, '/news/gold')).not.toBe(address);
});

test('a price line stays within its picture, also when the price does not move', () => {
  expect(drawLine([1])).toBeNull();
  for (const values of [[1, 1, 1], [5, -5], Array.from({ length: 60 }, (_, index) => Math.sin(index))]) {
    const numbers = [...(/points="([^"]*)"/.exec(drawLine(values) ?? '')?.[1] ?? '').matchAll(/[\d.-]+/g)].map(Number);
    expect(numbers).toHaveLength(values.length * 2);
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
    expect(numbers.every((number) => number < 1056)).toBe(true);
  }
});

test('contour lines differ from page to page', () => {
  expect(new Set(['Forex', 'Indices', 'Commodities', 'Materias primas', ''].map(drawContours)).size).toBe(5);
});
