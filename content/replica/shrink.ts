/**
 * Limits removals without confirmation: the loss of a fifth of all content, half of a type, or its last document is more likely a fault than
 * intended.
 */
import type { DocumentType } from '../model.ts';
import type { Locale } from '../locales.ts';

/** A removal of more than this share of all documents is held until somebody confirms it. */
export const maxShrink = 0.2;
/** The same for one type; larger, because an editor may well remove two of eight articles together. */
const maxTypeShrink = 0.5;
/** With fewer documents, a share of all is not checked. */
const minDocuments = 20;
/** Types that the site cannot do without, in any language that has them. */
const indispensable: ReadonlySet<DocumentType> = new Set([
  'page',
  'legal-document',
  'header',
  'header-nav-item',
  'footer',
  'footer-links',
  'common-datum',
  'default-seo',
]);

/** Documents of a type in a language. */
export interface DocumentCount {
  type: DocumentType;
  locale: Locale;
  n: number;
}

type Going = Omit<DocumentCount, 'n'>;

/** How many documents there are, of a type and in a language if these are given. */
function countDocuments(counts: readonly DocumentCount[], type?: DocumentType, locale?: Locale): number {
  let sum = 0;
  for (const one of counts)
    if ((type === undefined || one.type === type) && (locale === undefined || one.locale === locale)) sum += one.n;
  return sum;
}

export interface Excess {
  /** The whole removal, when that is too much; null when only some types lose too much. */
  all: string | null;
  /** The removal of each type that loses too much, such as `3 of 3 documents of header`. */
  types: ReadonlyMap<DocumentType, string>;
}

export function isTooMuch(gone: number, before: number, share = maxShrink): boolean {
  return before >= minDocuments && gone > before * share;
}

/**
 * The excess of a removal that no webhook named. It looks at each type, because one list that comes back empty or short removes a type while all
 * others are complete.
 * @param counts of all documents before the removal.
 */
export function findExcess(gone: readonly Going[], counts: readonly DocumentCount[]): Excess {
  const types = new Map<DocumentType, string>();
  for (const [type, going] of Map.groupBy(gone, (document) => document.type)) {
    const present = countDocuments(counts, type);
    const count = `${going.length} of ${present} documents of ${type}`;
    if (going.length === present || going.length > present * maxTypeShrink) types.set(type, count);
    else if (indispensable.has(type)) {
      const emptied = [...Map.groupBy(going, ({ locale }) => locale)].find(
        ([locale, { length }]) => length === countDocuments(counts, type, locale),
      );
      if (emptied) types.set(type, `${count}, all in ${emptied[0]}`);
    }
  }
  return {
    all: isTooMuch(gone.length, countDocuments(counts))
      ? `${gone.length} of ${countDocuments(counts)} documents`
      : null,
    types,
  };
}

/**
 * The excess of a removal that a webhook named and the content service confirms: an editor did that, even for the last redirect or job. Only the
 * removal of a whole indispensable type, or of more than half of a long list, is held.
 */
export function findNamedExcess(gone: readonly Going[], counts: readonly DocumentCount[]): string | null {
  if (isTooMuch(gone.length, countDocuments(counts))) return `${gone.length} of ${countDocuments(counts)} documents`;
  for (const [type, going] of Map.groupBy(gone, (document) => document.type)) {
    const size = countDocuments(counts, type);
    if (isTooMuch(going.length, size, maxTypeShrink) || (indispensable.has(type) && going.length === size))
      return `${going.length} of ${size} documents of ${type}`;
  }
  return null;
}

/** Describes an excess; null when there is none. */
export function describeExcess({ all, types }: Excess): string | null {
  return all ?? ([...types.values()].join(', ') || null);
}
