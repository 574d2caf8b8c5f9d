/** The tools that compute costs, the fields of their forms, and the initial values. */
import { exact, formatShortest } from '../../../content/costs/exact.ts';
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
const instrumentFields = ['lots', 'open', 'close', 'stop'] as const;

/** The most characters of an input; a longer one is neither a number nor a name. */
export const maxInputLength = 40;

export interface CostAccountChoice extends CostAccount {
  name: string;
}

/** The facts for an answer besides the fields, sent to the browser as JSON. */
export interface CostFacts {
  /** The instrument of the question; null for the conversion of amounts, and where none was found. */
  subject: CostInstrument | null;
  /** The currency pairs that lead to the currencies of accounts; for the conversion all of them. */
  pairs: readonly RatePair[];
  /**
   * Open or closed at the moment of the answer: a sentence, with `{time}` for the moment until which it is so, if there is one. Null on a page
   * that is the same for everybody.
   */
  market: { text: string; until: number | null } | null;
  /** Instruments that also match what was typed. */
  others: { symbol: string; name: string }[];
}

const maxDecimals = 8;

/** Formats a number with as many decimals as the step has. */
function formatInSteps(value: number, step: number): string {
  const decimals = formatShortest(exact(step), 0, maxDecimals).split('.')[1]?.length ?? 0;
  return (Math.round(value / step) * step).toFixed(decimals);
}

/** Builds the initial question about an instrument: ten times the smallest position, a move of one percent, a stop at half a percent. Plain digits. */
export function buildFirstQuestion(instrument: CostInstrument): Pick<CostValues, (typeof instrumentFields)[number]> {
  const { minimumLots, maximumLots, lotStep, referencePrice, tickSize, pipSize } = instrument;
  const stop = Number(((referencePrice * 0.005) / pipSize).toPrecision(2));
  return {
    // Without zeros at the end of its decimals.
    lots: formatShortest(exact(formatInSteps(Math.min(minimumLots * 10, maximumLots), lotStep)), 0, maxDecimals),
    open: formatInSteps(referencePrice, tickSize),
    close: formatInSteps(referencePrice * 1.01, tickSize),
    stop: String(Number(Math.max(stop, tickSize / pipSize).toPrecision(6))),
  };
}

/** Builds the initial values of a form, in plain digits. */
export function buildFirstValues(
  instrument: CostInstrument | null,
  { account, currency }: { account: string; currency: string },
): CostValues {
  const instrumentValues = instrument ? buildFirstQuestion(instrument) : { lots: '', open: '', close: '', stop: '' };
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
    ...instrumentValues,
  };
}

/**
 * Changes the values for another instrument: the old default of a field becomes the new one. Typed values stay.
 * @param write formats plain digits for a field in the visitor's language.
 */
export function moveToInstrument(
  values: CostValues,
  before: CostInstrument | null,
  instrument: CostInstrument,
  write: (plain: string) => string,
): CostValues {
  if (!before || before.symbol === instrument.symbol) return values;
  const [oldDefaults, newDefaults] = [buildFirstQuestion(before), buildFirstQuestion(instrument)];
  const changed = instrumentFields.filter((name) => values[name] === write(oldDefaults[name]));
  return { ...values, ...Object.fromEntries(changed.map((name) => [name, write(newDefaults[name])])) };
}
