/** The table of the asset list. On a phone each row has two lines, in the same grid as its header, and no column is hidden. */
import { linkTo } from '../../route-patterns.ts';
import { Sparkline } from '../../ui/tables/Sparkline.tsx';
import { useCurrentPage } from '../../ui/current-page.tsx';
import { type AssetListState, type SortColumn, buildAssetListPath } from '../../instruments/asset-list-address.ts';
import {
  formatContract,
  formatShare,
  formatSpread,
  formatSwap,
  findTerms,
} from '../../instruments/instrument-figures.ts';
import type { AssetRowData } from './asset-row.ts';
import styles from './asset-list.module.css';

interface AssetTableProps {
  state: AssetListState;
  rows: AssetRowData[];
  /** The account whose spread and leverage are shown. */
  account: { id: string; name: string } | null;
  /** The caption, with the number of rows. */
  caption: string;
}

/** The columns after the first, which has the symbol and the name. */
const columns = ['spread', 'leverage', 'contract', 'long', 'short'] as const satisfies readonly SortColumn[];

function SortLink({ column, state }: { column: SortColumn; state: AssetListState }) {
  const { t, href } = useCurrentPage();
  const sorted = state.sort?.column === column ? state.sort : null;
  const descending = sorted !== null && !sorted.descending;
  return (
    <a
      href={href(buildAssetListPath(state, { sort: { column, descending } }))}
      rel="nofollow"
      data-sorted={sorted ? (sorted.descending ? 'down' : 'up') : undefined}
    >
      {t(`instruments.columns.${column}`)}
    </a>
  );
}

/** `aria-sort` of a header cell. */
function findAriaSort(state: AssetListState, ...names: SortColumn[]): 'ascending' | 'descending' | undefined {
  if (!state.sort || !names.includes(state.sort.column)) return undefined;
  return state.sort.descending ? 'descending' : 'ascending';
}

export function AssetTable({ state, rows, account, caption }: AssetTableProps) {
  const { t } = useCurrentPage();
  return (
    <table className={styles.table}>
      <caption>
        {account ? t('instruments.caption', { count: caption, account: account.name }) : caption}
        <span className={styles.legend}>{t('instruments.legend')}</span>
      </caption>
      <thead>
        <tr>
          <th scope="col" aria-sort={findAriaSort(state, 'symbol', 'name')}>
            <SortLink column="symbol" state={state} /> <SortLink column="name" state={state} />
          </th>
          {columns.map((column) => (
            <th key={column} scope="col" aria-sort={findAriaSort(state, column)}>
              <SortLink column={column} state={state} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <AssetRow key={row.instrument.id} row={row} account={account?.id ?? null} />
        ))}
      </tbody>
    </table>
  );
}

/** The second row is closed until the mark in the first one is opened: a rule of CSS, so it needs no script. */
function AssetRow({ row, account }: { row: AssetRowData; account: string | null }) {
  const page = useCurrentPage();
  const { t, href } = page;
  const { instrument, costs, hours, closes } = row;
  const { id, symbol, name, swapLong, swapShort } = instrument;
  const terms = findTerms(instrument, account);
  const none = <span aria-label={t('instruments.none')}>–</span>;
  const address = href(linkTo('/cfd-asset-list/:symbol', { symbol: id }));
  return (
    <>
      <tr>
        <th scope="row">
          <details>
            <summary aria-label={t('instruments.more', { symbol })} />
          </details>
          <a href={address}>
            <b>{symbol}</b> <span>{name}</span>
          </a>
        </th>
        <td>
          {terms ? (
            <>
              {formatSpread(instrument, terms.spread, page)} <small>{formatShare(instrument, terms, page)}</small>
            </>
          ) : (
            none
          )}
        </td>
        <td>{terms ? `1:${terms.leverage}` : none}</td>
        <td>{formatContract(instrument, page)}</td>
        <td>{formatSwap(instrument, swapLong, page)}</td>
        <td>{formatSwap(instrument, swapShort, page)}</td>
      </tr>
      <tr data-more="">
        <td colSpan={columns.length + 1}>
          {costs.map((line) => (
            <p key={line}>{line}</p>
          ))}
          {hours && <p>{hours}</p>}
          <p>
            {closes && <Sparkline points={closes} />} <a href={address}>{t('instruments.rowPage', { name })}</a>
          </p>
        </td>
      </tr>
    </>
  );
}
