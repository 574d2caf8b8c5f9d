/** Finds the part of a page that a search result quotes, so that the result leads there. */
import { plainText } from '../../content/plain-text.ts';
import { type SearchableType, extractText } from '../../content/search/searchable.ts';
import type { DocumentTypes } from '../../content/model.ts';

/** Characters of an excerpt that name its place. */
const enough = 40;

/** A number such as 7.4, with which people name a clause of a legal document. */
const clauseNumber = /\b\d+\.\d+\b/;

/**
 * Finds the anchor of the part of a document.
 * @param excerpt a part of the document's text, in plain text; null when the title is what was searched. @param query may name a clause of a legal document.
 * @returns the anchor, without `#`; null for the beginning of the page, and for an excerpt that is not in the text.
 */
export function findSection(
  document: DocumentTypes[SearchableType],
  excerpt: string | null,
  query: string,
): string | null {
  const start = excerpt?.slice(0, enough);
  if ('blocks' in document) {
    // A page begins with its hero.
    const block = start && document.blocks.slice(1).find((one) => extractText(one).includes(start));
    if (!block) return null;
    if (block.component !== 'blocks.faq') return block.id;
    const question = block.items.findIndex((item) => extractText(item).includes(start));
    return question === -1 ? block.id : `${block.id}-${question + 1}`;
  }
  if (!('body' in document)) return null;
  const parts = document.body
    .split(' id="')
    .slice(1)
    .map((part) => ({ id: part.slice(0, part.indexOf('"')), html: part.slice(part.indexOf('>') + 1) }));
  const clause = 'contents' in document ? clauseNumber.exec(query)?.[0] : undefined;
  return parts.find(({ id, html }) => id === clause || (start && plainText(html).includes(start)))?.id ?? null;
}
