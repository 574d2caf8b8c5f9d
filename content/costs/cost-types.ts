/** The inputs of cost calculations, and the problems that an input can have. */
import type { InstrumentFields } from '../model-instruments.ts';

/** The fields of an instrument that its costs depend on, or that a bill shows. */
export const costInstrumentFields = [
  'symbol',
  'name',
  'assetClass',
  'baseCurrency',
  'quoteCurrency',
  'contractSize',
  'tickSize',
  'pipSize',
  'terms',
  'swapLong',
  'swapShort',
  'swapUnit',
  'tripleSwapDay',
  'minimumLots',
  'maximumLots',
  'lotStep',
  'referencePrice',
  'pricedAt',
] as const;

/** An `Instrument` of the content has these fields. */
export type CostInstrument = Pick<InstrumentFields, (typeof costInstrumentFields)[number]>;

/** A currency pair with its reference price, at which amounts are converted. */
export type RatePair = Pick<InstrumentFields, 'symbol' | 'baseCurrency' | 'quoteCurrency' | 'referencePrice'>;

/** The fields of an account type that its costs depend on. */
export interface CostAccount {
  /** Id of the account type. */
  id: string;
  /** Evenings after the opening of a position on which no swap is booked. */
  swapFreeDays: number;
}

export type Side = 'long' | 'short';

/** An amount in plain digits, with the decimals of its currency: `-95.00`, for the yen `-95`. */
export interface Money {
  currency: string;
  amount: string;
}

export type CostField =
  | 'symbol'
  | 'side'
  | 'lots'
  | 'nights'
  | 'from'
  | 'account'
  | 'currency'
  | 'amount'
  | 'to'
  | 'open'
  | 'close'
  | 'risk'
  | 'stop';

/** Why there is no result. `limit` is the nearest valid figure. */
export interface CostProblem {
  field: CostField;
  code:
    | 'unknown'
    | 'not-a-number'
    | 'not-whole'
    | 'not-positive'
    | 'too-large'
    | 'below-minimum'
    | 'above-maximum'
    | 'not-a-step'
    | 'weekend'
    | 'no-rate'
    | 'too-little';
  limit?: string;
}

export type CostResult<Value> = { ok: true; value: Value } | { ok: false; problems: CostProblem[] };

export function failure(...problems: CostProblem[]): { ok: false; problems: CostProblem[] } {
  return { ok: false, problems };
}

export function success<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value };
}
