/**
 * Finds the page of the main menu that represents a page without its own item there. The rule uses only addresses, because server and navigator both
 * apply it.
 */
import { splitLocale } from './locale-path.ts';

const sections: Record<string, string> = {
  news: '/news-center',
  education: '/education-center',
  'job-post': '/careers',
  'cfd-asset-list': '/cfd-asset-list',
};

/** A list of a tag, a category or an author belongs to what it lists. */
const below = /^\/(news|education|job-post|cfd-asset-list)(?:-[a-z]+)?\/./;

/** @param address with its language prefix. @returns the address of the section's page, with the same prefix; null for a page of no section. */
export function sectionAddress(address: string): string | null {
  const { locale, rest } = splitLocale(address);
  const section = sections[below.exec(rest)?.[1] ?? ''];
  return section ? `${locale ? `/${locale}` : ''}${section}` : null;
}
