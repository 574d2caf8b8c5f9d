/** Reads a list of Strapi page by page, some in parallel, and detects when rows move between pages during that time. */
import { type ListCounts, StrapiError } from './strapi-answer.ts';
import type { StrapiType } from './strapi-types.ts';

/** Reads a page and passes its rows on. */
export type ReadPage = (page: number) => Promise<ListCounts & { listed: number }>;

/** Pages of one list that are requested or processed at the same time, which limits the memory for them. */
const pagesAtOnce = 4;

/**
 * Reads all pages of a list. When a row leaves the list, the later rows move forward, and the first row of an unread page may move to a page that was
 * already read. So the
 * list is read once more. If a row is missed again, the poll finds it: with busy editors, reading until no row moves might never end.
 * @param read reads some rows twice in that case.
 * @throws StrapiError when the pages contradict the count.
 */
export async function readPages(type: Pick<StrapiType, 'endpoint'>, read: ReadPage): Promise<void> {
  const { moved } = await readPagesOnce(type, read);
  if (moved) await readPagesOnce(type, read);
}

async function readPagesOnce({ endpoint }: Pick<StrapiType, 'endpoint'>, read: ReadPage): Promise<{ moved: boolean }> {
  const list = { first: null as ListCounts | null, next: 1, listed: 0, moved: false };
  const readNext = async () => {
    const page = await read(list.next++);
    const { total } = (list.first ??= page);
    list.listed += page.listed;
    list.moved ||= page.total !== total;
    // Trust the page count only while pages have rows: a wrong count would cause useless requests.
    if (page.listed === 0) list.next = Number.POSITIVE_INFINITY;
    if (!list.moved && list.listed > total)
      throw new StrapiError(`${endpoint} counts ${total} and lists ${list.listed} or more`);
  };
  const readRemaining = async () => {
    while (list.next <= (list.first?.pageCount ?? 1)) await readNext();
  };
  await readNext();
  await Promise.all(Array.from({ length: pagesAtOnce }, readRemaining));
  const total = list.first?.total ?? 0;
  // Fewer rows than the total, though it did not change: a page is broken.
  if (list.listed < total && !list.moved) throw new StrapiError(`${endpoint} counts ${total} and lists ${list.listed}`);
  return { moved: list.moved };
}
