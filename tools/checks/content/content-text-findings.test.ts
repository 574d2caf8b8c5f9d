import { expect, test } from 'vitest';
import { titleLength } from '../../../cms/src/rules/texts/text-lengths.ts';
import {
  bannedWordFindings,
  duplicateFindings,
  imagesWithoutAlt,
  lengthFinding,
  findPlaceholders,
  quotedTexts,
  riskSentenceFindings,
} from './content-text-findings.ts';

test.each([
  ['en', 'Unlock your potential', '“Unlock”'],
  ['en', 'The best broker in town.', '“best”'],
  ['en', 'It is filled at the best available price. We are the best broker in town.', '“best”'],
  ['en', 'Nothing is hidden. Profit is guaranteed.', '“guaranteed”'],
  ['en', '74 % of retail investor accounts lose money', '“74 % of retail investor accounts lose”'],
  ['en', 'An award-winning platform', '“award-winning”'],
  ['en', '120,000 clients trust us', '“120,000 clients trust”'],
  ['es', 'El mejor bróker', '“El mejor”'],
  ['es', 'Ganancias garantizadas', '“garantizadas”'],
  ['es', 'El coste de una operación', '“coste”'],
  ['es', 'Con el ordenador apagado', '“el ordenador”'],
  ['it', 'Il miglior broker', '“Il miglior”'],
  ['it', 'Guadagni garantiti', '“garantiti”'],
] as const)('%s: %s', (locale, text, found) => {
  const findings = bannedWordFindings(`first line\n${text}`, locale);
  expect(findings.map(({ line }) => line)).toEqual([2]);
  expect(findings[0]?.message).toContain(found);
});

test.each([
  ['en', 'A stop is filled at the best available price; it is not guaranteed.'],
  ['en', 'No order type guarantees both price and execution'],
  ['en', 'The ombud may award up to 3.5 million rand.'],
  ['es', 'Un stop loss no garantiza un precio, y se ejecuta al mejor precio disponible.'],
  ['it', 'Lo stop loss non garantisce un prezzo; una parte del denaro resta a garanzia.'],
] as const)('%s has no finding: %s', (locale, text) => {
  expect(bannedWordFindings(text, locale)).toEqual([]);
});

test.each([
  ['en', 'A sudden move hurts. **You can lose everything** you deposit, and soon.', 0],
  ['en', 'You can lose everything you deposited.', 1],
  ['es', 'Con apalancamiento puedes perder todo lo que deposites.', 0],
  ['it', 'Può perdere molto.', 1],
] as const)('%s: the risk notice “%s” has %i findings', (locale, text, count) => {
  const page = { blocks: [{ __component: 'blocks.rich-text' }, { __component: 'blocks.risk-notice', text }] };
  expect(riskSentenceFindings(page, locale)).toHaveLength(count);
  expect(riskSentenceFindings({ riskWarning: text }, locale)).toHaveLength(count);
});

test('texts that occur twice in quotation marks are found', () => {
  expect(quotedTexts({ title: '"Two quiet Mondays"', seo: { title: 'He said "no"' }, tags: ['"x"', 'y'] })).toEqual([
    'title',
    'tags.0',
  ]);
});

test('placeholders and images without alt are found', () => {
  expect(findPlaceholders('Licence [[FSP 00000]], call [[+27 21]] or [a](/b)')).toEqual(['FSP 00000', '+27 21']);
  expect(
    imagesWithoutAlt({
      a: { file: 'x.svg' },
      b: [{ image: { file: 'y.svg', alt: '' } }, { image: { file: 'z.svg' } }],
    }),
  ).toEqual(['a', 'b.1.image']);
});

test.each([
  [24, 1],
  [25, 0],
  [60, 0],
  [61, 1],
])('a title of %i characters has %i findings', (length, findings) => {
  expect(lengthFinding('title', 'ñ'.repeat(length), titleLength)).toHaveLength(findings);
});

test('an equal text is a duplicate only within a language', () => {
  const head = { title: 'Forex', description: 'Pairs' };
  expect(
    duplicateFindings([
      { locale: 'en', path: '/a', ...head },
      { locale: 'es', path: '/es/a', ...head },
    ]),
  ).toEqual([]);
  expect(
    duplicateFindings([
      { locale: 'en', path: '/a', ...head },
      { locale: 'en', path: '/b', title: 'Forex', description: 'Other' },
    ]),
  ).toEqual(['/a, /b share the title “Forex”']);
});
