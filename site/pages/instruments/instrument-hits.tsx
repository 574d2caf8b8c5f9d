/** Instruments among the results of the site's search: price, spread, hours and the way to the page, before everything else that was found. */
import type { Instrument } from '../../../content/model.ts';
import type { LoaderContext } from '../../page/page-module.ts';
import { linkTo } from '../../route-patterns.ts';
import { useCurrentPage } from '../../ui/current-page.tsx';
import { Sparkline } from '../../ui/tables/Sparkline.tsx';
import { buildAssetRows } from './asset-row.ts';
import { getFigureTexts } from '../../instruments/figure.ts';
import { formatSpread, findTerms } from '../../instruments/instrument-figures.ts';
import { getInstrumentIndex, findMeantInstruments, isWhollyMeant } from '../../instruments/asset-list.ts';
import { findListedAccount } from '../../instruments/find-instruments.ts';
import { formatReference } from './instrument-terms.ts';
import styles from '../search-page.module.css';

export interface InstrumentHit {
  instrument: Instrument;
  /** The average spread on the listed account, with its name; null when that account does not have it. */
  spread: string | null;
  /** The market and its week in UTC; null without a calendar. */
  hours: string | null;
  /** Closes of the last days; null without prices. */
  closes: readonly number[] | null;
}

const maxHits = 3;

/** Finds the instruments that a query means. @param chosen the instrument that a question is about. It is ignored when the whole query names instruments, as “oil” does. */
export function findInstrumentHits(query: string, context: LoaderContext, chosen?: string | null): InstrumentHit[] {
  const { read, locale, t } = context;
  const accounts = read.list('account-type', locale);
  const account = findListedAccount(accounts);
  const index = getInstrumentIndex(read, locale);
  const ids = chosen && !isWhollyMeant(index, query) ? [chosen] : findMeantInstruments(index, query, maxHits);
  return buildAssetRows(ids, accounts, context).map(({ instrument, hours, closes }) => {
    const terms = findTerms(instrument, account?.id ?? null);
    const spread =
      terms &&
      account &&
      t('instruments.hitSpread', {
        spread: formatSpread(instrument, terms.spread, getFigureTexts(locale)),
        account: account.name,
      });
    return { instrument, spread, hours, closes };
  });
}

export function InstrumentHits({ hits }: { hits: readonly InstrumentHit[] }) {
  const page = useCurrentPage();
  const { t, href, moment } = page;
  if (hits.length === 0) return null;
  return (
    <section aria-labelledby="kind-instrument" className={styles.group}>
      <h2 id="kind-instrument">
        {t('instruments.hits')} <span className={styles.count}>{page.number(hits.length)}</span>
      </h2>
      <ul role="list">
        {hits.map(({ instrument, spread, hours, closes }) => (
          <li key={instrument.id}>
            <h3>
              <a href={href(linkTo('/cfd-asset-list/:symbol', { symbol: instrument.id }))}>
                {t('instrument.title', { name: instrument.name, symbol: instrument.symbol })}
              </a>
            </h3>
            <p>
              {closes && <Sparkline points={closes} />}
              {t('instrument.reference')} <b>{formatReference(instrument, page)}</b> ({moment(instrument.pricedAt)}).{' '}
              {spread}
            </p>
            {hours && <p>{hours}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
