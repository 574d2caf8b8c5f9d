/** Reads a list of Strapi's page by page, some at the same time, and finds out when it moved meanwhile. */
import { type ListCounts, StrapiError } from './answers/strapi-answer.ts';
import type { StrapiType } from './strapi-types.ts';

/** Reads a page and hands over what it has. */
export type ReadPage = (page: number) => Promise<ListCounts & { listed: number }>;

/** Pages of one list that are requested or processed at the same time; the others are not in memory yet, or no longer. */
const pagesAtOnce = 4;

/**
 * When a row leaves the list, the later ones move forward, and the first row of an unread page may slip onto one that was already read. So the list is
 * read once more. If the same row slips through again, the poll finds it: with busy editors, re-reading until nothing moves might never end.
 * @param read reads some rows twice in that case. @throws StrapiError when the pages contradict the count.
 */
export async function eachPage(type: Pick<StrapiType, 'endpoint'>, read: ReadPage): Promise<void> {
  const { moved } = await readPages(type, read);
  if (moved) await readPages(type, read);
}

async function readPages({ endpoint }: Pick<StrapiType, 'endpoint'>, read: ReadPage): Promise<{ moved: boolean }> {
  const first = await read(1);
  const found = { listed: first.listed, moved: false };
  let next = 2;
  // Trust the page count only while pages have rows: a wrong one would cost requests and memory for nothing.
  const readOn = async () => {
    while (next <= first.pageCount) {
      const page = await read(next++);
      found.listed += page.listed;
      found.moved ||= page.total !== first.total;
      if (page.listed === 0) next = Number.POSITIVE_INFINITY;
      if (!found.moved && found.listed > first.total)
        throw new StrapiError(`${endpoint} counts ${first.total} and lists ${found.listed} or more`);
    }
  };
  await Promise.all(Array.from({ length: pagesAtOnce }, readOn));
  // Fewer rows than the total, though it did not change: a page is broken.
  if (found.listed < first.total && !found.moved)
    throw new StrapiError(`${endpoint} counts ${first.total} and lists ${found.listed}`);
  return { moved: found.moved };
}
