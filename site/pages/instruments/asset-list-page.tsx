/** `/cfd-asset-list`: every instrument, with search, classes, order and page size in the address. It needs no script. */
import { Island } from '../../islands/Island.tsx';
import { type LoaderContext, NotFound } from '../../page/page-module.ts';
import { linkTo } from '../../route-patterns.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Pagination } from '../../ui/navigation/Pagination.tsx';
import { TopicChips } from '../../ui/navigation/TopicChips.tsx';
import { useCurrentPage } from '../../ui/current-page.tsx';
import { type ContentPageData, ToolPage, createContentPage } from '../content-page.tsx';
import { getPaginationTexts } from '../list-pages.tsx';
import {
  type AssetListState,
  type ListClass,
  buildAssetListParameters,
  buildAssetListPath,
  assetListQuery,
  parseAssetListState,
  maxWordsLength,
  pageSizes,
} from '../../instruments/asset-list-address.ts';
import { AssetTable } from './AssetTable.tsx';
import { type AssetRowData, buildAssetRows } from './asset-row.ts';
import { findAssetListRows, buildIndex, getInstrumentIndex } from '../../instruments/asset-list.ts';
import { findListedAccount } from '../../instruments/find-instruments.ts';
import styles from './asset-list.module.css';

interface AssetListData extends ContentPageData {
  state: AssetListState;
  /** The rows of this page of the list. */
  shown: AssetRowData[];
  /** The number of found instruments on all pages. */
  found: number;
  /** The number of all instruments. */
  all: number;
  counts: Record<ListClass, number>;
  /** The number of found instruments of any class. */
  total: number;
  /** The account whose spread and leverage are shown; null when there is none. */
  account: { id: string; name: string } | null;
  /** The visitor has asked for too much: nothing was looked up. */
  refused: boolean;
}

function loadAssetList(context: LoaderContext): Omit<AssetListData, keyof ContentPageData> {
  const { read, locale, query } = context;
  const accounts = read.list('account-type', locale);
  const account = findListedAccount(accounts);
  const refused = context.search.refused ?? false;
  const index = refused ? buildIndex([], null) : getInstrumentIndex(read, locale);
  const state = parseAssetListState(query);
  const { found, counts, total } = findAssetListRows(index, state);
  const from = (state.page - 1) * state.size;
  if (!refused && state.page > 1 && from >= found.length) throw new NotFound();
  return {
    state,
    shown: buildAssetRows(found.slice(from, from + state.size), accounts, context),
    found: found.length,
    all: index.entries.length,
    counts,
    total,
    account: account && { id: account.id, name: account.name },
    refused,
  };
}

/** The classes that have a chip; those of the currency pairs follow when these are chosen. */
const mainClasses = ['forex', 'index', 'commodity', 'stock', 'crypto'] as const;
const pairClasses = ['forex-major', 'forex-minor', 'forex-exotic'] as const;

function ClassChips({ data: { state, counts, total } }: { data: AssetListData }) {
  const { t, number } = useCurrentPage();
  const buildChip = (chosen: ListClass | null, count: number) => ({
    name: t('instruments.chip', { name: t(`instruments.classes.${chosen ?? 'all'}`), count: number(count) }),
    path: buildAssetListPath(state, { chosen }),
  });
  const shownPairClasses = state.chosen?.startsWith('forex') ? pairClasses : [];
  const buildClassPath = (one: ListClass | null) => buildAssetListPath(state, { chosen: one });
  return (
    <>
      <TopicChips
        label={t('instruments.classesLabel')}
        topics={[buildChip(null, total), ...mainClasses.map((one) => buildChip(one, counts[one]))]}
        current={buildClassPath(shownPairClasses.length > 0 ? 'forex' : state.chosen)}
      />
      <TopicChips
        label={t('instruments.classes.forex')}
        topics={shownPairClasses.map((one) => buildChip(one, counts[one]))}
        current={buildClassPath(state.chosen)}
      />
    </>
  );
}

