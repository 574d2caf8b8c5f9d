/** The fields of an instrument, from which the site derives every figure about it. */
import type { Locale } from './locales.ts';

export const instrumentClasses = [
  'forex-major',
  'forex-minor',
  'forex-exotic',
  'index',
  'commodity',
  'stock',
  'crypto',
] as const;
export type InstrumentClass = (typeof instrumentClasses)[number];

/** The unit of a lot. `base` is the instrument's base currency, `index` is once the index. */
export const contractUnits = [
  'base',
  'share',
  'index',
  'ounce',
  'barrel',
  'pound',
  'bushel',
  'tonne',
  'mmbtu',
  'gallon',
] as const;
export type ContractUnit = (typeof contractUnits)[number];

/** `usd-per-lot`: US dollars for a lot and night; `percent-per-year`: a yearly rate on the value of the position. */
export const swapUnits = ['usd-per-lot', 'percent-per-year'] as const;

/** The day whose rollover books three nights; `none` when every day books one. */
export const tripleSwapDays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'none'] as const;

/** The costs of an instrument on an account type. */
export interface InstrumentTerms {
  /** Id of the account type. */
  account: string;
  /** Average, in pips of the instrument. */
  spread: number;
  /** In pips of the instrument. */
  minimumSpread: number;
  /** US dollars for a lot and side. */
  commission: number;
  /** The highest leverage: 400 stands for 1:400. */
  leverage: number;
}

/** The fields of an instrument besides those that every document has. */
export interface InstrumentFields {
  symbol: string;
  assetClass: InstrumentClass;
  /** In the document's language. */
  name: string;
  /** In every language of the site, because visitors search in any. A document of another release may lack one; then `name` replaces it. */
  names: Partial<Record<Locale, string>>;
  /** Other names by which visitors search it, such as DAX. A document of another release may lack them. */
  aliases?: string[];
  /** Code of a currency, coin or metal; null for an instrument that has none, such as a share. */
  baseCurrency: string | null;
  /** The currency of the price. */
  quoteCurrency: string;
  /** Units in one lot. */
  contractSize: number;
  contractUnit: ContractUnit;
  /** The smallest step of the price. */
  tickSize: number;
  /** The step of the price in which spreads are counted. */
  pipSize: number;
  terms: InstrumentTerms[];
  /** Swap of a night of a bought position, in `swapUnit`; a negative one is a cost. */
  swapLong: number;
  swapShort: number;
  swapUnit: (typeof swapUnits)[number];
  tripleSwapDay: (typeof tripleSwapDays)[number];
  /** In lots, like `maximumLots` and `lotStep`. */
  minimumLots: number;
  maximumLots: number;
  lotStep: number;
  /** Id of the calendar of its trading hours. */
  calendar: string;
  referencePrice: number;
  /** ISO date-time of the reference price, UTC. */
  pricedAt: string;
}

/** A trading day of an instrument. Prices are those of its quote currency. */
export interface DailyBar {
  /** ISO date of the market's own calendar. */
  date: string;
  open: number;
  high: number;
  low: number;
  close: number;
}

/** The figures that a column of an instrument table may show (`site/instruments/instrument-table.ts`). */
export const columnFigures = [
  'symbol',
  'name',
  'symbolAndName',
  'price',
  'spread',
  'minimumSpread',
  'share',
  'spreadCost',
  'spreadCostUSD',
  'commission',
  'leverage',
  'value',
  'valueUSD',
  'margin',
  'marginUSD',
  'pipSize',
  'pip',
  'pipUSD',
  'contract',
  'swapLong',
  'swapShort',
  'minimumLots',
  'maximumLots',
  'lotStep',
  'hours',
  'chart',
] as const;
export type ColumnFigure = (typeof columnFigures)[number];
