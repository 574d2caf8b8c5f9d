/** Which part of a long list a `?page=` asks for. */
import { languageAttributes } from '../../content/locales.ts';
import type { PageContextValue } from '../ui/page-context.ts';
import { paginationDefaults } from '../ui/navigation/pagination-rules.ts';
import type { PaginationWords } from '../ui/navigation/Pagination.tsx';
import type { Head } from '../page/page-module.ts';

export const { itemsPerPage } = paginationDefaults;

export interface ListPart {
  page: number;
  pages: number;
  offset: number;
}

/** Null for a page beyond the last; that it is a number has been seen to by the middleware `page-number`. */
export function listPart(query: URLSearchParams, total: number): ListPart | null {
  const page = Number(query.get('page') ?? '1');
  const pages = Math.max(1, Math.ceil(total / itemsPerPage));
  return page >= 1 && page <= pages ? { page, pages, offset: (page - 1) * itemsPerPage } : null;
}

/** The page's own words, and which part of the list it is where there are several: no two pages have one title. */
export function pageTitle(title: string, { page, pages }: ListPart, { t }: Pick<PageContextValue, 't'>): string {
  return page > 1 ? t('pagination.part', { title, page, pages }) : title;
}

/** What of a head differs from part to part: each has its own title and is its own canonical address. */
export function headOfPart(
  title: string,
  part: ListPart,
  page: Pick<PageContextValue, 't'>,
): Pick<Head, 'title' | 'search'> {
  return { title: pageTitle(title, part, page), ...(part.page > 1 ? { search: `?page=${part.page}` } : {}) };
}

/** The words of the pagination in the language of the page, and the way they run where that is not left to right. */
export function paginationWords({ locale, t }: Pick<PageContextValue, 'locale' | 't'>): PaginationWords {
  const { dir } = languageAttributes(locale);
  const labels = {
    label: t('pagination.label'),
    previous: t('pagination.previous'),
    next: t('pagination.next'),
    page: t('pagination.page', { page: '[page]' }),
  };
  return { labels, ...(dir && { dir }) };
}
