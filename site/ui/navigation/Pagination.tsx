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

/** What a language gives to a pagination. */
export type PaginationWords = Pick<PaginationInputs, 'dir'> & { labels: PaginationLabels };

interface PaginationProps extends PaginationInputs {
  /** Words of the page's language where it is none of the component's own three. */
  labels?: PaginationLabels;
  /** Address of page 1 where that is not `linkUrl` with a 1, so that one list has one address. */
  firstPageUrl?: string;
  /**
   * With `type` `button`: hears which page was chosen. Without it, and without a script, a button sends its form, with its number as `page`.
   */
  onChange?: (page: number) => void;
}

const ownLabels: Record<'en' | 'ar' | 'ir', PaginationLabels> = {
  en: { label: 'Pages', previous: 'Previous', next: 'Next', page: 'Page [page]' },
  ar: { label: 'الصفحات', previous: 'السابق', next: 'التالي', page: 'الصفحة [page]' },
  ir: { label: 'صفحه‌ها', previous: 'قبلی', next: 'بعدی', page: 'صفحهٔ [page]' },
};

/** The way through a long list (R53). Nothing when there is one page only. @throws TypeError when an input breaks its rule. */
export function Pagination({ labels, firstPageUrl, onChange, ...inputs }: PaginationProps) {
  const { totalItems, itemsPerPage, modelValue, currentPage, maxPagesShown, dir, type, locale, linkUrl } =
    checkedPagination(inputs);
  const pages = Math.ceil(totalItems / itemsPerPage);
  if (pages < 2) return null;
  const words = labels ?? ownLabels[locale];
  const chosen = Math.min(modelValue, pages);

  function choose(event: MouseEvent, page: number) {
    // A tab of its own is the browser's answer, and the form's.
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
