/** Converts amounts between currencies, at the reference prices of the currency pairs. */
import {
  type CostField,
  type CostProblem,
  type CostResult,
  type Money,
  type RatePair,
  failure,
  success,
} from './cost-types.ts';
import {
  type Exact,
  compare,
  exact,
  isPlainDecimal,
  divide,
  roundedTo,
  shortest,
  significant,
  multiply,
} from './exact.ts';

export interface RateStep {
  /** Symbol of the pair. */
  symbol: string;
  /** Its price, in plain digits. */
  price: string;
  from: string;
  to: string;
  /** False when the pair quotes the opposite direction: then the amount is divided by its price. */
  multiplies: boolean;
}

/** The conversions from one currency to another. No steps: both are the same. */
export interface RatePath {
  from: string;
  to: string;
  steps: RateStep[];
  /** Value of one unit of `from` in `to`, rounded to six significant digits. For display only: amounts are converted exactly. */
  rate: string;
}

/** The traded currencies without minor units (ISO 4217); all others have two decimals. */
const wholeCurrencies: ReadonlySet<string> = new Set(['JPY', 'KRW', 'VND', 'CLP', 'ISK']);

/** Decimals of amounts in a currency. */
export function minorDigits(currency: string): number {
  return wholeCurrencies.has(currency) ? 0 : 2;
}

/** An amount rounded half away from zero to the currency's minor units. */
export function money(value: Exact, currency: string): Money {
  return { currency, amount: roundedTo(value, minorDigits(currency)) };
}

/** Significant digits of a displayed rate. */
const rateDigits = 6;

/** Among equally short paths, prefer one through the first of these currencies, then alphabetical order. */
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

/** The pairs with a currency, one for each other currency. A direct pair is preferred to an inverted one. */
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
    (sum, { price, multiplies }) => (multiplies ? multiply(sum, exact(price)) : divide(sum, exact(price))),
    amount,
  );
}

/**
 * The shortest path from one currency to another: direct, inverted, or through other currencies.
 * @param pairs the currency pairs, whose prices are above zero.
 * @returns null when there is no path.
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

/** Converts an amount along a path, without rounding. */
export function convertAlong(path: RatePath, amount: Exact): Exact {
  return applySteps(path.steps, amount);
}

export interface Conversion {
  amount: Money;
  result: Money;
  path: RatePath;
}

/** Largest amount that a visitor may enter. */
const most = '1000000000000';

/**
 * Parses an amount or a price: above zero, at most a million millions.
 * @param text as the visitor typed it; valid in plain digits only.
 */
export function readPositive(field: CostField, text: string): CostResult<Exact> {
  if (!isPlainDecimal(text)) return failure({ field, code: 'not-a-number' });
  const value = exact(text);
  if (compare(value, 0) <= 0) return failure({ field, code: 'not-positive' });
  if (compare(value, exact(most)) > 0) return failure({ field, code: 'too-large', limit: most });
  return success(value);
}

/** Converts an amount of money. @param amount in plain digits; digits beyond the minor units count. */
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
  return success({ amount: money(value.value, from), result: money(convertAlong(path, value.value), to), path });
}
