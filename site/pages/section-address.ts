/** Finds the part of a page that a search result quotes, so that the result leads there. */
import { plainText } from '../../content/plain-text.ts';
import { type SearchableType, extractText } from '../../content/search/searchable.ts';
import type { DocumentTypes } from '../../content/model.ts';

type Searched = DocumentTypes[SearchableType];

/** Characters of an excerpt that name its place. */
const enough = 40;

/** Matches a number such as 7.4, by which people name a clause of a legal document. */
const clauseNumber = /\b\d+\.\d+\b/;

/** Lists the parts of a text that have an anchor, each with its own text. */
function listParts(html: string): { id: string; text: string }[] {
  return html
    .split(' id="')
    .slice(1)
    .map((part) => ({ id: part.slice(0, part.indexOf('"')), text: plainText(part.slice(part.indexOf('>') + 1)) }));
}

/** Finds the clause that a query names; null when it names none, or none of this document. */
export function findClause(document: Searched, query: string): { id: string; text: string } | null {
  const number = clauseNumber.exec(query)?.[0];
  if (number === undefined || !('contents' in document)) return null;
  return listParts(document.body).find(({ id }) => id === number) ?? null;
}

/**
 * Finds the anchor of the part of a document that an excerpt quotes.
 * @returns the anchor, without `#`; null for the beginning of the page, and for an excerpt that is not in the text.
 */
export function findSection(document: Searched, excerpt: string): string | null {
  const start = excerpt.slice(0, enough);
  if ('body' in document) return listParts(document.body).find(({ text }) => text.includes(start))?.id ?? null;
  if (!('blocks' in document)) return null;
  // A page begins with its hero.
  const block = document.blocks.slice(1).find((one) => extractText(one).includes(start));
  if (block?.component !== 'blocks.faq') return block?.id ?? null;
  const question = block.items.findIndex((item) => extractText(item).includes(start));
  return question === -1 ? block.id : `${block.id}-${question + 1}`;
}
