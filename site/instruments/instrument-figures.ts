/** The figures of an instrument as a visitor reads them: a true minus, the locale's separators, no line break between number and unit. */
import type { Instrument } from '../../content/model.ts';
import type { InstrumentTerms } from '../../content/model-instruments.ts';
import { type FigureWords, countDigits } from './figure.ts';

const mostDigits = 8;

/** The costs of an instrument on an account; null when the account does not have it. */
export function termsFor(instrument: Instrument, account: string | null): InstrumentTerms | null {
  return instrument.terms.find((terms) => terms.account === account) ?? null;
}

/** The average spread as a share of the price, so that instruments of every class compare. 0.01 is one percent. */
export function spreadShare({ pipSize, referencePrice }: Instrument, { spread }: InstrumentTerms): number {
  return (spread * pipSize) / referencePrice;
}

/** A spread in the unit in which traders speak of it. @param spread in pips of the instrument. */
export function spreadText(instrument: Instrument, spread: number, { t, number }: FigureWords): string {
  const { assetClass, pipSize, tickSize, quoteCurrency } = instrument;
  const plain = () => number(spread, Math.max(1, countDigits(spread)));
  if (assetClass.startsWith('forex')) return t('instruments.pips', { amount: plain() });
  if (assetClass === 'index') return t('instruments.points', { amount: plain() });
  const amount = Number((spread * pipSize).toFixed(mostDigits));
  const digits = Math.max(2, Math.min(countDigits(amount), countDigits(tickSize) + 1));
  return t('instruments.money', { currency: quoteCurrency, amount: number(amount, digits) });
}

/** The average spread as a percentage of the price, rounded to two significant digits. */
export function shareText(instrument: Instrument, terms: InstrumentTerms, { t, number }: FigureWords): string {
  const percent = Number((spreadShare(instrument, terms) * 100).toPrecision(2));
  return t('instruments.percent', { amount: number(percent, countDigits(percent)) });
}

/** The size of one lot. */
export function contractText(instrument: Instrument, { t, number }: FigureWords): string {
  const { assetClass, contractSize, contractUnit, baseCurrency } = instrument;
  const amount = number(contractSize, countDigits(contractSize));
  if (assetClass === 'crypto' && contractUnit === 'base')
    return t('instruments.coins', { currency: baseCurrency ?? '', amount });
  if (contractUnit === 'base') return t('instruments.money', { currency: baseCurrency ?? '', amount });
  return t(`instruments.units.${contractUnit}`, { count: contractSize, amount });
}

/** The swap of one night. US dollars have no unit here, because the table's caption gives it; a yearly rate has its percent sign. */
export function swapText({ swapUnit }: Instrument, value: number, { t, number }: FigureWords): string {
  return swapUnit === 'usd-per-lot'
    ? number(value, Math.max(2, countDigits(value)))
    : t('instruments.percent', { amount: number(value, Math.max(1, countDigits(value))) });
}
