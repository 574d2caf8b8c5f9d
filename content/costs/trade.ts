/** Checks the trade of a calculation: its lots, the terms of its account, and the conversions to the account's currency. */
import type { InstrumentTerms } from '../model-instruments.ts';
import { type RatePath, convertAlong, countMinorDigits, toMoney, findRatePath } from './conversion.ts';
import {
  type CostAccount,
  type CostField,
  type CostInstrument,
  type CostProblem,
  type CostResult,
  type Money,
  type RatePair,
  failure,
  success,
} from './cost-types.ts';
import { type Exact, compare, exact, isWholeMultiple, isPlainDecimal, formatShortest, multiply } from './exact.ts';

export interface TradeQuestion {
  instrument: CostInstrument;
  /** In plain digits, such as `0.5`. */
  lots: string;
  account: CostAccount;
  /** The currency of the account. */
  currency: string;
  /** All currency pairs with their reference prices. */
  pairs: readonly RatePair[];
}

export interface Trade {
  instrument: CostInstrument;
  terms: InstrumentTerms;
  currency: string;
  lots: Exact;
  /** Converts from the currency of the price. Only commission and some swaps are in another currency. */
  fromQuote: RatePath;
  /** Converts from US dollars. */
  fromDollar: RatePath;
}

/** The currency of commissions, and of swaps per lot. */
export const dollar = 'USD';

function formatPlain(value: number): string {
  return formatShortest(exact(value), 0, 8);
}

/** Checks the number of lots. */
export function readLots(
  { minimumLots, maximumLots, lotStep }: CostInstrument,
  lots: string,
  field: CostField = 'lots',
): CostResult<Exact> {
  if (!isPlainDecimal(lots)) return failure({ field, code: 'not-a-number' });
  const value = exact(lots);
  if (compare(value, minimumLots) < 0)
    return failure({ field, code: 'below-minimum', limit: formatPlain(minimumLots) });
  if (compare(value, maximumLots) > 0)
    return failure({ field, code: 'above-maximum', limit: formatPlain(maximumLots) });
  if (!isWholeMultiple(value, lotStep)) return failure({ field, code: 'not-a-step', limit: formatPlain(lotStep) });
  return success(value);
}

/** Checks everything except the lots. */
export function readTerms({
  instrument,
  account,
  currency,
  pairs,
}: Omit<TradeQuestion, 'lots'>): CostResult<Omit<Trade, 'lots'>> {
  const terms = instrument.terms.find((one) => one.account === account.id);
  const fromQuote = findRatePath(instrument.quoteCurrency, currency, pairs);
  const fromDollar = findRatePath(dollar, currency, pairs);
  const problems: CostProblem[] = [];
  if (!terms) problems.push({ field: 'account', code: 'unknown' });
  if (!fromQuote || !fromDollar) problems.push({ field: 'currency', code: 'no-rate' });
  if (!terms || !fromQuote || !fromDollar) return failure(...problems);
  return success({ instrument, terms, currency, fromQuote, fromDollar });
}

/** Checks the lots and all other terms. */
export function readTrade(question: TradeQuestion): CostResult<Trade> {
  const lots = readLots(question.instrument, question.lots);
  const rest = readTerms(question);
  if (!lots.ok || !rest.ok) return failure(...(lots.ok ? [] : lots.problems), ...(rest.ok ? [] : rest.problems));
  return success({ ...rest.value, lots: lots.value });
}

/** Calculates the value of the lots at a price, in the currency of the price. */
export function calculateValue({ instrument, lots }: Pick<Trade, 'instrument' | 'lots'>, price: Exact | number): Exact {
  return multiply(lots, instrument.contractSize, price);
}

/** An amount in the currency of the price and in that of the account. */
export interface TwoAmounts {
  quote: Money;
  account: Money;
}

export function toBothCurrencies(trade: Omit<Trade, 'lots'>, amount: Exact): TwoAmounts {
  return {
    quote: toMoney(amount, trade.instrument.quoteCurrency),
    account: toMoney(convertAlong(trade.fromQuote, amount), trade.currency),
  };
}

/** Finds the smallest amount of a currency: 0.01, for the yen 1. */
export function findSmallestUnit(currency: string): Exact {
  return exact(countMinorDigits(currency) === 0 ? '1' : '0.01');
}
