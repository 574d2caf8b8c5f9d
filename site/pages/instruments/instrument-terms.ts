/** Formats the terms of a contract, for the page of an instrument and for the rows of the list. */
import type { AccountType, Instrument } from '../../../content/model.ts';
import { readWeekdayName } from '../../i18n/day-names.ts';
import type { CurrentPage } from '../../ui/current-page.tsx';
import { countDigits } from '../../instruments/figure.ts';
import { formatContract, formatShare, formatSpread, findTerms } from '../../instruments/instrument-figures.ts';

type Words = Pick<CurrentPage, 't' | 'number' | 'locale'>;

/** Formats a price with the decimals of its tick. */
export function formatPrice({ tickSize }: Instrument, price: number, words: Pick<Words, 'number'>): string {
  return words.number(price, countDigits(tickSize));
}

/** Formats the reference price with its currency. */
export function formatReference(instrument: Instrument, words: Pick<Words, 't' | 'number'>): string {
  const { quoteCurrency: currency, referencePrice } = instrument;
  return words.t('instruments.money', { currency, amount: formatPrice(instrument, referencePrice, words) });
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

function formatTripleDay({ tripleSwapDay }: Instrument, { t, locale }: Words): string {
  if (tripleSwapDay === 'none') return t('instrument.tripleNone');
  return t('instrument.tripleOn', { day: readWeekdayName(weekdays.indexOf(tripleSwapDay), locale) });
}

function formatNightSwap(instrument: Instrument, value: number, words: Words): string {
  const usd = instrument.swapUnit === 'usd-per-lot';
  const amount = words.number(value, Math.max(usd ? 2 : 1, countDigits(value)));
  return words.t(usd ? 'instrument.swapUsd' : 'instrument.swapPercent', { amount });
}

/** Lists the facts that are the same for every account, as names and values. */
export function listContractFacts(instrument: Instrument, words: Words): [name: string, value: string][] {
  const { t } = words;
  const format = (value: number) => words.number(value, countDigits(value));
  const { assetClass, quoteCurrency, tickSize, pipSize, minimumLots, maximumLots, lotStep } = instrument;
  // For other classes the spread is in whole points or an amount of money.
  const steps: [string, string][] = assetClass.startsWith('forex') ? [[t('instrument.pip'), format(pipSize)]] : [];
  return [
    [t('instrument.class'), t(`instruments.classes.${assetClass}`)],
    [t('instruments.columns.contract'), formatContract(instrument, words)],
    [t('instrument.priced'), quoteCurrency],
    [t('instrument.tick'), format(tickSize)],
    ...steps,
    [
      t('instrument.lots'),
      t('instrument.lotsText', { least: format(minimumLots), most: format(maximumLots), step: format(lotStep) }),
    ],
    [t('instrument.swapLong'), formatNightSwap(instrument, instrument.swapLong, words)],
    [t('instrument.swapShort'), formatNightSwap(instrument, instrument.swapShort, words)],
    [t('instrument.triple'), formatTripleDay(instrument, words)],
  ];
}

interface CostTable {
  columns: { name: string; note: null; highlighted: boolean }[];
  rows: { label: string; hint: string | null; values: { plain: string }[] }[];
}

/** Lists the costs of an instrument on each account that has it. */
export function buildCostTable(
  instrument: Instrument,
  accounts: readonly Pick<AccountType, 'id' | 'name' | 'highlighted'>[],
  words: Words,
): CostTable {
  const { t } = words;
  const columns = accounts.flatMap((account) => {
    const terms = findTerms(instrument, account.id);
    return terms ? [{ account, terms }] : [];
  });
  const toRow = (label: string, hint: string | null, value: (terms: (typeof columns)[number]['terms']) => string) => ({
    label,
    hint,
    values: columns.map(({ terms }) => ({ plain: value(terms) })),
  });
  return {
    columns: columns.map(({ account: { name, highlighted } }) => ({ name, note: null, highlighted })),
    rows: [
      toRow(t('instrument.average'), null, (terms) => formatSpread(instrument, terms.spread, words)),
      toRow(t('instrument.share'), null, (terms) => formatShare(instrument, terms, words)),
      toRow(t('instrument.minimum'), null, (terms) => formatSpread(instrument, terms.minimumSpread, words)),
      toRow(t('instrument.commission'), t('instrument.commissionUnit'), ({ commission }) =>
        commission === 0
          ? t('instrument.commissionNone')
          : t('instrument.commissionText', { amount: words.number(commission, 2) }),
      ),
      toRow(t('instrument.leverage'), null, ({ leverage }) => `1:${leverage}`),
    ],
  };
}

/** Lists the same costs as a line for each account. */
export function listAccountCosts(
  instrument: Instrument,
  accounts: readonly Pick<AccountType, 'id' | 'name'>[],
  words: Words,
): string[] {
  return accounts.flatMap(({ id, name }) => {
    const terms = findTerms(instrument, id);
    if (!terms) return [];
    const { commission, leverage } = terms;
    const costs = {
      account: name,
      spread: formatSpread(instrument, terms.spread, words),
      minimum: formatSpread(instrument, terms.minimumSpread, words),
      leverage: String(leverage),
    };
    return commission === 0
      ? words.t('instruments.rowCosts', costs)
      : words.t('instruments.rowCostsCommission', { ...costs, amount: words.number(commission, 2) });
  });
}
