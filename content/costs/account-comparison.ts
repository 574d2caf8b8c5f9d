/** Compares what a month of trades costs on each account: which account is the cheapest, and at which volume another one becomes cheaper. */
import { toMoney } from './conversion.ts';
import { type CostBill, calculateBill } from './cost-bill.ts';
import {
  type CostAccount,
  type CostInstrument,
  type CostProblem,
  type CostResult,
  type Money,
  type RatePair,
  success,
} from './cost-types.ts';
import { type Exact, compare, exact, subtract, divide, add, roundTo, multiply } from './exact.ts';

/** Equal trades of one instrument, each opened on a Monday. */
export interface MonthlyTrades {
  instrument: CostInstrument;
  /** Size of each trade, in plain digits. */
  lots: string;
  /** Number of trades in a month. */
  trades: number;
  /** Nights for which each position is held, at most `maxComparedNights`. */
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
export interface TippingPoint {
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
  tippingPoints: TippingPoint[];
}

export interface ComparisonQuestion {
  rows: readonly MonthlyTrades[];
  accounts: readonly CostAccount[];
  currency: string;
  pairs: readonly RatePair[];
}

/** An arbitrary Monday, because comparisons have no date. */
const monday = '2026-11-23';
/** The largest number of nights for which a comparison looks for another cheapest account. */
export const maxComparedNights = 60;
/** The largest number of trades a month for which a comparison looks for another cheapest account. */
const maxTrades = 10_000;

/** The cost of one trade on an account, for any number of nights up to `maxComparedNights`. */
interface TradeCost {
  bill: CostBill;
  /** Swap of the first `nights` nights. */
  sumSwap: (nights: number) => Exact;
  /** Total cost after `nights` nights. */
  sumTotal: (nights: number) => Exact;
}

function calculateTradeCost(
  row: MonthlyTrades,
  account: CostAccount,
  question: ComparisonQuestion,
): CostResult<TradeCost> {
  const { instrument, lots } = row;
  const { currency, pairs } = question;
  const nights = String(maxComparedNights);
  const billResult = calculateBill({ instrument, lots, account, currency, pairs, side: 'long', nights, from: monday });
  if (!billResult.ok) return billResult;
  const bill = billResult.value;
  const sums = [exact(0)];
  for (const { amount, free } of bill.nights)
    sums.push(add(sums.at(-1) ?? exact(0), free ? exact(0) : exact(amount.amount)));
  const entry = add(exact(bill.spread.account.amount), exact(bill.commission.amount));
  const sumSwap = (count: number) => sums[count] ?? exact(0);
  return success({ bill, sumSwap, sumTotal: (count) => add(entry, sumSwap(count)) });
}

/** Finds the indices of the largest totals: costs are negative, so the largest total is the cheapest. */
function findCheapest(totals: readonly Exact[]): number[] {
  const best = totals.reduce((one, other) => (compare(other, one) > 0 ? other : one));
  return totals.flatMap((total, index) => (compare(total, best) === 0 ? [index] : []));
}

function findTippingTrades(
  row: MonthlyTrades,
  totals: readonly Exact[],
  costsPerTrade: readonly Exact[],
): { from: number; best: number } | null {
  const [now = 0] = findCheapest(totals);
  const totalsAt = (count: number) =>
    totals.map((total, index) => add(total, multiply(costsPerTrade[index] ?? exact(0), count - row.trades)));
  // Costs grow linearly: another account becomes the cheapest where its line crosses that of the cheapest one.
  const crossings = totals.flatMap((total, index) => {
    const saving = subtract(costsPerTrade[index] ?? exact(0), costsPerTrade[now] ?? exact(0));
    if (index === now || compare(saving, 0) <= 0) return [];
    const extraTrades = divide(subtract(totals[now] ?? exact(0), total), saving);
    return [row.trades + Math.floor(Number(roundTo(extraTrades, 6))) + 1];
  });
  const from = Math.min(...crossings);
  if (from > maxTrades) return null;
  const [best = now] = findCheapest(totalsAt(from));
  return best === now ? null : { from, best };
}

/** Compares the accounts. In a problem, `row` is the index of the faulty trades. */
export function compareAccounts(
  question: ComparisonQuestion,
): { ok: true; value: Comparison } | { ok: false; problems: (CostProblem & { row: number })[] } {
  const { rows, accounts, currency } = question;
  const tradeCosts = rows.map((row) => accounts.map((account) => calculateTradeCost(row, account, question)));
  const problems = tradeCosts.flatMap((costs, row) => {
    const [firstProblems] = costs.flatMap((cost) => (cost.ok ? [] : [cost.problems]));
    return (firstProblems ?? []).map((problem) => ({ ...problem, row }));
  });
  if (problems.length > 0) return { ok: false, problems };
  const costs = tradeCosts.map((row) => row.flatMap((cost) => (cost.ok ? [cost.value] : [])));
  const sumMonth = (select: (cost: TradeCost, row: MonthlyTrades) => Exact, account: number) =>
    add(
      exact(0),
      ...rows.map((row, index) => {
        const cost = costs[index]?.[account];
        return cost ? multiply(select(cost, row), row.trades) : exact(0);
      }),
    );
  const totals = accounts.map((_, index) => sumMonth((cost, row) => cost.sumTotal(row.nights), index));
  const cheapest = findCheapest(totals);
  const [now = 0] = cheapest;

  const tippingPoints = rows.flatMap((row, index): TippingPoint[] => {
    const costsPerTrade = (costs[index] ?? []).map((cost) => cost.sumTotal(row.nights));
    const trades = findTippingTrades(row, totals, costsPerTrade);
    const rowTippings: TippingPoint[] = trades
      ? [{ row: index, kind: 'trades', from: trades.from, account: accounts[trades.best]?.id ?? '' }]
      : [];
    for (let nights = row.nights + 1; nights <= maxComparedNights; nights += 1) {
      const changedTotals = totals.map((total, account) => {
        const cost = costs[index]?.[account];
        return cost
          ? add(total, multiply(subtract(cost.sumSwap(nights), cost.sumSwap(row.nights)), row.trades))
          : total;
      });
      const best = findCheapest(changedTotals);
      if (best.includes(now)) continue;
      rowTippings.push({ row: index, kind: 'nights', from: nights, account: accounts[best[0] ?? 0]?.id ?? '' });
      break;
    }
    return rowTippings;
  });
  return {
    ok: true,
    value: {
      costs: accounts.map(({ id }, index) => ({
        account: id,
        spread: toMoney(
          sumMonth(({ bill }) => exact(bill.spread.account.amount), index),
          currency,
        ),
        commission: toMoney(
          sumMonth(({ bill }) => exact(bill.commission.amount), index),
          currency,
        ),
        swap: toMoney(
          sumMonth((cost, row) => cost.sumSwap(row.nights), index),
          currency,
        ),
        total: toMoney(totals[index] ?? exact(0), currency),
      })),
      cheapest: cheapest.map((index) => accounts[index]?.id ?? ''),
      tippingPoints,
    },
  };
}
