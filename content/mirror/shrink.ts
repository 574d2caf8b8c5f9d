/** How much may go at once without anybody's word: what loses a fifth of its content, or half of a kind, is more likely broken than meant so. */
import type { DocumentType } from '../model.ts';

/** A removal of more than this share of all documents is held until somebody confirms it. */
export const largestShrink = 0.2;
/** And of more than this share of one type: an editor may well take two of eight articles away at once. */
const largestTypeShrink = 0.5;
/** Below this many documents a share says nothing. */
const fewDocuments = 20;

export function isTooMuch(gone: number, before: number, share = largestShrink): boolean {
  return before >= fewDocuments && gone > before * share;
}

/**
 * Judges each type too: the list of one may come back empty while the others are whole.
 * @returns what is too much, such as `102 of 102 documents of page`; null when all of it may go.
 */
export function tooMuchGone(gone: readonly { type: DocumentType }[], before: number, beforeOf: (type: DocumentType) => number): string | null {
  if (isTooMuch(gone.length, before)) return `${gone.length} of ${before} documents`;
  const types = [...Map.groupBy(gone, ({ type }) => type)].map(([type, { length }]) => ({ type, length, size: beforeOf(type) }));
  const lost = types.filter(({ length, size }) => isTooMuch(length, size, largestTypeShrink)).map(({ type, length, size }) => `${length} of ${size} documents of ${type}`);
  return lost.join(', ') || null;
}
