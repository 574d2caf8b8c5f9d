/** The tools that compute costs, the fields of their forms, and what stands in these fields at first. */
import { exact, shortest } from '../../../content/costs/exact.ts';
import { weekdays } from '../../../content/costs/swap-nights.ts';
import type { CostInstrument, RatePair } from '../../../content/costs/cost-types.ts';

export const costTools = ['cost', 'pip', 'margin', 'profit', 'size', 'swap', 'convert'] as const;
export type CostTool = (typeof costTools)[number];

/** Every field that a tool can have; also the parameters of the address. */
export const costFieldNames = [
  'symbol',
  'side',
  'lots',
  'nights',
  'from',
  'open',
  'close',
  'risk',
  'stop',
  'amount',
  'source',
  'to',
  'account',
  'currency',
] as const;
export type CostFieldName = (typeof costFieldNames)[number];
export type CostValues = Record<CostFieldName, string>;

export const fieldsOf: Record<CostTool, readonly CostFieldName[]> = {
  cost: ['symbol', 'side', 'lots', 'nights', 'from', 'account', 'currency'],
  pip: ['symbol', 'lots', 'currency'],
  margin: ['symbol', 'lots', 'account', 'currency'],
  profit: ['symbol', 'side', 'lots', 'open', 'close', 'currency'],
  size: ['symbol', 'risk', 'stop', 'account', 'currency'],
  swap: ['symbol', 'side', 'lots', 'nights', 'from', 'account', 'currency'],
  convert: ['amount', 'source', 'to'],
};

/** Fields whose first value depends on the instrument. */
const ofInstrument = ['lots', 'open', 'close', 'stop'] as const;

/** In characters; longer input is no number and no name. */
export const longestInput = 40;

export interface CostAccountChoice {
  id: string;
  name: string;
  swapFreeDays: number;
}

/** An instrument with what its form and its answer show. */
export interface CostSubject extends CostInstrument {
  name: string;
  /** ISO date-time of the reference price. */
  pricedAt: string;
}

/** What an answer is computed from, besides the fields. It travels to the browser as JSON. */
export interface CostFacts {
  /** Null for the conversion of amounts. */
  subject: CostSubject | null;
  /** The currency pairs that lead to the currencies of accounts; for the conversion all of them. */
  pairs: readonly RatePair[];
  /** Open or closed at the moment of the answer, in words; null on a page that is the same for everybody. */
  market: string | null;
  /** Instruments that also match what was typed. */
  others: { symbol: string; name: string }[];
}

const mostDecimals = 8;

/** A number with so many decimals as a step has. */
function inSteps(value: number, step: number): string {
  const decimals = shortest(exact(step), 0, mostDecimals).split('.')[1]?.length ?? 0;
  return (Math.round(value / step) * step).toFixed(decimals);
}

/** Without zeros at the end of its decimals. */
function trimmed(figure: string): string {
  return shortest(exact(figure), 0, mostDecimals);
}

/** What is asked of an instrument at first: ten times the smallest position, a move of one percent, a stop half a percent away. Plain digits. */
export function firstQuestion(subject: CostInstrument): Pick<CostValues, (typeof ofInstrument)[number]> {
  const { minimumLots, maximumLots, lotStep, referencePrice, tickSize, pipSize } = subject;
  const stop = Number(((referencePrice * 0.005) / pipSize).toPrecision(2));
  return {
    lots: trimmed(inSteps(Math.min(minimumLots * 10, maximumLots), lotStep)),
    open: inSteps(referencePrice, tickSize),
    close: inSteps(referencePrice * 1.01, tickSize),
    stop: String(Number(Math.max(stop, tickSize / pipSize).toPrecision(6))),
  };
}

/** The values of a form that nobody has touched, in plain digits. */
export function firstValues(
  subject: CostSubject | null,
  { account, currency }: { account: string; currency: string },
): CostValues {
  const own = subject ? firstQuestion(subject) : { lots: '', open: '', close: '', stop: '' };
  return {
    symbol: subject?.symbol ?? '',
    side: 'long',
    nights: '3',
    from: weekdays[0],
    risk: '100',
    amount: '1000',
    source: 'EUR',
    to: 'USD',
    account,
    currency,
    ...own,
  };
}

/**
 * Values for another instrument: what was the first value of the one before becomes that of the new one. What a visitor typed stays.
 * @param written how plain digits stand in a field of the visitor's language.
 */
export function movedTo(
  values: CostValues,
  before: CostInstrument | null,
  subject: CostInstrument,
  written: (plain: string) => string,
): CostValues {
  if (!before || before.symbol === subject.symbol) return values;
  const [old, fresh] = [firstQuestion(before), firstQuestion(subject)];
  const changed = ofInstrument.filter((name) => values[name] === written(old[name]));
  return { ...values, ...Object.fromEntries(changed.map((name) => [name, written(fresh[name])])) };
}
