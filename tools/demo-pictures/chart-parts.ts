/** Parts that several pictures of prices and hours have in common. */
import { openSpans } from '../../content/hours/open-spans.ts';
import { day } from '../../content/hours/zoned-time.ts';
import type { MarketWeek } from '../../content/model-hours.ts';
import type { DailyBar } from '../../content/model-instruments.ts';
import { type Mark, type Point, box, filled, segment, stroke } from './canvas.ts';

export type Scale = (value: number) => number;

/** The values' range onto heights: the highest value to `top`, the lowest to `bottom`. */
export function scaleOf(values: readonly number[], top: number, bottom: number): Scale {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return (value) => bottom - ((value - least) / (most - least)) * (bottom - top);
}

/** Places at equal distances. */
export const spaced =
  (first: number, step: number): Scale =>
  (index) =>
    first + index * step;

/** The heights that bars reach, for a scale. */
export const reachOf = (bars: readonly DailyBar[]): number[] => bars.flatMap(({ high, low }) => [high, low]);

/** Rising candles are outlined in green, falling ones are filled in red. */
export function candles(bars: readonly DailyBar[], x: Scale, y: Scale, body: number, thickness = 2): Mark[] {
  const shapes = { rising: [] as string[], falling: [] as string[], wicks: [] as string[] };
  bars.forEach(({ open, high, low, close }, index) => {
    const [middle, top, bottom] = [x(index), y(Math.max(open, close)), y(Math.min(open, close))];
    const rises = close >= open;
    const wicks = rises ? shapes.rising : shapes.wicks;
    if (top - y(high) > 1) wicks.push(segment(middle, y(high), middle, top));
    if (y(low) - bottom > 1) wicks.push(segment(middle, bottom, middle, y(low)));
    (rises ? shapes.rising : shapes.falling).push(box(middle - body / 2, top, body, Math.max(2, bottom - top)));
  });
  return [
    stroke('sage', thickness, ...shapes.rising),
    stroke('clay', thickness, ...shapes.wicks),
    filled('clay', ...shapes.falling),
  ];
}

export const pointsOf = (values: readonly number[], x: Scale, y: Scale): Point[] =>
  values.map((value, index) => [x(index), y(value)]);

export const isWeekend = (date: string): boolean => [0, 6].includes(new Date(`${date}T00:00Z`).getUTCDay());

/** When a market is open in some days from midnight UTC, in days from the first, cut off at both ends. */
export function openDays(market: MarketWeek, from: string, days: number): { opens: number; closes: number }[] {
  const start = Date.parse(`${from}T00:00Z`);
  return openSpans(market, start, start + days * day).map(({ opens, closes }) => ({
    opens: Math.max(0, (opens - start) / day),
    closes: Math.min(days, (closes - start) / day),
  }));
}
