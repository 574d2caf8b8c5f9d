/** Splits a long list into pages: the part that `?page=` asks for, its head, and its pagination. */
import { languageAttributes } from '../../content/locales.ts';
import type { Translate } from '../i18n/translate.ts';
import { type CurrentPage, useCurrentPage } from '../ui/current-page.tsx';
import { Pagination, type PaginationWords, paginationDefaults } from '../ui/navigation/Pagination.tsx';
import { type Head, NotFound } from '../page/page-module.ts';

export const { itemsPerPage } = paginationDefaults;

export interface ListPart {
  page: number;
  pages: number;
  offset: number;
}

/** The middleware `page-number` has already checked that it is a number. @throws NotFound for a page beyond the last. */
export function listPart(query: URLSearchParams, total: number): ListPart {
  const page = Number(query.get('page') ?? '1');
  const pages = Math.max(1, Math.ceil(total / itemsPerPage));
  if (page > pages) throw new NotFound();
  return { page, pages, offset: (page - 1) * itemsPerPage };
}

/** The title, from the second part on with the number of the part: no two pages have the same title. */
export function pageTitle(title: string, { page, pages }: ListPart, t: Translate): string {
  return page > 1 ? t('pagination.part', { title, page, pages }) : title;
}

/** The parts of a head that differ from part to part: each has its own title and its own canonical address. */
export function headOfPart(title: string, part: ListPart, t: Translate): Pick<Head, 'title' | 'search'> {
  return { title: pageTitle(title, part, t), ...(part.page > 1 ? { search: `?page=${part.page}` } : {}) };
}

/** The labels of the pagination in the page's language, and its direction when that is not left to right. */
export function paginationWords({ locale, t }: Pick<CurrentPage, 'locale' | 't'>): PaginationWords {
  const { dir } = languageAttributes(locale);
  const labels = {
    label: t('pagination.label'),
    previous: t('pagination.previous'),
    next: t('pagination.next'),
    page: t('pagination.page', { page: '[page]' }),
  };
  return { labels, ...(dir && { dir }) };
}

/** The pagination of a list that has an address for each of its parts. */
export function ListPagination({ total, part }: { total: number; part: ListPart }) {
  const page = useCurrentPage();
  const address = page.href(page.path);
  return (
    <Pagination
      totalItems={total}
      modelValue={part.page}
      linkUrl={`${address}?page=[page]`}
      firstPageUrl={address}
      {...paginationWords(page)}
    />
  );
}
