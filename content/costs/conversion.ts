/** Amounts from one currency to another, at the reference prices of the currency pairs. */
import {
  type CostField,
  type CostProblem,
  type CostResult,
  type Money,
  type RatePair,
  failure,
  success,
} from './cost-types.ts';
import { type Exact, compare, exact, isPlainDecimal, over, roundedTo, shortest, significant, times } from './exact.ts';

export interface RateStep {
  /** Symbol of the pair. */
  symbol: string;
  /** Its price, in plain digits. */
  price: string;
  from: string;
  to: string;
  /** False where the pair quotes the other way round: the amount is divided by its price. */
  multiplies: boolean;
}

/** How an amount gets from one currency to another. No steps: both are the same. */
export interface RatePath {
  from: string;
  to: string;
  steps: RateStep[];
  /** What one unit of `from` is in `to`, rounded to six digits that say something. For display: amounts are converted exactly. */
  rate: string;
}

/** Currencies without minor units (ISO 4217) among those that are traded; all others have two decimals. */
const wholeCurrencies: ReadonlySet<string> = new Set(['JPY', 'KRW', 'VND', 'CLP', 'ISK']);

/** Decimals of amounts in a currency. */
export function minorDigits(currency: string): number {
  return wholeCurrencies.has(currency) ? 0 : 2;
}

/** An amount rounded half away from zero to the currency's minor units. */
export function money(value: Exact, currency: string): Money {
  return { currency, amount: roundedTo(value, minorDigits(currency)) };
}

/** Digits of a rate that is shown. */
const rateDigits = 6;

/** Where two ways are equally short, the one through the first of these is taken; after them by the alphabet. */
const preferred: readonly string[] = ['USD', 'EUR', 'GBP'];

function rank(currency: string): number {
  return preferred.includes(currency) ? preferred.indexOf(currency) : preferred.length;
}

function byPreference(one: string, other: string): number {
  return rank(one) - rank(other) || (one < other ? -1 : 1);
}

/** A pair, and the direction in which it is used. */
interface Edge {
  pair: RatePair;
  to: string;
  multiplies: boolean;
}

/** The pairs that lead away from a currency, one for each currency that they lead to. One that quotes as asked comes before an inverted one. */
function edgesFrom(currency: string, pairs: readonly RatePair[]): Edge[] {
  const edges = new Map<string, Edge>();
  for (const pair of pairs) {
    const { baseCurrency, quoteCurrency } = pair;
    const multiplies = baseCurrency === currency;
    if (baseCurrency === null || (!multiplies && quoteCurrency !== currency)) continue;
    const to = multiplies ? quoteCurrency : baseCurrency;
    const known = edges.get(to);
    if (!known || (multiplies && !known.multiplies)) edges.set(to, { pair, to, multiplies });
  }
  return [...edges.values()].toSorted((one, other) => byPreference(one.to, other.to));
}

function listSteps(from: string, way: readonly Edge[]): RateStep[] {
  return way.map(({ pair: { symbol, referencePrice }, to, multiplies }, index) => ({
    symbol,
    price: shortest(exact(referencePrice), 0, 8),
    from: way[index - 1]?.to ?? from,
    to,
    multiplies,
  }));
}

function applySteps(steps: readonly RateStep[], amount: Exact): Exact {
  return steps.reduce(
    (sum, { price, multiplies }) => (multiplies ? times(sum, exact(price)) : over(sum, exact(price))),
    amount,
  );
}

/**
 * The shortest way from one currency to another: directly, inverted, through a third currency, or through more.
 * @param pairs the currency pairs, whose prices are above zero.
 * @returns null when no way leads there.
 */
export function ratePath(from: string, to: string, pairs: readonly RatePair[]): RatePath | null {
  if (from === to) return { from, to, steps: [], rate: '1' };
  const reached = new Set([from]);
  let ways: Edge[][] = [[]];
  while (ways.length > 0) {
    const longer: Edge[][] = [];
    for (const way of ways)
      for (const edge of edgesFrom(way.at(-1)?.to ?? from, pairs)) {
        if (reached.has(edge.to)) continue;
        reached.add(edge.to);
        longer.push([...way, edge]);
      }
    const found = longer.find((way) => way.at(-1)?.to === to);
    if (found) {
      const steps = listSteps(from, found);
      return { from, to, steps, rate: significant(applySteps(steps, exact(1)), rateDigits) };
    }
    ways = longer;
  }
  return null;
}

/** An amount on its way along a path, unrounded. */
export function along(path: RatePath, amount: Exact): Exact {
  return applySteps(path.steps, amount);
}

export interface Conversion {
  amount: Money;
  result: Money;
  path: RatePath;
}

/** Largest amount that a question may name. */
const most = '1000000000000';

/**
 * Reads an amount or a price of a question: above zero, at most a million millions.
 * @param text what was asked, in plain digits if it is right.
 */
export function readPositive(field: CostField, text: string): CostResult<Exact> {
  if (!isPlainDecimal(text)) return failure({ field, code: 'not-a-number' });
  const value = exact(text);
  if (compare(value, 0) <= 0) return failure({ field, code: 'not-positive' });
  if (compare(value, exact(most)) > 0) return failure({ field, code: 'too-large', limit: most });
  return success(value);
}

/** Converts an amount of money. @param amount in plain digits; what it has beyond minor units counts. */
export function convert(
  { amount, from, to }: { amount: string; from: string; to: string },
  pairs: readonly RatePair[],
): CostResult<Conversion> {
  const known = new Set(pairs.flatMap(({ baseCurrency, quoteCurrency }) => [baseCurrency, quoteCurrency]));
  const value = readPositive('amount', amount);
  const problems: CostProblem[] = value.ok ? [] : value.problems;
  if (!known.has(from)) problems.push({ field: 'currency', code: 'unknown' });
  if (!known.has(to)) problems.push({ field: 'to', code: 'unknown' });
  if (!value.ok || problems.length > 0) return failure(...problems);
  const path = ratePath(from, to, pairs);
  if (!path) return failure({ field: 'to', code: 'no-rate' });
  return success({ amount: money(value.value, from), result: money(along(path, value.value), to), path });
}
