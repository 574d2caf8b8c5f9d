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
  glossary: '/glossary',
};

/** Matches pages of a section. A list of a tag, a category or an author belongs to the section of its articles. */
const sectionPath = /^\/(news|education|job-post|cfd-asset-list|glossary)(?:-[a-z]+)?\/./;

/** Finds the address of the section's page, with the language prefix of `address`; null for a page of no section. */
export function findSectionAddress(address: string): string | null {
  const { locale, rest } = splitLocale(address);
  const section = sections[sectionPath.exec(rest)?.[1] ?? ''];
  return section ? `${locale ? `/${locale}` : ''}${section}` : null;
}
