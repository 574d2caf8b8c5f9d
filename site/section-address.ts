/**
 * Which page of the main menu a page without a place in it belongs to. Server and navigator both ask, so it is a rule about addresses and
 * not a part of a page's content.
 */
const sections: Record<string, string> = {
  news: 'news-center',
  education: 'education-center',
  'job-post': 'careers',
  'cfd-asset-list': 'cfd-asset-list',
};

const below = /^((?:\/[a-z]{2}(?:-\w+)?)?)\/(news|education|job-post|cfd-asset-list)(?:-[a-z]+)?\/./;

/** @param address with its language prefix. @returns the address of the section's page, with the same prefix; null for a page of no section. */
export function sectionAddress(address: string): string | null {
  const [, prefix, word] = below.exec(address) ?? [];
  return word ? `${prefix}/${sections[word]}` : null;
}
