/** What drawings of the trading platforms show: every figure as it is written in the language, so that components only place it. */
import type { DailyBar } from '../../content/model-instruments.ts';
import type { ProductPart, ProductView } from '../../content/model-blocks.ts';
import type { Locale } from '../../content/locales.ts';
import type { Messages } from '../i18n/translate.ts';

/** A line of the watch list. */
export interface Quote {
  symbol: string;
  name: string;
  bid: string;
  ask: string;
  /** Of the last trading day against the one before, in percent; null where prices are missing. */
  change: { text: string; falls: boolean } | null;
  /** Oldest first; empty where prices are missing. */
  closes: readonly number[];
}

/** A ticket that is filled in and not yet sent: computed as the cost ticket computes it. */
export interface Ticket {
  side: string;
  otherSide: string;
  /** The number alone, and with its unit. */
  lots: string;
  lotsText: string;
  position: string;
  stopPrice: string;
  stopDistance: string;
  cost: string;
  margin: string;
  swap: string;
  lossAtStop: string;
}

/** A position that was opened some trading days ago. */
export interface Position {
  symbol: string;
  side: string;
  lots: string;
  openPrice: string;
  price: string;
  swap: string;
  result: string;
  falls: boolean;
}

/** The demonstration account, with the position open. */
export interface AccountState {
  /** Of the account type. */
  name: string;
  currency: string;
  balance: string;
  equity: string;
  margin: string;
  freeMargin: string;
  marginLevel: string;
}

export interface ProductFigures {
  locale: Locale;
  siteName: string;
  words: Messages['product']['words'];
  /** The traded instrument first. */
  quotes: readonly [Quote, ...Quote[]];
  /** Of the traded instrument; prices as numbers for the drawing, and how they are written. */
  chart: {
    bars: readonly DailyBar[];
    /** The last bar: opening, high, low, closing price. */
    last: readonly [open: string, high: string, low: string, close: string];
    price: (value: number) => string;
    /** A day of the axis: `30 Oct`. */
    day: (iso: string) => string;
    entry: number;
    stop: number;
    /** The day of the last bar, in full. */
    lastDay: string;
  };
  ticket: Ticket;
  position: Position | null;
  account: AccountState;
}

/** How much of a platform is drawn: a phone gets a part that is legible there. */
export const productCrops = ['wide', 'medium', 'narrow'] as const;
export type ProductCrop = (typeof productCrops)[number];

/** Numbers of call-outs by the part that they point to. */
export type Marks = Partial<Record<ProductPart, number>>;

export interface ProductDrawing {
  view: ProductView;
  crop: ProductCrop;
  marks: Marks;
}

/** The parts that a crop has. What is not in it gets no number, and its call-out is left out where that crop is shown. */
const parts: Record<ProductView, Record<ProductCrop, readonly ProductPart[]>> = {
  web: {
    wide: ['watch-list', 'chart', 'ticket', 'cost', 'margin', 'swap', 'stop', 'account'],
    medium: ['chart', 'ticket', 'cost', 'margin', 'swap', 'stop', 'account'],
    narrow: ['ticket', 'cost', 'margin', 'swap', 'stop'],
  },
  app: {
    wide: ['watch-list', 'chart', 'ticket', 'cost', 'margin', 'swap', 'stop', 'account'],
    medium: ['chart', 'ticket', 'cost', 'margin', 'swap', 'stop'],
    narrow: ['ticket', 'cost', 'margin', 'swap', 'stop'],
  },
  mt5: {
    wide: ['watch-list', 'chart', 'ticket', 'account'],
    medium: ['chart', 'ticket', 'account'],
    narrow: ['ticket'],
  },
};

/** The smallest crop with a part in it; null where the platform does not have it at all. */
export function smallestCropWith(part: ProductPart, view: ProductView): ProductCrop | null {
  return productCrops.findLast((crop) => parts[view][crop].includes(part)) ?? null;
}

export function isDrawn(part: ProductPart, view: ProductView, crop: ProductCrop): boolean {
  return parts[view][crop].includes(part);
}

/** In units of the drawing, which are CSS pixels where it is shown at its full size. */
export const drawingSizes: Record<ProductView, Record<ProductCrop, { width: number; height: number }>> = {
  web: {
    wide: { width: 1240, height: 752 },
    medium: { width: 820, height: 692 },
    narrow: { width: 360, height: 622 },
  },
  app: {
    wide: { width: 1240, height: 700 },
    medium: { width: 820, height: 700 },
    narrow: { width: 360, height: 700 },
  },
  mt5: {
    wide: { width: 1240, height: 752 },
    medium: { width: 820, height: 664 },
    narrow: { width: 360, height: 494 },
  },
};
