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

/** Finds the requested part; the middleware `page-number` has already checked the number. @throws NotFound for a page beyond the last. */
export function findListPart(query: URLSearchParams, total: number): ListPart {
  const page = Number(query.get('page') ?? '1');
  const pages = Math.max(1, Math.ceil(total / itemsPerPage));
  if (page > pages) throw new NotFound();
  return { page, pages, offset: (page - 1) * itemsPerPage };
}

/** Adds the number of the part to a title or a count, from the second part on: no two pages have the same title. */
export function addPartNumber(title: string, { page, pages }: ListPart, t: Translate): string {
  return page > 1 ? t('pagination.part', { title, page, pages }) : title;
}

/** Builds the fields of a head that differ between parts: title and canonical address. */
export function buildPartHead(title: string, part: ListPart, t: Translate): Pick<Head, 'title' | 'search'> {
  return { title: addPartNumber(title, part, t), ...(part.page > 1 ? { search: `?page=${part.page}` } : {}) };
}

/** Gets the labels of the pagination in the page's language, and its direction when that is not left to right. */
export function getPaginationTexts({ locale, t }: Pick<CurrentPage, 'locale' | 't'>): PaginationWords {
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
      {...getPaginationTexts(page)}
    />
  );
}
