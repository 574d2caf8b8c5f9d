/** The pagination of a long list (R53): its inputs, the page numbers that it shows, and its links or buttons. */
import type { MouseEvent, ReactNode } from 'react';
import styles from './Pagination.module.css';

export interface PaginationInputs {
  totalItems: number;
  itemsPerPage?: number;
  /** The chosen page, from 1; the numbers shown are those around it. */
  modelValue: number;
  /** The page that is displayed and marked, when that is not the chosen one: while the chosen one is still loading. */
  currentPage?: number;
  /** How many consecutive numbers to show, the chosen one among them; the first and the last page are shown in addition. */
  maxPagesShown?: number;
  dir?: 'ltr' | 'rtl';
  type?: 'link' | 'button';
  /** Digits and default labels: English, Arabic, Persian. */
  locale?: 'en' | 'ar' | 'ir';
  /** Address of a page when `type` is `link`; `[page]` stands for its number. */
  linkUrl?: string;
}

export const paginationDefaults = {
  itemsPerPage: 10,
  maxPagesShown: 5,
  dir: 'ltr',
  type: 'link',
  locale: 'en',
} as const;

/** Checks the inputs at run time, because content and addresses provide some of them. @throws TypeError with the rule that is broken. */
function checkInputs(inputs: PaginationInputs): Required<PaginationInputs> {
  const definedInputs = Object.fromEntries(
    Object.entries(inputs).filter(([, value]) => value !== undefined),
  ) as unknown as PaginationInputs;
  const checked = { linkUrl: '', currentPage: definedInputs.modelValue, ...paginationDefaults, ...definedInputs };
  const { itemsPerPage, currentPage, modelValue, maxPagesShown, dir, type, locale, linkUrl } = checked;
  const rules: [kept: boolean, message: string][] = [
    [itemsPerPage > 0, 'itemsPerPage attribute must be greater than 0.'],
    [definedInputs.currentPage === undefined || currentPage > 0, 'currentPage attribute must be greater than 0.'],
    [modelValue > 0, 'v-model is required and must be greater than 0.'],
    [maxPagesShown > 0, 'maxPagesShown attribute must be greater than 0.'],
    [['ltr', 'rtl'].includes(dir), 'dir attribute must be either "ltr" or "rtl".'],
    [['link', 'button'].includes(type), 'type attribute must be one of the following: link, button'],
    [['en', 'ar', 'ir'].includes(locale), 'locale attribute must be one of the following: en, ar, ir'],
    [type !== 'link' || linkUrl !== '', "linkUrl attribute is required if type attribute is 'link'"],
    [type !== 'link' || linkUrl.includes('[page]'), "linkUrl attribute must contain '[page]' substring"],
  ];
  const brokenRule = rules.find(([isKept]) => !isKept);
  if (brokenRule) throw new TypeError(brokenRule[1]);
  return checked;
}

/** Lists `maxPages` numbers around the current page, plus the first and the last; `null` is a gap of at least one page. */
export function listShownPages(current: number, pages: number, maxPages: number): (number | null)[] {
  const count = Math.min(maxPages, pages);
  const first = Math.min(Math.max(1, current - Math.floor(maxPages / 2)), pages - count + 1);
  const shown: (number | null)[] = Array.from({ length: count }, (_, index) => first + index);
  const last = first + count - 1;
  if (first > 1) shown.unshift(...(first === 2 ? [1] : [1, null]));
  if (last < pages) shown.push(...(last === pages - 1 ? [pages] : [null, pages]));
  return shown;
}

const createNumberFormat = (tag: string) => new Intl.NumberFormat(tag, { useGrouping: false });
const numberFormats = {
  en: createNumberFormat('en'),
  ar: createNumberFormat('ar-SA-u-nu-arab'),
  ir: createNumberFormat('fa-IR-u-nu-arabext'),
};

function formatPageNumber(page: number, locale: 'en' | 'ar' | 'ir'): string {
  return numberFormats[locale].format(page);
}

interface PaginationLabels {
  /** The name of the navigation. */
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
    checkInputs(inputs);
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

  function renderStep(
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
      {chosen > 1 && renderStep(chosen - 1, words.previous, { rel: 'prev' })}
      <ol role="list">
        {listShownPages(chosen, pages, maxPagesShown).map((page, index, all) =>
          page === null ? (
            <li key={`after ${all[index - 1]}`} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={page}>
              {renderStep(page, formatPageNumber(page, locale), {
                'aria-label': words.page.replace('[page]', formatPageNumber(page, locale)),
                'aria-current': page === currentPage ? 'page' : undefined,
              })}
            </li>
          ),
        )}
      </ol>
      {chosen < pages && renderStep(chosen + 1, words.next, { rel: 'next' })}
    </nav>
  );
}
