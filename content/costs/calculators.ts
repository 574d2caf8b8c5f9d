/** The calculators for an order: pip value, margin, profit and loss, position size, swap. `conversion.ts` converts amounts. */
import { convertAlong, toMoney, readPositive } from './conversion.ts';
import { type BookedNight, type BillQuestion, bookNights, readNights, computeSwap, sumSwaps } from './cost-bill.ts';
import { type CostResult, type Money, type Side, failure, success } from './cost-types.ts';
import { compare, exact, floorTo, subtract, divide, add, formatShortest, multiply } from './exact.ts';
import { tradesOn, findWeekdayName } from './swap-nights.ts';
import {
  type Trade,
  type TradeQuestion,
  type TwoAmounts,
  toBothCurrencies,
  readTerms,
  readTrade,
  findSmallestUnit,
  calculateValue,
} from './trade.ts';

/** Every answer contains the trade, so that a page can show the formula with its numbers. */
interface CalculatorAnswer {
  trade: Trade;
}

/** Calculates the value of one pip. */
export function calculatePipValue(question: TradeQuestion): CostResult<CalculatorAnswer & { value: TwoAmounts }> {
  const read = readTrade(question);
  if (!read.ok) return read;
  const trade = read.value;
  return success({ trade, value: toBothCurrencies(trade, calculateValue(trade, trade.instrument.pipSize)) });
}

export interface MarginAnswer extends CalculatorAnswer {
  position: TwoAmounts;
  margin: TwoAmounts;
  leverage: number;
}

/** Calculates the margin of an open position, at the highest leverage of the account. */
export function calculateMargin(question: TradeQuestion): CostResult<MarginAnswer> {
  const read = readTrade(question);
  if (!read.ok) return read;
  const trade = read.value;
  const value = calculateValue(trade, trade.instrument.referencePrice);
  const { leverage } = trade.terms;
  return success({
    trade,
    position: toBothCurrencies(trade, value),
    margin: toBothCurrencies(trade, divide(value, leverage)),
    leverage,
  });
}

export interface ProfitQuestion extends TradeQuestion {
  side: Side;
  /** Prices in plain digits. */
  open: string;
  close: string;
}

export interface ProfitAnswer extends CalculatorAnswer {
  open: string;
  close: string;
  /** Price difference in the direction of the trade, in pips. */
  pips: string;
  result: TwoAmounts;
}

/** Calculates the profit or loss of a price move, without spread, commission and swap. The reference price converts it. */
export function calculateProfit(question: ProfitQuestion): CostResult<ProfitAnswer> {
  const read = readTrade(question);
  const open = readPositive('open', question.open);
  const close = readPositive('close', question.close);
  if (!read.ok || !open.ok || !close.ok)
    return failure(...[read, open, close].flatMap((one) => (one.ok ? [] : one.problems)));
  const trade = read.value;
  const priceMove = multiply(subtract(close.value, open.value), question.side === 'long' ? 1 : -1);
  return success({
    trade,
    open: formatShortest(open.value, 0, 12),
    close: formatShortest(close.value, 0, 12),
    pips: formatShortest(divide(priceMove, trade.instrument.pipSize), 0, 4),
    result: toBothCurrencies(trade, calculateValue(trade, priceMove)),
  });
}

export interface SizeQuestion extends Omit<TradeQuestion, 'lots'> {
  /** The largest loss at the stop, in the account's currency, plain digits. */
  risk: string;
  /** Distance of the stop from the opening price, in pips, plain digits. */
  stop: string;
}

export interface SizeAnswer extends CalculatorAnswer {
  /** A multiple of the lot step, rounded down, at most the largest size. */
  lots: string;
  /** Lots before rounding down, four decimals. */
  exactLots: string;
  risk: Money;
  stop: string;
  /** Loss of one lot at the stop: stop and spread in pips times the pip value, plus the commission of both sides. */
  lossOfLot: Money;
  /** Loss of the whole position at the stop. */
  loss: Money;
  /** True when the instrument's largest size limits the position, not the money. */
  capped: boolean;
}

/** Calculates the largest position whose loss at the stop stays within the money at risk. */
export function calculatePositionSize(question: SizeQuestion): CostResult<SizeAnswer> {
  const read = readTerms(question);
  const risk = readPositive('risk', question.risk);
  const stop = readPositive('stop', question.stop);
  if (!read.ok || !risk.ok || !stop.ok)
    return failure(...[read, risk, stop].flatMap((one) => (one.ok ? [] : one.problems)));
  const { instrument, terms, currency } = read.value;
  const { contractSize, pipSize, minimumLots, maximumLots, lotStep } = instrument;
  const lossInQuote = multiply(contractSize, pipSize, add(stop.value, terms.spread));
  const lossOfLot = add(
    convertAlong(read.value.fromQuote, lossInQuote),
    convertAlong(read.value.fromDollar, multiply(2, exact(terms.commission))),
  );
  const affordable = divide(risk.value, lossOfLot);
  const capped = compare(affordable, maximumLots) > 0;
  const lots = floorTo(capped ? exact(maximumLots) : affordable, lotStep);
  if (compare(lots, minimumLots) < 0) {
    const minRisk = multiply(lossOfLot, minimumLots);
    const rounded = exact(toMoney(minRisk, currency).amount);
    // Rounded up, so that the smallest position is possible with the amount in the message.
    const roundedUp = compare(rounded, minRisk) < 0 ? add(rounded, findSmallestUnit(currency)) : rounded;
    return failure({ field: 'risk', code: 'too-little', limit: toMoney(roundedUp, currency).amount });
  }
  return success({
    trade: { ...read.value, lots },
    lots: formatShortest(lots, 0, 8),
    exactLots: formatShortest(affordable, 0, 4),
    risk: toMoney(risk.value, currency),
    stop: formatShortest(stop.value, 0, 12),
    lossOfLot: toMoney(lossOfLot, currency),
    loss: toMoney(multiply(lossOfLot, lots), currency),
    capped,
  });
}

export interface SwapAnswer extends CalculatorAnswer {
  nights: BookedNight[];
  /** Swap of one night, rounded. An evening that books three nights is rounded once. */
  nightSwap: Money;
  swap: Money;
  swapFree: Money;
  /** Swap minus the swap-free days. */
  total: Money;
}

/** Calculates the swap of all nights of a position. */
export function calculateSwap(question: BillQuestion): CostResult<SwapAnswer> {
  const { account, currency, side, from } = question;
  const read = readTrade(question);
  const count = readNights(question.nights);
  const weekend = !tradesOn(findWeekdayName(from), question.instrument.tripleSwapDay);
  if (!read.ok || !count.ok || weekend)
    return failure(
      ...[read, count].flatMap((one) => (one.ok ? [] : one.problems)),
      ...(weekend ? [{ field: 'from', code: 'weekend' } as const] : []),
    );
  const trade = read.value;
  const nights = bookNights(trade, { side, nights: count.value, from, swapFreeDays: account.swapFreeDays });
  const { swap, swapFree } = sumSwaps(nights, currency);
  return success({
    trade,
    nights,
    nightSwap: toMoney(computeSwap(trade, side), currency),
    swap,
    swapFree,
    total: toMoney(add(exact(swap.amount), exact(swapFree.amount)), currency),
  });
}
