/** Parses and writes the address of the asset list: search words, class, order, page and page size, each a GET parameter. */
import { instrumentClasses } from '../../content/model-instruments.ts';
import { cleanCode } from '../i18n/clean-text.ts';
import { linkTo } from '../route-patterns.ts';

/** The classes that a visitor can choose: those of the instruments, and all currency pairs together. */
export const listClasses = ['forex', ...instrumentClasses] as const;
export type ListClass = (typeof listClasses)[number];

export const sortColumns = ['symbol', 'name', 'spread', 'leverage', 'contract', 'long', 'short'] as const;
export type SortColumn = (typeof sortColumns)[number];

/** Rows on a page; the first is the default. */
export const pageSizes = [25, 50, 100] as const;

export interface AssetListState {
  /** The typed text, without spaces around it. */
  words: string;
  /** Null for all. */
  chosen: ListClass | null;
  /** Null for the order of the set: by class, then by symbol. */
  sort: { column: SortColumn; descending: boolean } | null;
  size: (typeof pageSizes)[number];
  page: number;
}

/** The parameters of the address, in their order. */
export const assetListQuery = ['q', 'class', 'sort', 'size', 'page'] as const;

/** The most characters of the typed text. */
export const maxWordsLength = 60;

function findOption<Option>(options: readonly Option[], value: unknown): Option | undefined {
  return options.find((option) => String(option) === value);
}

/** Parses the address. A value that no link of the page has counts as absent. */
export function parseAssetListState(query: URLSearchParams): AssetListState {
  const sort = query.get('sort') ?? '';
  const column = findOption(sortColumns, sort.replace(/^-/, ''));
  return {
    words: cleanCode(query.get('q') ?? '')
      .slice(0, maxWordsLength)
      .trim(),
    chosen: findOption(listClasses, query.get('class')) ?? null,
    sort: column ? { column, descending: sort.startsWith('-') } : null,
    size: findOption(pageSizes, query.get('size')) ?? pageSizes[0],
    page: Number(query.get('page') ?? '1'),
  };
}

/** Builds the parameters that lead to a state; empty for the list as it first appears. */
export function buildAssetListParameters({ words, chosen, sort, size, page }: AssetListState): URLSearchParams {
  const parameters = new URLSearchParams();
  if (words) parameters.set('q', words);
  if (chosen) parameters.set('class', chosen);
  if (sort) parameters.set('sort', `${sort.descending ? '-' : ''}${sort.column}`);
  if (size !== pageSizes[0]) parameters.set('size', String(size));
  if (page > 1) parameters.set('page', String(page));
  return parameters;
}

/** Builds the path of a changed state, without language prefix. It begins at page 1 unless the change names another page. */
export function buildAssetListPath(state: AssetListState, change: Partial<AssetListState>): string {
  const parameters = buildAssetListParameters({ ...state, page: 1, ...change });
  const path = linkTo('/cfd-asset-list');
  return parameters.size > 0 ? `${path}?${parameters}` : path;
}
