import type { ReactNode } from 'react';
import { type PaginationInputs, checkedPagination, pagesShown, paginationNumber } from './pagination-rules.ts';
import styles from './Pagination.module.css';

export interface PaginationLabels {
  /** Names the navigation. */
  label: string;
  previous: string;
  next: string;
  /** `[page]` stands for the number. */
  page: string;
}

interface PaginationProps extends PaginationInputs {
  /** Words of the page's language where it is none of the component's own three. */
  labels?: PaginationLabels;
  /** Address of page 1 where that is not `linkUrl` with a 1, so that one list has one address. */
  firstPageUrl?: string;
  /** With `type` `button`: the id of the form that a button sends as `page`; it works without JavaScript. */
  form?: string;
}

const ownLabels: Record<'en' | 'ar' | 'ir', PaginationLabels> = {
  en: { label: 'Pages', previous: 'Previous', next: 'Next', page: 'Page [page]' },
  ar: { label: 'الصفحات', previous: 'السابق', next: 'التالي', page: 'الصفحة [page]' },
  ir: { label: 'صفحه‌ها', previous: 'قبلی', next: 'بعدی', page: 'صفحهٔ [page]' },
};

/** The way through a long list (R53). Nothing when there is one page only. @throws TypeError when an input breaks its rule. */
export function Pagination({ labels, firstPageUrl, form, ...inputs }: PaginationProps) {
  const { totalItems, itemsPerPage, modelValue, maxPagesShown, dir, type, locale, linkUrl } = checkedPagination(inputs);
  const pages = Math.ceil(totalItems / itemsPerPage);
  if (pages < 2) return null;
  const words = labels ?? ownLabels[locale];

  function step(page: number, content: ReactNode, more: { rel?: 'prev' | 'next'; 'aria-label'?: string; 'aria-current'?: 'page' | undefined }) {
    if (type === 'link') {
      return <a href={page === 1 && firstPageUrl ? firstPageUrl : linkUrl.replace('[page]', String(page))} {...more}>{content}</a>;
    }
    const { rel: _, ...attributes } = more;
    return <button type="submit" form={form} name="page" value={page} {...attributes}>{content}</button>;
  }

  return (
    <nav aria-label={words.label} className={styles.pagination} dir={dir}>
      {modelValue > 1 && step(modelValue - 1, words.previous, { rel: 'prev' })}
      {pagesShown(modelValue, pages, maxPagesShown).map((page, index, all) => (page === null
        ? <span key={`after ${all[index - 1]}`} aria-hidden="true">…</span>
        : (
          <span key={page}>
            {step(page, paginationNumber(page, locale), {
              'aria-label': words.page.replace('[page]', paginationNumber(page, locale)),
              'aria-current': page === modelValue ? 'page' : undefined,
            })}
          </span>
        )))}
      {modelValue < pages && step(modelValue + 1, words.next, { rel: 'next' })}
    </nav>
  );
}
