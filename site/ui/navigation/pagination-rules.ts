/** What the pagination component accepts (R53), and which page numbers it shows. */

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
export function checkedPagination(inputs: PaginationInputs): Required<PaginationInputs> {
  const given = Object.fromEntries(
    Object.entries(inputs).filter(([, value]) => value !== undefined),
  ) as unknown as PaginationInputs;
  const checked = { linkUrl: '', currentPage: given.modelValue, ...paginationDefaults, ...given };
  const { itemsPerPage, currentPage, modelValue, maxPagesShown, dir, type, locale, linkUrl } = checked;
  const rules: [kept: boolean, message: string][] = [
    [itemsPerPage > 0, 'itemsPerPage attribute must be greater than 0.'],
    [given.currentPage === undefined || currentPage > 0, 'currentPage attribute must be greater than 0.'],
    [modelValue > 0, 'v-model is required and must be greater than 0.'],
    [maxPagesShown > 0, 'maxPagesShown attribute must be greater than 0.'],
    [['ltr', 'rtl'].includes(dir), 'dir attribute must be either "ltr" or "rtl".'],
    [['link', 'button'].includes(type), 'type attribute must be one of the following: link, button'],
    [['en', 'ar', 'ir'].includes(locale), 'locale attribute must be one of the following: en, ar, ir'],
    [type !== 'link' || linkUrl !== '', "linkUrl attribute is required if type attribute is 'link'"],
    [type !== 'link' || linkUrl.includes('[page]'), "linkUrl attribute must contain '[page]' substring"],
  ];
  const broken = rules.find(([kept]) => !kept);
  if (broken) throw new TypeError(broken[1]);
  return checked;
}

/** `most` numbers around the current page, plus the first and the last; `null` is a gap of at least one page. */
export function pagesShown(current: number, pages: number, most: number): (number | null)[] {
  const count = Math.min(most, pages);
  const first = Math.min(Math.max(1, current - Math.floor(most / 2)), pages - count + 1);
  const shown: (number | null)[] = Array.from({ length: count }, (_, index) => first + index);
  const last = first + count - 1;
  if (first > 1) shown.unshift(...(first === 2 ? [1] : [1, null]));
  if (last < pages) shown.push(...(last === pages - 1 ? [pages] : [null, pages]));
  return shown;
}

const withoutGroups = (tag: string) => new Intl.NumberFormat(tag, { useGrouping: false });
const numberFormats = {
  en: withoutGroups('en'),
  ar: withoutGroups('ar-SA-u-nu-arab'),
  ir: withoutGroups('fa-IR-u-nu-arabext'),
};

export function paginationNumber(page: number, locale: 'en' | 'ar' | 'ir'): string {
  return numberFormats[locale].format(page);
}
