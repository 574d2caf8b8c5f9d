/** The tools that compute costs, the fields of their forms, and the initial values. */
import { exact, shortest } from '../../../content/costs/exact.ts';
import { weekdays } from '../../../content/costs/swap-nights.ts';
import type { CostAccount, CostInstrument, RatePair } from '../../../content/costs/cost-types.ts';

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

export const toolFields: Record<CostTool, readonly CostFieldName[]> = {
  cost: ['symbol', 'side', 'lots', 'nights', 'from', 'account', 'currency'],
  pip: ['symbol', 'lots', 'currency'],
  margin: ['symbol', 'lots', 'account', 'currency'],
  profit: ['symbol', 'side', 'lots', 'open', 'close', 'currency'],
  size: ['symbol', 'risk', 'stop', 'account', 'currency'],
  swap: ['symbol', 'side', 'lots', 'nights', 'from', 'account', 'currency'],
  convert: ['amount', 'source', 'to'],
};

/** Fields whose initial value depends on the instrument. */
const ofInstrument = ['lots', 'open', 'close', 'stop'] as const;

/** In characters; longer input is neither a number nor a name. */
export const longestInput = 40;

export interface CostAccountChoice extends CostAccount {
  name: string;
}

/** The facts for an answer besides the fields, sent to the browser as JSON. */
export interface CostFacts {
  /** The instrument of the question; null for the conversion of amounts, and where none was found. */
  subject: CostInstrument | null;
  /** The currency pairs that lead to the currencies of accounts; for the conversion all of them. */
  pairs: readonly RatePair[];
  /** Open or closed at the moment of the answer, in words; null on a page that is the same for everybody. */
  market: string | null;
  /** Instruments that also match what was typed. */
  others: { symbol: string; name: string }[];
}

const mostDecimals = 8;

/** Formats a number with as many decimals as the step has. */
function inSteps(value: number, step: number): string {
  const decimals = shortest(exact(step), 0, mostDecimals).split('.')[1]?.length ?? 0;
  return (Math.round(value / step) * step).toFixed(decimals);
}

/** The initial question about an instrument: ten times the smallest position, a move of one percent, a stop half a percent away. Plain digits. */
export function firstQuestion(instrument: CostInstrument): Pick<CostValues, (typeof ofInstrument)[number]> {
  const { minimumLots, maximumLots, lotStep, referencePrice, tickSize, pipSize } = instrument;
  const stop = Number(((referencePrice * 0.005) / pipSize).toPrecision(2));
  return {
    // Without zeros at the end of its decimals.
    lots: shortest(exact(inSteps(Math.min(minimumLots * 10, maximumLots), lotStep)), 0, mostDecimals),
    open: inSteps(referencePrice, tickSize),
    close: inSteps(referencePrice * 1.01, tickSize),
    stop: String(Number(Math.max(stop, tickSize / pipSize).toPrecision(6))),
  };
}

/** The values of a form that nobody has touched, in plain digits. */
export function firstValues(
  instrument: CostInstrument | null,
  { account, currency }: { account: string; currency: string },
): CostValues {
  const own = instrument ? firstQuestion(instrument) : { lots: '', open: '', close: '', stop: '' };
  return {
    symbol: instrument?.symbol ?? '',
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
 * Values for another instrument: the old default of a field becomes the new one. Typed values stay.
 * @param write formats plain digits for a field in the visitor's language.
 */
export function moveToInstrument(
  values: CostValues,
  before: CostInstrument | null,
  instrument: CostInstrument,
  write: (plain: string) => string,
): CostValues {
  if (!before || before.symbol === instrument.symbol) return values;
  const [old, fresh] = [firstQuestion(before), firstQuestion(instrument)];
  const changed = ofInstrument.filter((name) => values[name] === write(old[name]));
  return { ...values, ...Object.fromEntries(changed.map((name) => [name, write(fresh[name])])) };
}
