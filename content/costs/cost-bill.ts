/** The bill of a position from opening to closing: every line rounded to the account's minor units, and the sum of the lines. */
import { type RatePath, convertAlong, toMoney } from './conversion.ts';
import { type CostResult, type Money, type Side, failure, success } from './cost-types.ts';
import { type Exact, exact, subtract, divide, add, roundTo, multiply } from './exact.ts';
import { type SwapNight, listSwapNights, tradesOn, findWeekdayName } from './swap-nights.ts';
import {
  type Trade,
  type TradeQuestion,
  type TwoAmounts,
  toBothCurrencies,
  readTrade,
  calculateValue,
} from './trade.ts';

export interface BillQuestion extends TradeQuestion {
  side: Side;
  /** Number of evenings, weekends included, on which the position stays open, in plain digits. */
  nights: string;
  /** ISO date of the first evening. */
  from: string;
}

/** The longest time that a bill may cover, in nights. */
export const maxNights = 366;

/** An evening with its swap. Negative amounts are charged, positive ones credited. */
export interface BookedNight extends SwapNight {
  /** Swap before swap-free days; zero at weekends, because another evening books their nights. */
  amount: Money;
  /** True on a swap-free day, which books no swap. */
  free: boolean;
}

/** All amounts are in the account's currency; costs are negative. */
export interface CostBill {
  currency: string;
  position: TwoAmounts;
  margin: TwoAmounts;
  leverage: number;
  /** The whole spread, paid once for opening and closing. */
  spread: TwoAmounts;
  /** The average spread, in pips of the instrument. */
  spreadPips: number;
  /** For opening and closing together. */
  commission: Money;
  /** Commission of one lot and side, in US dollars. */
  commissionRate: number;
  /** Swap of a night that counts once. */
  nightSwap: Money;
  nights: BookedNight[];
  /** Swap of all evenings, before swap-free days. */
  swap: Money;
  /** Correction for swap-free days: positive when a charge is not made. */
  swapFree: Money;
  total: Money;
  /** The total as a percentage of the position, four decimals in plain digits. */
  share: string;
  /** The conversions that the bill needed; empty when everything is in the account's currency. */
  paths: RatePath[];
}

/** The days of a year for yearly rates, by the convention of banks. */
export const rateYearDays = 360;

/** Calculates the unrounded swap of a night in the currency of the account; positive when it is credited. */
export function computeSwap(trade: Trade, side: Side): Exact {
  const { instrument, lots, fromDollar: dollars } = trade;
  const rate = side === 'long' ? instrument.swapLong : instrument.swapShort;
  if (instrument.swapUnit === 'usd-per-lot') return convertAlong(dollars, multiply(lots, rate));
  const value = calculateValue(trade, instrument.referencePrice);
  return convertAlong(trade.fromQuote, divide(multiply(value, rate), 100 * rateYearDays));
}

/** Adds amounts of one currency. */
export function addMoney(amounts: readonly Money[], currency: string): Money {
  return toMoney(add(exact(0), ...amounts.map(({ amount }) => exact(amount))), currency);
}

/** Parses a number of nights. */
export function readNights(nights: string): CostResult<number> {
  if (!/^[0-9]{1,6}$/.test(nights)) return failure({ field: 'nights', code: 'not-whole', limit: String(maxNights) });
  const count = Number(nights);
  return count <= maxNights
    ? success(count)
    : failure({ field: 'nights', code: 'above-maximum', limit: String(maxNights) });
}

/** Lists the evenings of a trade with the swap of each. */
export function bookNights(
  trade: Trade,
  { side, nights, from, swapFreeDays }: { side: Side; nights: number; from: string; swapFreeDays: number },
): BookedNight[] {
  const nightSwap = computeSwap(trade, side);
  const booked = ([0, 1, 3] as const).map(
    (counts) => [counts, toMoney(multiply(nightSwap, counts), trade.currency)] as const,
  );
  const amounts = new Map(booked);
  let free = swapFreeDays;
  return listSwapNights(from, nights, trade.instrument.tripleSwapDay).map((night) => {
    const amount = amounts.get(night.counts) ?? toMoney(exact(0), trade.currency);
    // An evening without swap uses up no swap-free day; one with three nights uses up one.
    const isFree = night.counts > 0 && free > 0;
    if (isFree) free -= 1;
    return { ...night, amount, free: isFree };
  });
}

/** Sums the swap of all nights, and that of the swap-free nights with the opposite sign. */
export function sumSwaps(nights: readonly BookedNight[], currency: string): { swap: Money; swapFree: Money } {
  const freeSum = addMoney(
    nights.filter(({ free: freeDaysLeft }) => freeDaysLeft).map(({ amount }) => amount),
    currency,
  );
  return {
    swap: addMoney(
      nights.map(({ amount }) => amount),
      currency,
    ),
    swapFree: toMoney(subtract(0, exact(freeSum.amount)), currency),
  };
}

/** Calculates the bill of a position, or reports the problems of all fields at once. */
export function calculateBill(question: BillQuestion): CostResult<CostBill> {
  const { instrument, account, currency, side, from } = question;
  const read = readTrade(question);
  const count = readNights(question.nights);
  const weekendProblems = tradesOn(findWeekdayName(from), instrument.tripleSwapDay)
    ? []
    : [{ field: 'from', code: 'weekend' } as const];
  if (!read.ok || !count.ok || weekendProblems.length > 0)
    return failure(...(read.ok ? [] : read.problems), ...(count.ok ? [] : count.problems), ...weekendProblems);

  const trade = read.value;
  const { lots, terms } = trade;
  const value = calculateValue(trade, instrument.referencePrice);
  const position = toBothCurrencies(trade, value);
  const margin = toBothCurrencies(trade, divide(value, terms.leverage));
  const spread = toBothCurrencies(trade, multiply(lots, instrument.contractSize, terms.spread, instrument.pipSize, -1));
  const commission = toMoney(convertAlong(trade.fromDollar, multiply(lots, terms.commission, -2)), currency);
  const nights = bookNights(trade, { side, nights: count.value, from, swapFreeDays: account.swapFreeDays });
  const { swap, swapFree } = sumSwaps(nights, currency);
  const total = addMoney([spread.account, commission, swap, swapFree], currency);
  const share = roundTo(divide(multiply(exact(total.amount), 100), convertAlong(trade.fromQuote, value)), 4);
  const dollars = terms.commission > 0 || (instrument.swapUnit === 'usd-per-lot' && nights.length > 0);
  const paths = [trade.fromQuote, ...(dollars && instrument.quoteCurrency !== 'USD' ? [trade.fromDollar] : [])];
  return success({
    currency,
    position,
    margin,
    leverage: terms.leverage,
    spread,
    spreadPips: terms.spread,
    commission,
    commissionRate: terms.commission,
    nightSwap: toMoney(computeSwap(trade, side), currency),
    nights,
    swap,
    swapFree,
    total,
    share,
    paths: paths.filter(({ steps }) => steps.length > 0),
  });
}
