/** Compares what a month of trades costs on each account: which account is the cheapest, and at which volume another one becomes cheaper. */
import { money } from './conversion.ts';
import { type CostBill, costBill } from './cost-bill.ts';
import {
  type CostAccount,
  type CostInstrument,
  type CostProblem,
  type CostResult,
  type Money,
  type RatePair,
  success,
} from './cost-types.ts';
import { type Exact, compare, exact, subtract, divide, add, roundedTo, multiply } from './exact.ts';

/** Equal trades of one instrument, each opened on a Monday. */
export interface MonthlyTrades {
  instrument: CostInstrument;
  /** Size of each trade, in plain digits. */
  lots: string;
  /** Number of trades in a month. */
  trades: number;
  /** Nights for which each position is held, at most `mostComparedNights`. */
  nights: number;
}

/** The costs of a month on an account, as negative amounts. */
export interface MonthlyCost {
  account: string;
  spread: Money;
  commission: Money;
  /** Swap, before the swap-free days are subtracted. */
  swap: Money;
  total: Money;
}

/** The number of trades, or of nights, from which another account is cheaper while everything else stays the same. */
export interface Tipping {
  row: number;
  kind: 'trades' | 'nights';
  from: number;
  account: string;
}

export interface Comparison {
  /** In the order of the accounts. */
  costs: MonthlyCost[];
  /** Ids of the accounts that cost least: more than one when they cost the same. */
  cheapest: string[];
  tippings: Tipping[];
}

export interface ComparisonQuestion {
  rows: readonly MonthlyTrades[];
  accounts: readonly CostAccount[];
  currency: string;
  pairs: readonly RatePair[];
}

/** A Monday: comparisons have no date. */
const monday = '2026-11-23';
/** The largest number of nights for which a comparison looks for another cheapest account. */
export const mostComparedNights = 60;
/** The largest number of trades a month for which it does. */
const mostTrades = 10_000;

/** The cost of one trade on an account, for any number of nights up to `mostComparedNights`. */
interface TradeCost {
  bill: CostBill;
  /** Swap of the first `nights` nights. */
  sumSwap: (nights: number) => Exact;
  /** Total cost after `nights` nights. */
  sumTotal: (nights: number) => Exact;
}

function tradeCost(row: MonthlyTrades, account: CostAccount, question: ComparisonQuestion): CostResult<TradeCost> {
  const { instrument, lots } = row;
  const { currency, pairs } = question;
  const nights = String(mostComparedNights);
  const read = costBill({ instrument, lots, account, currency, pairs, side: 'long', nights, from: monday });
  if (!read.ok) return read;
  const bill = read.value;
  const sums = [exact(0)];
  for (const { amount, free } of bill.nights)
    sums.push(add(sums.at(-1) ?? exact(0), free ? exact(0) : exact(amount.amount)));
  const entry = add(exact(bill.spread.account.amount), exact(bill.commission.amount));
  const sumSwap = (count: number) => sums[count] ?? exact(0);
  return success({ bill, sumSwap, sumTotal: (count) => add(entry, sumSwap(count)) });
}

/** The indices of the largest: costs are negative, so the largest is the cheapest. */
function findCheapest(totals: readonly Exact[]): number[] {
  const best = totals.reduce((one, other) => (compare(other, one) > 0 ? other : one));
  return totals.flatMap((total, index) => (compare(total, best) === 0 ? [index] : []));
}

function tippingTrades(
  row: MonthlyTrades,
  totals: readonly Exact[],
  units: readonly Exact[],
): { from: number; best: number } | null {
  const [now = 0] = findCheapest(totals);
  const at = (count: number) =>
    totals.map((total, index) => add(total, multiply(units[index] ?? exact(0), count - row.trades)));
  // Costs grow linearly: another account becomes the cheapest where its line crosses that of the cheapest one.
  const crossings = totals.flatMap((total, index) => {
    const faster = subtract(units[index] ?? exact(0), units[now] ?? exact(0));
    if (index === now || compare(faster, 0) <= 0) return [];
    const gap = divide(subtract(totals[now] ?? exact(0), total), faster);
    return [row.trades + Math.floor(Number(roundedTo(gap, 6))) + 1];
  });
  const from = Math.min(...crossings);
  if (from > mostTrades) return null;
  const [best = now] = findCheapest(at(from));
  return best === now ? null : { from, best };
}

/** Compares the accounts. The `row` of a problem is the index of its trades. */
export function compareAccounts(
  question: ComparisonQuestion,
): { ok: true; value: Comparison } | { ok: false; problems: (CostProblem & { row: number })[] } {
  const { rows, accounts, currency } = question;
  const read = rows.map((row) => accounts.map((account) => tradeCost(row, account, question)));
  const problems = read.flatMap((costs, row) => {
    const [wrong] = costs.flatMap((cost) => (cost.ok ? [] : [cost.problems]));
    return (wrong ?? []).map((problem) => ({ ...problem, row }));
  });
  if (problems.length > 0) return { ok: false, problems };
  const costs = read.map((row) => row.flatMap((cost) => (cost.ok ? [cost.value] : [])));
  const month = (of: (cost: TradeCost, row: MonthlyTrades) => Exact, account: number) =>
    add(
      exact(0),
      ...rows.map((row, index) => {
        const cost = costs[index]?.[account];
        return cost ? multiply(of(cost, row), row.trades) : exact(0);
      }),
    );
  const totals = accounts.map((_, index) => month((cost, row) => cost.sumTotal(row.nights), index));
  const cheapest = findCheapest(totals);
  const [now = 0] = cheapest;

  const tippings = rows.flatMap((row, index): Tipping[] => {
    const units = (costs[index] ?? []).map((cost) => cost.sumTotal(row.nights));
    const trades = tippingTrades(row, totals, units);
    const found: Tipping[] = trades
      ? [{ row: index, kind: 'trades', from: trades.from, account: accounts[trades.best]?.id ?? '' }]
      : [];
    for (let nights = row.nights + 1; nights <= mostComparedNights; nights += 1) {
      const changed = totals.map((total, account) => {
        const cost = costs[index]?.[account];
        return cost
          ? add(total, multiply(subtract(cost.sumSwap(nights), cost.sumSwap(row.nights)), row.trades))
          : total;
      });
      const best = findCheapest(changed);
      if (best.includes(now)) continue;
      found.push({ row: index, kind: 'nights', from: nights, account: accounts[best[0] ?? 0]?.id ?? '' });
      break;
    }
    return found;
  });
  return {
    ok: true,
    value: {
      costs: accounts.map(({ id }, index) => ({
        account: id,
        spread: money(
          month(({ bill }) => exact(bill.spread.account.amount), index),
          currency,
        ),
        commission: money(
          month(({ bill }) => exact(bill.commission.amount), index),
          currency,
        ),
        swap: money(
          month((cost, row) => cost.sumSwap(row.nights), index),
          currency,
        ),
        total: money(totals[index] ?? exact(0), currency),
      })),
      cheapest: cheapest.map((index) => accounts[index]?.id ?? ''),
      tippings,
    },
  };
}
