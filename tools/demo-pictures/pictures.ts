/** Which picture belongs to which article or page of the demonstration. */
import { type Picture, svgOf } from './canvas.ts';
import type { DemoData } from './demo-data.ts';
import { dividendSteps, missingSlice } from './dividends.ts';
import { coast, decimals, forwardCurves, halvings, oneIn400, twoIndices, warehouses } from './goods.ts';
import { arches, fourOClock, marchColumns, sevenDials, turnOfTheYear, weekRing } from './hours.ts';
import { downToStopOut, equalAreas, highWater, plateau, tiers, whatIsLeft } from './margin.ts';
import { freeEvenings, icicles, moons, twoStairs, weekendCarried } from './nights.ts';
import {
  banksAtWeekends,
  diagonal,
  fourPrices,
  overTheStop,
  quotient,
  rings,
  sharedWeekends,
  twoGaps,
} from './prices.ts';
import { oneMinute, seismograph, statement, ticket } from './spreads.ts';

/** By the name of the file in `demo/media/`, without its ending. */
const pictures: Record<string, (data: DemoData) => Picture> = {
  'article-aud-nzd-correlation': diagonal,
  'article-bitcoin-halving': halvings,
  'article-bitcoin-weekend-gaps': banksAtWeekends,
  'article-clock-changes-march-2026': marchColumns,
  'article-contango-gas-and-crude': forwardCurves,
  'article-copper-three-warehouses': warehouses,
  'article-copy-trading-report': whatIsLeft,
  'article-copying-a-strategy': highWater,
  'article-cpi-day': oneMinute,
  'article-earnings-gaps': overTheStop,
  'article-easter-2026-hours': arches,
  'article-ether-bitcoin-weekend': sharedWeekends,
  'article-gold-silver-ratio': quotient,
  'article-independence-day-hours': weekRing,
  'article-index-dividends': dividendSteps,
  'article-index-gaps': twoGaps,
  'article-inside-uk100-and-germany40': twoIndices,
  'article-jobs-report-spreads': seismograph,
  'article-leverage-tiers': tiers,
  'article-london-fix': fourOClock,
  'article-margin-in-numbers': downToStopOut,
  'article-opec-weekends': oneIn400,
  'article-peso-carry': twoStairs,
  'article-position-size': equalAreas,
  'article-price-alerts': rings,
  'article-rand-exports': coast,
  'article-reading-a-candle': fourPrices,
  'article-statements-csv': statement,
  'article-stock-dividends': missingSlice,
  'article-swap-free-days': freeEvenings,
  'article-swiss-franc-swaps': icicles,
  'article-triple-swap': weekendCarried,
  'article-us-election-margin': plateau,
  'article-webtrader-ticket': ticket,
  'article-what-a-swap-costs': moons,
  'article-year-end-hours-2025': turnOfTheYear,
  'article-yen-decimals': decimals,
  'page-contact': sevenDials,
};

/** @returns the text of each file by its name. @throws when what a picture is made from is missing. */
export const demoPictures = (data: DemoData): [file: string, svg: string][] =>
  Object.entries(pictures).map(([name, draw]) => [`${name}.svg`, svgOf(draw(data))]);
