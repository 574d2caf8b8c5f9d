import type { MouseEvent, ReactNode } from 'react';
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

/** The inputs of the pagination that depend on the page's language. */
export type PaginationWords = Pick<PaginationInputs, 'dir'> & { labels: PaginationLabels };

interface PaginationProps extends PaginationInputs {
  /** In the page's language; without them, the component uses its own for `locale`. */
  labels?: PaginationLabels;
  /** Address of page 1 when that is not `linkUrl` with a 1, so that the list has only one address. */
  firstPageUrl?: string;
  /**
   * For `type` `button`: called with the chosen page. Without it, or without a script, a button sends its form with its number as `page`.
   */
  onChange?: (page: number) => void;
}

const ownLabels: Record<'en' | 'ar' | 'ir', PaginationLabels> = {
  en: { label: 'Pages', previous: 'Previous', next: 'Next', page: 'Page [page]' },
  ar: { label: 'الصفحات', previous: 'السابق', next: 'التالي', page: 'الصفحة [page]' },
  ir: { label: 'صفحه‌ها', previous: 'قبلی', next: 'بعدی', page: 'صفحهٔ [page]' },
};

/** Links or buttons to the pages of a long list (R53); nothing for a single page. @throws TypeError when an input breaks its rule. */
export function Pagination({ labels, firstPageUrl, onChange, ...inputs }: PaginationProps) {
  const { totalItems, itemsPerPage, modelValue, currentPage, maxPagesShown, dir, type, locale, linkUrl } =
    checkedPagination(inputs);
  const pages = Math.ceil(totalItems / itemsPerPage);
  if (pages < 2) return null;
  const words = labels ?? ownLabels[locale];
  const chosen = Math.min(modelValue, pages);

  function choose(event: MouseEvent, page: number) {
    // The visitor wants a new tab or window: the browser sends the form there.
    if (!onChange || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onChange(page);
  }

  function step(
    page: number,
    content: ReactNode,
    more: { rel?: 'prev' | 'next'; 'aria-label'?: string; 'aria-current'?: 'page' | undefined },
  ) {
    if (type === 'link') {
      return (
        <a href={page === 1 && firstPageUrl ? firstPageUrl : linkUrl.replace('[page]', String(page))} {...more}>
          {content}
        </a>
      );
    }
    const { rel: _, ...attributes } = more;
    return (
      <button type="submit" name="page" value={page} onClick={(event) => choose(event, page)} {...attributes}>
        {content}
      </button>
    );
  }

  return (
    <nav aria-label={words.label} className={styles.pagination} dir={dir}>
      {chosen > 1 && step(chosen - 1, words.previous, { rel: 'prev' })}
      <ol role="list">
        {pagesShown(chosen, pages, maxPagesShown).map((page, index, all) =>
          page === null ? (
            <li key={`after ${all[index - 1]}`} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={page}>
              {step(page, paginationNumber(page, locale), {
                'aria-label': words.page.replace('[page]', paginationNumber(page, locale)),
                'aria-current': page === currentPage ? 'page' : undefined,
              })}
            </li>
          ),
        )}
      </ol>
      {chosen < pages && step(chosen + 1, words.next, { rel: 'next' })}
    </nav>
  );
}
