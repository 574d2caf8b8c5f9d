import { expect, test } from 'vitest';
import { renderMarkdown } from '../../content/parse/markdown.ts';
import { parseBlocks } from '../../content/parse/parse-blocks.ts';
import type { SearchableType } from '../../content/search/searchable.ts';
import type { DocumentTypes } from '../../content/model.ts';
import { findClause, findSection } from './section-address.ts';

type Searched = DocumentTypes[SearchableType];
const text = 'Before all.\n\n## 7. Costs\n\n7.3 Spread & more.\n\n7.4 If a price gap takes the balance below zero.';
const { html: body, contents } = renderMarkdown(text, 'en', { numbered: true });
const terms = { body, contents } as unknown as Searched;
const { blocks } = parseBlocks(
  [
    { __component: 'blocks.hero', heading: 'Page', text: 'Costs come first.' },
    { __component: 'blocks.rich-text', heading: 'How it ends', body: 'A trade ends when you close it.' },
    { __component: 'blocks.faq', heading: 'Questions', items: [{ question: 'One?', answer: 'It is one.' }] },
  ],
  'en',
);
const page = { blocks } as unknown as Searched;

test.each([
  [terms, 'If a price gap takes the balance below zero.', '7.4'],
  [terms, 'Spread & more.', '7.3'],
  [terms, 'Before all.', null],
  [terms, 'A summary that is not in the text.', null],
  [page, 'Costs come first.', null],
  [page, 'A trade ends when you close it.', 'how-it-ends'],
  [page, 'It is one.', 'questions-1'],
  [{ term: 'Pip' } as unknown as Searched, 'A pip.', null],
] as const)('an excerpt is in the part with its anchor (%#)', (document, excerpt, expected) => {
  expect(findSection(document, excerpt)).toBe(expected);
});

test('a query names a clause of a legal document by its number', () => {
  expect(findClause(terms, 'terms, 7.4')?.text).toMatch(/^7\.4 If a price gap/);
  for (const query of ['terms 9.9', 'terms', 'terms 7']) expect(findClause(terms, query)).toBeNull();
  expect(findClause(page, 'terms 7.4')).toBeNull();
});