function SearchForm({ state }: { state: AssetListState }) {
  const { t, href } = useCurrentPage();
  const parameters = buildAssetListParameters({ ...state, words: '', page: 1 });
  return (
    <form
      role="search"
      aria-label={t('instruments.search')}
      className={styles.form}
      action={href(linkTo('/cfd-asset-list'))}
      method="get"
    >
      <Island
        name="asset-search"
        load="interaction"
        props={{
          label: t('instruments.search'),
          value: state.words,
          maxLength: maxWordsLength,
          action: href(linkTo('/cfd-asset-list')),
          otherParameters: String(parameters),
          results: 'assets-found',
        }}
      />
      {[...parameters].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button className="button">
        <Icon name="search" size={20} />
        {t('search.submit')}
      </button>
    </form>
  );
}

function PageSizes({ state, found }: { state: AssetListState; found: number }) {
  const { t, href, number } = useCurrentPage();
  if (found <= pageSizes[0]) return null;
  return (
    <p className={styles.sizes}>
      {t('instruments.rows')}{' '}
      {pageSizes.map((size) => (
        <a
          key={size}
          href={href(buildAssetListPath(state, { size }))}
          rel="nofollow"
          aria-current={size === state.size ? 'true' : undefined}
        >
          {number(size)}
        </a>
      ))}
    </p>
  );
}

/** Builds the address of all rows of a state as CSV, independent of the shown page. */
function buildDownloadPath(state: AssetListState, locale: string): string {
  const parameters = buildAssetListParameters({ ...state, page: 1, size: pageSizes[0] });
  parameters.set('locale', locale);
  return `/api/instruments.csv?${parameters}`;
}

function Results({ data }: { data: AssetListData }) {
  const page = useCurrentPage();
  const { t, href, number } = page;
  const { state, shown, found, all, account } = data;
  if (shown.length === 0)
    return (
      <div className={styles.nothing} role="status">
        <p>{t('instruments.nothing', { words: state.words || t(`instruments.classes.${state.chosen ?? 'all'}`) })}</p>
        <p>
          <a href={href(linkTo('/cfd-asset-list'))}>{t('instruments.showAll', { count: number(all) })}</a>
        </p>
      </div>
    );
  const count =
    found === all
      ? t('instruments.all', { count: all, amount: number(all) })
      : t('instruments.found', { count: found, amount: number(found), all: number(all) });
  const first = href(buildAssetListPath(state, { page: 1 }));
  return (
    <>
      <AssetTable state={state} rows={shown} account={account} caption={count} />
      <div className={styles.foot}>
        <Pagination
          totalItems={found}
          itemsPerPage={state.size}
          modelValue={state.page}
          linkUrl={`${first}${first.includes('?') ? '&' : '?'}page=[page]`}
          firstPageUrl={first}
          {...getPaginationTexts(page)}
        />
        <PageSizes state={state} found={found} />
        <a
          className={styles.download}
          href={buildDownloadPath(state, page.locale)}
          rel="nofollow"
          download="instruments.csv"
        >
          <Icon name="download" size={20} />
          {t('instruments.download', { count: found, amount: number(found) })}
        </a>
      </div>
    </>
  );
}

function AssetListPage({ data }: { data: AssetListData }) {
  const { t } = useCurrentPage();
  return (
    <ToolPage data={data}>
      <SearchForm state={data.state} />
      {/* The search field replaces this element's content while the visitor types. */}
      <div id="assets-found" className={styles.found}>
        {data.refused ? (
          <p role="alert">{t('search.pageRefused')}</p>
        ) : (
          <>
            <ClassChips data={data} />
            <Results data={data} />
          </>
        )}
      </div>
    </ToolPage>
  );
}

export const assetListPage = createContentPage<AssetListData>('cfd-asset-list', {
  kind: 'asset-list',
  query: assetListQuery,
  middleware: ['page-number'],
  // Typed words are unlimited, so only the list without parameters is cached.
  cached: 'without-query',
  load: loadAssetList,
  head: (_, { query, path }) => (query.size > 0 ? { noindex: true, canonical: path } : {}),
  Component: AssetListPage,
});
