/** The figures of an instrument as a visitor reads them: a true minus, the locale's separators, no line break between number and unit. */
import type { Instrument } from '../../content/model.ts';
import type { InstrumentTerms } from '../../content/model-instruments.ts';
import { type FigureWords as Words, digitsOf } from './figure.ts';

const mostDigits = 8;

/** What an account pays for an instrument; null when the account does not have it. */
export function termsFor(instrument: Instrument, account: string | null): InstrumentTerms | null {
  return instrument.terms.find((terms) => terms.account === account) ?? null;
}

/** The average spread as a share of the price, so that instruments of every class compare. 0.01 is one percent. */
export function spreadShare({ pipSize, referencePrice }: Instrument, { spread }: InstrumentTerms): number {
  return (spread * pipSize) / referencePrice;
}

function figure(value: number, digits: number, { number }: Words): string {
  return number(value, digits);
}

/** The average spread in the unit in which traders speak of it. */
export function spreadText(instrument: Instrument, { spread }: InstrumentTerms, words: Words): string {
  return inUnit(instrument, spread, words);
}

/** The minimum spread, in the same unit. */
export function minimumSpreadText(instrument: Instrument, { minimumSpread }: InstrumentTerms, words: Words): string {
  return inUnit(instrument, minimumSpread, words);
}

/** @param spread in pips of the instrument. */
function inUnit(instrument: Instrument, spread: number, words: Words): string {
  const { assetClass, pipSize, tickSize, quoteCurrency } = instrument;
  if (assetClass.startsWith('forex'))
    return words.t('instruments.pips', { amount: figure(spread, Math.max(1, digitsOf(spread)), words) });
  if (assetClass === 'index')
    return words.t('instruments.points', { amount: figure(spread, Math.max(1, digitsOf(spread)), words) });
  const amount = Number((spread * pipSize).toFixed(mostDigits));
  const digits = Math.max(2, Math.min(digitsOf(amount), digitsOf(tickSize) + 1));
  return words.t('instruments.money', { currency: quoteCurrency, amount: figure(amount, digits, words) });
}

/** The average spread as a percentage of the price, rounded to two digits that say something. */
export function shareText(instrument: Instrument, terms: InstrumentTerms, words: Words): string {
  const percent = Number((spreadShare(instrument, terms) * 100).toPrecision(2));
  return words.t('instruments.percent', { amount: figure(percent, digitsOf(percent), words) });
}

/** The size of one lot. */
export function contractText(instrument: Instrument, words: Words): string {
  const { assetClass, contractSize, contractUnit, baseCurrency } = instrument;
  const amount = figure(contractSize, digitsOf(contractSize), words);
  if (assetClass === 'crypto' && contractUnit === 'base')
    return words.t('instruments.coins', { currency: baseCurrency ?? '', amount });
  if (contractUnit === 'base') return words.t('instruments.money', { currency: baseCurrency ?? '', amount });
  return words.t(`instruments.units.${contractUnit}`, { count: contractSize, amount });
}

/** What a night brings or costs. US dollars stand without their unit, which the table's caption gives; a yearly rate has its percent sign. */
export function swapText({ swapUnit }: Instrument, value: number, words: Words): string {
  return swapUnit === 'usd-per-lot'
    ? figure(value, Math.max(2, digitsOf(value)), words)
    : words.t('instruments.percent', { amount: figure(value, Math.max(1, digitsOf(value)), words) });
}
