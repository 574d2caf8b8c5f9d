/** What an instrument is made of. Every figure about an instrument that the site shows comes from here. */
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

/** What one lot is counted in. `base` is the instrument's base currency, `index` is once the index. */
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

/** The day whose rollover books three nights; `none` where every day has one. */
export const tripleSwapDays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'none'] as const;

/** What an account type pays for an instrument. */
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
  /** In every language of the site: visitors search in any of them. What another release stored may lack one, and then `name` stands in. */
  names: Partial<Record<Locale, string>>;
  /** Code of a currency, coin or metal; null for an instrument that has none, such as a share. */
  baseCurrency: string | null;
  /** The currency of the price. */
  quoteCurrency: string;
  /** How many units one lot has. */
  contractSize: number;
  contractUnit: ContractUnit;
  /** The smallest step of the price. */
  tickSize: number;
  /** The step of the price in which spreads are counted. */
  pipSize: number;
  terms: InstrumentTerms[];
  /** What a night of a bought position brings, or costs when it is negative, in `swapUnit`. */
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

/** What a column of a table of instruments may show (`site/instruments/instrument-table.ts`). */
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
