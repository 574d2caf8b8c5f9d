import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { type PaginationInputs, Pagination, listShownPages } from './Pagination.tsx';

const valid: PaginationInputs = { totalItems: 95, modelValue: 3, linkUrl: '/news?page=[page]' };

describe('R53: pagination', () => {
  test.each([
    [{ itemsPerPage: 0 }, 'itemsPerPage attribute must be greater than 0.'],
    [{ itemsPerPage: -1 }, 'itemsPerPage attribute must be greater than 0.'],
    [{ currentPage: 0 }, 'currentPage attribute must be greater than 0.'],
    [{ currentPage: -2 }, 'currentPage attribute must be greater than 0.'],
    [{ modelValue: 0 }, 'v-model is required and must be greater than 0.'],
    [{ modelValue: undefined }, 'v-model is required and must be greater than 0.'],
    [{ maxPagesShown: 0 }, 'maxPagesShown attribute must be greater than 0.'],
    [{ dir: 'up' }, 'dir attribute must be either "ltr" or "rtl".'],
    [{ type: 'menu' }, 'type attribute must be one of the following: link, button'],
    [{ locale: 'es' }, 'locale attribute must be one of the following: en, ar, ir'],
    [{ linkUrl: undefined }, "linkUrl attribute is required if type attribute is 'link'"],
    [{ linkUrl: '/news?page=2' }, "linkUrl attribute must contain '[page]' substring"],
  ])('refuses %o', (wrong, message) => {
    expect(() => renderToString(<Pagination {...({ ...valid, ...wrong } as PaginationInputs)} />)).toThrow(
      new TypeError(message),
    );
  });

  test.each([
    [1, 10, 5, [1, 2, 3, 4, 5, null, 10]],
    [3, 10, 5, [1, 2, 3, 4, 5, null, 10]],
    [5, 10, 5, [1, null, 3, 4, 5, 6, 7, null, 10]],
    [6, 10, 5, [1, null, 4, 5, 6, 7, 8, null, 10]],
    [4, 7, 5, [1, 2, 3, 4, 5, 6, 7]],
    [12, 10, 5, [1, null, 6, 7, 8, 9, 10]],
    [10, 10, 5, [1, null, 6, 7, 8, 9, 10]],
    [50, 100, 5, [1, null, 48, 49, 50, 51, 52, null, 100]],
    [50, 100, 4, [1, null, 48, 49, 50, 51, null, 100]],
    [2, 3, 5, [1, 2, 3]],
    [1, 2, 1, [1, 2]],
  ])('shows page %i of %i with %i numbers', (current, pages, most, expected) => {
    expect(listShownPages(current, pages, most)).toEqual(expected);
  });

  test('has ten rows a page and five numbers around the current page by default', () => {
    const html = renderToString(<Pagination totalItems={95} modelValue={1} linkUrl="/news?page=[page]" />);
    expect([...html.matchAll(/aria-label="Page (\d+)"/g)].map(([, page]) => Number(page))).toEqual([1, 2, 3, 4, 5, 10]);
  });

  test('has links with rel, a marked current page, and one address for page 1', () => {
    const html = renderToString(<Pagination {...valid} modelValue={2} firstPageUrl="/news" />);
    expect(html).toContain('<a href="/news" rel="prev">Previous</a>');
    expect(html).toContain('<a href="/news?page=3" rel="next">Next</a>');
    expect(html).toContain('<a href="/news?page=2" aria-label="Page 2" aria-current="page">2</a>');
    expect(html).not.toContain('page=1"');
    expect(renderToString(<Pagination {...valid} modelValue={1} />)).not.toContain('rel="prev"');
    expect(renderToString(<Pagination {...valid} modelValue={10} />)).not.toContain('rel="next"');
  });

  test('has buttons that send their page with the form', () => {
    const html = renderToString(<Pagination totalItems={30} modelValue={1} type="button" />);
    expect(html).toContain('<button type="submit" value="3" aria-label="Page 3" name="page">3</button>');
    expect(html).not.toContain('<a ');
  });

  test('marks the displayed page as current, not the chosen one', () => {
    const html = renderToString(<Pagination {...valid} modelValue={6} currentPage={5} />);
    expect(html).toContain('aria-label="Page 5" aria-current="page"');
    expect([...html.matchAll(/aria-current/g)]).toHaveLength(1);
    expect([...html.matchAll(/aria-label="Page (\d+)"/g)].map(([, page]) => Number(page))).toEqual([
      1, 4, 5, 6, 7, 8, 10,
    ]);
    expect(html).toContain('<a href="/news?page=7" rel="next">');
  });

  test('has no link beyond the last page', () => {
    const html = renderToString(<Pagination {...valid} modelValue={12} />);
    expect(html).not.toContain('page=11');
    expect(html).toContain('<a href="/news?page=9" rel="prev">');
  });

  test.each([
    ['ar', 'rtl', '٣', 'الصفحة ٣', 'التالي'],
    ['ir', 'rtl', '۳', 'صفحهٔ ۳', 'بعدی'],
    ['en', 'ltr', '3', 'Page 3', 'Next'],
  ] as const)('has digits, labels and direction of the language: %s', (locale, dir, digit, label, next) => {
    const html = renderToString(<Pagination {...valid} locale={locale} dir={dir} />);
    expect(html).toContain(`dir="${dir}"`);
    expect(html).toContain(`aria-label="${label}" aria-current="page">${digit}</a>`);
    expect(html).toContain(`rel="next">${next}</a>`);
    // Addresses are for machines: they keep their digits.
    expect(html).toContain('page=4"');
  });

  test('is empty for one page', () => {
    expect(renderToString(<Pagination totalItems={10} modelValue={1} linkUrl="?page=[page]" />)).toBe('');
    expect(renderToString(<Pagination totalItems={11} modelValue={1} linkUrl="?page=[page]" />)).toContain('>2</a>');
  });
});
