/** Formats the figures of an instrument: a true minus, the locale's separators, no line break between number and unit. */
import type { Instrument } from '../../content/model.ts';
import type { InstrumentTerms } from '../../content/model-instruments.ts';
import { type FigureTexts, countDigits } from './figure.ts';

const maxDigits = 8;

/** Finds the costs of an instrument on an account; null when the account does not have it. */
export function findTerms(instrument: Instrument, account: string | null): InstrumentTerms | null {
  return instrument.terms.find((terms) => terms.account === account) ?? null;
}

/** Calculates the average spread as a share of the price, which compares instruments of all classes. 0.01 is one percent. */
export function calculateSpreadShare({ pipSize, referencePrice }: Instrument, { spread }: InstrumentTerms): number {
  return (spread * pipSize) / referencePrice;
}

/** Formats a spread in the unit that traders use. @param spread in pips of the instrument. */
export function formatSpread(instrument: Instrument, spread: number, { t, number }: FigureTexts): string {
  const { assetClass, pipSize, tickSize, quoteCurrency } = instrument;
  const plain = () => number(spread, Math.max(1, countDigits(spread)));
  if (assetClass.startsWith('forex')) return t('instruments.pips', { amount: plain() });
  if (assetClass === 'index') return t('instruments.points', { amount: plain() });
  const amount = Number((spread * pipSize).toFixed(maxDigits));
  const digits = Math.max(2, Math.min(countDigits(amount), countDigits(tickSize) + 1));
  return t('instruments.money', { currency: quoteCurrency, amount: number(amount, digits) });
}

/** Formats the average spread as a percentage of the price, rounded to two significant digits. */
export function formatShare(instrument: Instrument, terms: InstrumentTerms, { t, number }: FigureTexts): string {
  const percent = Number((calculateSpreadShare(instrument, terms) * 100).toPrecision(2));
  return t('instruments.percent', { amount: number(percent, countDigits(percent)) });
}

/** Formats the size of one lot. */
export function formatContract(instrument: Instrument, { t, number }: FigureTexts): string {
  const { assetClass, contractSize, contractUnit, baseCurrency } = instrument;
  const amount = number(contractSize, countDigits(contractSize));
  if (assetClass === 'crypto' && contractUnit === 'base')
    return t('instruments.coins', { currency: baseCurrency ?? '', amount });
  if (contractUnit === 'base') return t('instruments.money', { currency: baseCurrency ?? '', amount });
  return t(`instruments.units.${contractUnit}`, { count: contractSize, amount });
}

/** Formats the swap of one night. US dollars have no unit here, because the table's caption gives it; a yearly rate has its percent sign. */
export function formatSwap({ swapUnit }: Instrument, value: number, { t, number }: FigureTexts): string {
  return swapUnit === 'usd-per-lot'
    ? number(value, Math.max(2, countDigits(value)))
    : t('instruments.percent', { amount: number(value, Math.max(1, countDigits(value))) });
}
