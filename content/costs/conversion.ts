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
  roundTo,
  formatShortest,
  formatSignificant,
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

/** Counts the decimals of amounts in a currency. */
export function countMinorDigits(currency: string): number {
  return wholeCurrencies.has(currency) ? 0 : 2;
}

/** Rounds an amount half away from zero to the currency's minor units. */
export function toMoney(value: Exact, currency: string): Money {
  return { currency, amount: roundTo(value, countMinorDigits(currency)) };
}

/** Significant digits of a displayed rate. */
const rateDigits = 6;

/** Of equally short paths, the one through the first of these currencies wins; alphabetical order decides between the others. */
const preferredCurrencies: readonly string[] = ['USD', 'EUR', 'GBP'];

function rankCurrency(currency: string): number {
  return preferredCurrencies.includes(currency) ? preferredCurrencies.indexOf(currency) : preferredCurrencies.length;
}

function compareByPreference(one: string, other: string): number {
  return rankCurrency(one) - rankCurrency(other) || (one < other ? -1 : 1);
}

/** A pair, and the direction in which it is used. */
interface Edge {
  pair: RatePair;
  to: string;
  multiplies: boolean;
}

/** Finds the pairs that contain a currency, one for each other currency. A direct pair is preferred to an inverted one. */
function findEdges(currency: string, pairs: readonly RatePair[]): Edge[] {
  const edges = new Map<string, Edge>();
  for (const pair of pairs) {
    const { baseCurrency, quoteCurrency } = pair;
    const multiplies = baseCurrency === currency;
    if (baseCurrency === null || (!multiplies && quoteCurrency !== currency)) continue;
    const to = multiplies ? quoteCurrency : baseCurrency;
    const existing = edges.get(to);
    if (!existing || (multiplies && !existing.multiplies)) edges.set(to, { pair, to, multiplies });
  }
  return [...edges.values()].toSorted((one, other) => compareByPreference(one.to, other.to));
}

function listSteps(from: string, route: readonly Edge[]): RateStep[] {
  return route.map(({ pair: { symbol, referencePrice }, to, multiplies }, index) => ({
    symbol,
    price: formatShortest(exact(referencePrice), 0, 8),
    from: route[index - 1]?.to ?? from,
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
 * Finds the shortest path from one currency to another: direct, inverted, or through other currencies.
 * @param pairs the currency pairs, whose prices are above zero.
 * @returns null when there is no path.
 */
export function findRatePath(from: string, to: string, pairs: readonly RatePair[]): RatePath | null {
  if (from === to) return { from, to, steps: [], rate: '1' };
  const reached = new Set([from]);
  let routes: Edge[][] = [[]];
  while (routes.length > 0) {
    const longerRoutes: Edge[][] = [];
    for (const route of routes)
      for (const edge of findEdges(route.at(-1)?.to ?? from, pairs)) {
        if (reached.has(edge.to)) continue;
        reached.add(edge.to);
        longerRoutes.push([...route, edge]);
      }
    const foundRoute = longerRoutes.find((route) => route.at(-1)?.to === to);
    if (foundRoute) {
      const steps = listSteps(from, foundRoute);
      return { from, to, steps, rate: formatSignificant(applySteps(steps, exact(1)), rateDigits) };
    }
    routes = longerRoutes;
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
const maxAmount = '1000000000000';

/**
 * Parses an amount or a price: above zero, at most a million millions.
 * @param text as the visitor typed it; valid in plain digits only.
 */
export function readPositive(field: CostField, text: string): CostResult<Exact> {
  if (!isPlainDecimal(text)) return failure({ field, code: 'not-a-number' });
  const value = exact(text);
  if (compare(value, 0) <= 0) return failure({ field, code: 'not-positive' });
  if (compare(value, exact(maxAmount)) > 0) return failure({ field, code: 'too-large', limit: maxAmount });
  return success(value);
}

/** Converts an amount of money. @param amount in plain digits; digits beyond the minor units count. */
export function convert(
  { amount, from, to }: { amount: string; from: string; to: string },
  pairs: readonly RatePair[],
): CostResult<Conversion> {
  const knownCurrencies = new Set(pairs.flatMap(({ baseCurrency, quoteCurrency }) => [baseCurrency, quoteCurrency]));
  const value = readPositive('amount', amount);
  const problems: CostProblem[] = value.ok ? [] : value.problems;
  if (!knownCurrencies.has(from)) problems.push({ field: 'currency', code: 'unknown' });
  if (!knownCurrencies.has(to)) problems.push({ field: 'to', code: 'unknown' });
  if (!value.ok || problems.length > 0) return failure(...problems);
  const path = findRatePath(from, to, pairs);
  if (!path) return failure({ field: 'to', code: 'no-rate' });
  return success({ amount: toMoney(value.value, from), result: toMoney(convertAlong(path, value.value), to), path });
}
