/**
 * Generates the prices of the demonstration: 60 trading days of each instrument, seeded with the name of the instrument or currency. The same
 * instruments and calendars give the same file. The pages say that the prices are invented.
 */
import { tradesOn } from '../../content/hours/open-spans.ts';
import { addDays, findWallTime } from '../../content/hours/zoned-time.ts';
import type { MarketWeek } from '../../content/model-hours.ts';
import type { DailyBar, InstrumentClass } from '../../content/model-instruments.ts';

export interface PricedInstrument {
  symbol: string;
  assetClass: InstrumentClass;
  baseCurrency: string | null;
  quoteCurrency: string;
  tickSize: number;
  /** The close of the last day. */
  referencePrice: number;
  /** ISO date-time. */
  pricedAt: string;
}

export const barsPerInstrument = 60;

/** The daily move of a price, as a share of it: one standard deviation. */
const dailyMove: Record<InstrumentClass, number> = {
  'forex-major': 0.0045,
  'forex-minor': 0.0045,
  'forex-exotic': 0.0065,
  index: 0.0075,
  commodity: 0.011,
  stock: 0.014,
  crypto: 0.022,
};
/** Currencies that move less or more than others, measured in US dollars. */
const currencyMove: Record<string, number> = {
  USD: 0,
  HKD: 0.0002,
  DKK: 0.004,
  CNH: 0.0015,
  SGD: 0.0022,
  TRY: 0.006,
  ZAR: 0.008,
  MXN: 0.007,
  BRL: 0.008,
};
/** The krone is pegged to the euro: it follows the path of the euro with small deviations. */
const peggedTo: Record<string, string> = { DKK: 'EUR' };
const defaultCurrencyMove = 0.0045;

/** Hashes a name with FNV-1a, so that each name has its own seed. */
function hashName(name: string): number {
  let hash = 0x811c9dc5;
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}

/** Generates evenly distributed numbers from 0 up to 1 with Mulberry32. */
function evenNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Generates approximately normally distributed numbers from -6 to 6 as sums of twelve uniform ones, without functions whose last digit depends on the
 * platform.
 */
function spreadNumbers(name: string): () => number {
  const even = evenNumbers(hashName(name));
  return () => Array.from({ length: 12 }, even).reduce((sum, one) => sum + one, 0) - 6;
}

/** Generates the distance of a price from its last close, for each day and the day before the first; the last is 0. */
function drawPath(name: string, move: number): number[] {
  const next = spreadNumbers(name);
  const path = [0];
  // From the last day back.
  for (let day = 0; day < barsPerInstrument; day += 1) path.unshift((path[0] ?? 0) - move * next());
  return path;
}

function currencyPath(currency: string): number[] {
  const anchor = peggedTo[currency];
  if (anchor) {
    const deviation = drawPath(currency, 0.0003);
    return currencyPath(anchor).map((value, index) => value + (deviation[index] ?? 0));
  }
  return drawPath(currency, currencyMove[currency] ?? defaultCurrencyMove);
}

/** Generates the path of an instrument. Both currencies of a pair move, so that crosses agree with the pairs that they are derived from. */
function instrumentPath({ symbol, assetClass, baseCurrency, quoteCurrency }: PricedInstrument): number[] {
  if (!assetClass.startsWith('forex') || baseCurrency === null) return drawPath(symbol, dailyMove[assetClass]);
  const quote = currencyPath(quoteCurrency);
  return currencyPath(baseCurrency).map((value, index) => value - (quote[index] ?? 0));
}

/** Counts the decimals of a tick. */
export function countTickDigits(tickSize: number): number {
  for (let digits = 0; digits < 8; digits += 1) if (Number(tickSize.toFixed(digits)) === tickSize) return digits;
  return 8;
}

/** Lists the latest trading days up to an instant, oldest first. */
function tradingDays(market: MarketWeek, until: number, count: number): string[] {
  const days: string[] = [];
  let date = findWallTime(until, market.zone).date;
  // Bounds the search: a market trades at least one day in seven.
  for (let tried = 0; days.length < count && tried < count * 7; tried += 1, date = addDays(date, -1))
    if (tradesOn(market, date)) days.unshift(date);
  return days;
}

/** Generates the bars, oldest first. The last one closes at the reference price. */
export function generateBars(instrument: PricedInstrument, market: MarketWeek): DailyBar[] {
  const { symbol, assetClass, tickSize, referencePrice, pricedAt } = instrument;
  const digits = countTickDigits(tickSize);
  const round = (price: number) => Number((Math.max(1, Math.round(price / tickSize)) * tickSize).toFixed(digits));
  const path = instrumentPath(instrument);
  const closes = path.map((value) => referencePrice * Math.exp(value));
  const steps = path.slice(1).map((value, index) => Math.abs(value - (path[index] ?? 0)));
  // Wicks and gaps depend on the moves of this instrument, not of its class: a pegged currency has small ones.
  const typicalMove = Math.max(steps.reduce((sum, one) => sum + one, 0) / steps.length, 0.000_02);
  const next = spreadNumbers(`${symbol} days`);
  const gap = assetClass.startsWith('forex') || assetClass === 'crypto' ? 0.05 : 0.35;
  return tradingDays(market, Date.parse(pricedAt), barsPerInstrument).map((date, index) => {
    const before = closes[index] ?? referencePrice;
    const open = round(before * (1 + gap * typicalMove * next()));
    const close = index === barsPerInstrument - 1 ? referencePrice : round(closes[index + 1] ?? referencePrice);
    const high = Math.max(open, close, round(Math.max(open, close) * (1 + 0.5 * typicalMove * Math.abs(next()))));
    const low = Math.min(open, close, round(Math.min(open, close) * (1 - 0.5 * typicalMove * Math.abs(next()))));
    return { date, open, high, low, close };
  });
}
