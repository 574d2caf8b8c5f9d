/** The table of the asset list. On a phone each row has two lines, in the same grid as its header, and no column is hidden. */
import type { Instrument } from '../../../content/model.ts';
import { usePageContext } from '../../ui/page-context.ts';
import { type AssetListState, type SortColumn, assetListPath } from './asset-list-address.ts';
import { termsFor } from './asset-list.ts';
import { contractText, shareText, spreadText, swapText } from './instrument-figures.ts';
import styles from './asset-list.module.css';

interface AssetTableProps {
  state: AssetListState;
  rows: Instrument[];
  /** The account whose spread and leverage are shown. */
  account: { id: string; name: string } | null;
  /** What the rows are, counted. */
  caption: string;
}

/** The columns after the first, which has the symbol and the name. */
const columns = ['spread', 'leverage', 'contract', 'long', 'short'] as const satisfies readonly SortColumn[];

function SortLink({ column, state }: { column: SortColumn; state: AssetListState }) {
  const { t, href } = usePageContext();
  const sorted = state.sort?.column === column ? state.sort : null;
  const descending = sorted !== null && !sorted.descending;
  return (
    <a
      href={href(assetListPath(state, { sort: { column, descending } }))}
      rel="nofollow"
      data-sorted={sorted ? (sorted.descending ? 'down' : 'up') : undefined}
    >
      {t(`instruments.columns.${column}`)}
    </a>
  );
}

/** `aria-sort` of a header cell. */
function ariaSort(state: AssetListState, ...names: SortColumn[]): 'ascending' | 'descending' | undefined {
  if (!state.sort || !names.includes(state.sort.column)) return undefined;
  return state.sort.descending ? 'descending' : 'ascending';
}

export function AssetTable({ state, rows, account, caption }: AssetTableProps) {
  const { t } = usePageContext();
  return (
    <table className={styles.table}>
      <caption>
        {account ? t('instruments.caption', { count: caption, account: account.name }) : caption}
        <span className={styles.legend}>{t('instruments.legend')}</span>
      </caption>
      <thead>
        <tr>
          <th scope="col" aria-sort={ariaSort(state, 'symbol', 'name')}>
            <SortLink column="symbol" state={state} /> <SortLink column="name" state={state} />
          </th>
          {columns.map((column) => (
            <th key={column} scope="col" aria-sort={ariaSort(state, column)}>
              <SortLink column={column} state={state} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((instrument) => (
          <AssetRow key={instrument.id} instrument={instrument} account={account?.id ?? null} />
        ))}
      </tbody>
    </table>
  );
}

function AssetRow({ instrument, account }: { instrument: Instrument; account: string | null }) {
  const page = usePageContext();
  const terms = termsFor(instrument, account);
  const none = <span aria-label={page.t('instruments.none')}>–</span>;
  return (
    <tr>
      <th scope="row">
        <b>{instrument.symbol}</b> <span>{instrument.name}</span>
      </th>
      <td>
        {terms ? (
          <>
            {spreadText(instrument, terms, page)} <small>{shareText(instrument, terms, page)}</small>
          </>
        ) : (
          none
        )}
      </td>
      <td>{terms ? `1:${terms.leverage}` : none}</td>
      <td>{contractText(instrument, page)}</td>
      <td>{swapText(instrument, instrument.swapLong, page)}</td>
      <td>{swapText(instrument, instrument.swapShort, page)}</td>
    </tr>
  );
}
