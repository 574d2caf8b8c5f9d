/** The calculators for an order: pip value, margin, profit and loss, position size, swap. Conversion is in `conversion.ts`. */
import { convertAlong, money, readPositive } from './conversion.ts';
import { type BookedNight, type BillQuestion, bookNights, readNights, nightSwap, swapSums } from './cost-bill.ts';
import { type CostResult, type Money, type Side, failure, success } from './cost-types.ts';
import { compare, exact, flooredTo, subtract, divide, add, shortest, multiply } from './exact.ts';
import { tradesOn, findWeekdayName } from './swap-nights.ts';
import {
  type Trade,
  type TradeQuestion,
  type TwoAmounts,
  inBoth,
  readTerms,
  readTrade,
  smallestUnit,
  valueAt,
} from './trade.ts';

/** Every answer contains the trade, so that a page can show the formula with its numbers. */
interface Answer {
  trade: Trade;
}

/** The value of one pip. */
export function pipValue(question: TradeQuestion): CostResult<Answer & { value: TwoAmounts }> {
  const read = readTrade(question);
  if (!read.ok) return read;
  const trade = read.value;
  return success({ trade, value: inBoth(trade, valueAt(trade, trade.instrument.pipSize)) });
}

export interface MarginAnswer extends Answer {
  position: TwoAmounts;
  margin: TwoAmounts;
  leverage: number;
}

/** The margin of an open position, at the highest leverage of the account. */
export function margin(question: TradeQuestion): CostResult<MarginAnswer> {
  const read = readTrade(question);
  if (!read.ok) return read;
  const trade = read.value;
  const value = valueAt(trade, trade.instrument.referencePrice);
  const { leverage } = trade.terms;
  return success({
    trade,
    position: inBoth(trade, value),
    margin: inBoth(trade, divide(value, leverage)),
    leverage,
  });
}

export interface ProfitQuestion extends TradeQuestion {
  side: Side;
  /** Prices in plain digits. */
  open: string;
  close: string;
}

export interface ProfitAnswer extends Answer {
  open: string;
  close: string;
  /** Price difference in the direction of the trade, in pips. */
  pips: string;
  result: TwoAmounts;
}

/** Profit or loss of a price move, without spread, commission and swap. Converted at the reference price. */
export function profitAndLoss(question: ProfitQuestion): CostResult<ProfitAnswer> {
  const read = readTrade(question);
  const open = readPositive('open', question.open);
  const close = readPositive('close', question.close);
  if (!read.ok || !open.ok || !close.ok)
    return failure(...[read, open, close].flatMap((one) => (one.ok ? [] : one.problems)));
  const trade = read.value;
  const moved = multiply(subtract(close.value, open.value), question.side === 'long' ? 1 : -1);
  return success({
    trade,
    open: shortest(open.value, 0, 12),
    close: shortest(close.value, 0, 12),
    pips: shortest(divide(moved, trade.instrument.pipSize), 0, 4),
    result: inBoth(trade, valueAt(trade, moved)),
  });
}

export interface SizeQuestion extends Omit<TradeQuestion, 'lots'> {
  /** The largest loss at the stop, in the account's currency, plain digits. */
  risk: string;
  /** Distance of the stop from the opening price, in pips, plain digits. */
  stop: string;
}

export interface SizeAnswer extends Answer {
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

/** The largest position whose loss at the stop stays within the money at risk. */
export function positionSize(question: SizeQuestion): CostResult<SizeAnswer> {
  const read = readTerms(question);
  const risk = readPositive('risk', question.risk);
  const stop = readPositive('stop', question.stop);
  if (!read.ok || !risk.ok || !stop.ok)
    return failure(...[read, risk, stop].flatMap((one) => (one.ok ? [] : one.problems)));
  const { instrument, terms, currency } = read.value;
  const { contractSize, pipSize, minimumLots, maximumLots, lotStep } = instrument;
  const atStop = multiply(contractSize, pipSize, add(stop.value, terms.spread));
  const lossOfLot = add(
    convertAlong(read.value.fromQuote, atStop),
    convertAlong(read.value.fromDollar, multiply(2, exact(terms.commission))),
  );
  const wanted = divide(risk.value, lossOfLot);
  const capped = compare(wanted, maximumLots) > 0;
  const lots = flooredTo(capped ? exact(maximumLots) : wanted, lotStep);
  if (compare(lots, minimumLots) < 0) {
    const least = multiply(lossOfLot, minimumLots);
    const rounded = exact(money(least, currency).amount);
    // Rounded up, so that the smallest position is possible with the amount in the message.
    const enough = compare(rounded, least) < 0 ? add(rounded, smallestUnit(currency)) : rounded;
    return failure({ field: 'risk', code: 'too-little', limit: money(enough, currency).amount });
  }
  return success({
    trade: { ...read.value, lots },
    lots: shortest(lots, 0, 8),
    exactLots: shortest(wanted, 0, 4),
    risk: money(risk.value, currency),
    stop: shortest(stop.value, 0, 12),
    lossOfLot: money(lossOfLot, currency),
    loss: money(multiply(lossOfLot, lots), currency),
    capped,
  });
}

export interface SwapAnswer extends Answer {
  nights: BookedNight[];
  /** Swap of one night, rounded. An evening that books three nights is rounded once. */
  ofNight: Money;
  swap: Money;
  swapFree: Money;
  /** Swap minus the swap-free days. */
  total: Money;
}

/** The swap of all nights of a position. */
export function swapCost(question: BillQuestion): CostResult<SwapAnswer> {
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
  const { swap, swapFree } = swapSums(nights, currency);
  return success({
    trade,
    nights,
    ofNight: money(nightSwap(trade, side), currency),
    swap,
    swapFree,
    total: money(add(exact(swap.amount), exact(swapFree.amount)), currency),
  });
}
