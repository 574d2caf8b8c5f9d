/** Builds the footer's link columns (R22): splits a single list into two halves, and puts the column with most links first. */
import type { FooterLinks, LinkGroup } from '../../content/model.ts';

type FooterColumn = LinkGroup[];

/** `footerLinks.default columns` of the specification. */
const defaultColumns = 2;

function countLinks(column: FooterColumn): number {
  return column.reduce((sum, group) => sum + group.links.length, 0);
}

export function buildFooterColumns(items: Pick<FooterLinks, 'linkGroups'>[]): FooterColumn[] {
  const columns = items
    .map((item) => item.linkGroups.filter((group) => group.links.length > 0))
    .filter((groups) => groups.length > 0);
  const [onlyColumn] = columns;
  if (columns.length === 1 && onlyColumn?.length === 1 && onlyColumn[0]) {
    const { name, links } = onlyColumn[0];
    const half = Math.ceil(links.length / defaultColumns);
    return [[{ name, links: links.slice(0, half) }], [{ name: '', links: links.slice(half) }]].filter(
      (column) => countLinks(column) > 0,
    );
  }
  return columns.toSorted((a, b) => countLinks(b) - countLinks(a));
}

/** @returns the address of a phone number as people write it, `+27 (0)10 446 5822`; null for a text that is not a number. */
export function telAddress(phone: string): string | null {
  const number = phone.replace('(0)', '').replace(/[^\d+]/g, '');
  return number.length > 4 ? `tel:${number}` : null;
}
