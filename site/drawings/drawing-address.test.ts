import { expect, test } from 'vitest';
import { drawingPath, marksOf, parseDrawingPath } from './drawing-address.ts';

const wanted = {
  locale: 'es',
  view: 'web',
  crop: 'medium',
  symbols: ['EURUSD', 'BRK.B', 'A,B/C'],
  marks: marksOf(['stop', 'cost']),
} as const;

test('an address names what is drawn, and leads back to it', () => {
  expect(parseDrawingPath(drawingPath(wanted, '<svg/>'))).toEqual(wanted);
  const plain = { ...wanted, marks: {} };
  expect(parseDrawingPath(drawingPath(plain, '<svg/>'))).toEqual(plain);
});

test('other bytes are another address', () => {
  expect(drawingPath(wanted, '<svg>2</svg>')).not.toBe(drawingPath(wanted, '<svg>1</svg>'));
});

const hash = 'A'.repeat(16);
test.each([
  '/drawings/short/es/web/wide/EURUSD/plain.svg',
  `/drawings/${hash}/xx/web/wide/EURUSD/plain.svg`,
  `/drawings/${hash}/es/fax/wide/EURUSD/plain.svg`,
  `/drawings/${hash}/es/web/huge/EURUSD/plain.svg`,
  `/drawings/${hash}/es/web/wide//plain.svg`,
  `/drawings/${hash}/es/web/wide/EURUSD,/plain.svg`,
  `/drawings/${hash}/es/web/wide/%E0%A4%A/plain.svg`,
  `/drawings/${hash}/es/web/wide/${Array.from({ length: 13 }, (_, index) => `S${index}`).join(',')}/plain.svg`,
  `/drawings/${hash}/es/web/wide/EURUSD/logo.svg`,
  `/drawings/${hash}/es/web/wide/EURUSD/cost,cost.svg`,
  `/drawings/${hash}/es/web/wide/EURUSD/plain.png`,
])('%s is no drawing', (path) => {
  expect(parseDrawingPath(path)).toBeNull();
});
