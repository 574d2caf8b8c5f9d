/** Pictures of dividends: what a price loses on the day, and where it goes. */
import { type Picture, type Point, box, dashed, filled, polyline, range, segment, stroke } from './canvas.ts';
import { scaleOf, spaced } from './chart-parts.ts';
import type { DemoData } from './demo-data.ts';

/** An index as it is quoted, with a step down on each ex-dividend day, and the same one with its dividends. */
export function dividendSteps({ closes }: DemoData): Picture {
  const all = closes('UK100').map((close, _, list) => close / (list[0] ?? close));
  const days = [11, 23, 31, 44, 52];
  const paid = (index: number) => days.filter((one) => index >= one).length * 0.017;
  const quoted = all.map((one, index) => one - paid(index));
  const y = scaleOf([...all, ...quoted], 60, 490);
  const x = spaced(0, 16.3);
  const points: Point[] = quoted.flatMap((one, index): Point[] =>
    days.includes(index)
      ? [
          [x(index), y(one + 0.017)],
          [x(index), y(one)],
        ]
      : [[x(index), y(one)]],
  );
  return [
    stroke(
      'ochre',
      1.3,
      ...all.flatMap((one, index) =>
        index < 11 ? [] : [segment(x(index), y(one), x(index), y(quoted[index] ?? one))],
      ),
    ),
    dashed('sage', 2, '4 6', polyline(all.map((one, index) => [x(index), y(one)] as const))),
    stroke('sage', 2.8, polyline(points)),
    stroke(
      'ochre',
      6,
      ...days.map((index) => segment(x(index), y((quoted[index] ?? 0) + 0.017), x(index), y(quoted[index] ?? 0))),
    ),
  ];
}

/** A share by day as columns: on the ex-date a slice is missing at the top, and stands, less its tax, as a block of its own. */
export function missingSlice({ closes }: DemoData): Picture {
  const prices = closes('KO').slice(-14);
  const y = scaleOf(prices, 130, 180);
  const slice = 64;
  const x = spaced(62, 60);
  const columns = prices.map((price, index) => ({
    x: x(index),
    top: y(price) + (index >= 8 ? slice : 0),
    ex: index >= 8,
  }));
  return [
    stroke('sage', 2.2, ...columns.map((column) => box(column.x, column.top, 42, 400 - column.top))),
    stroke(
      'sage',
      1,
      ...columns.flatMap((column) =>
        range(3).map((line) => segment(column.x + 10 + line * 11, column.top + 12, column.x + 10 + line * 11, 388)),
      ),
    ),
    dashed(
      'ochre',
      2,
      '4 5',
      ...columns.filter(({ ex }) => ex).map((column) => box(column.x, column.top - slice, 42, slice - 5)),
    ),
    stroke('mist', 1.6, segment(0, 400, 960, 400)),
    filled('ochre', box(x(8), 426, 42, slice * 0.85)),
    stroke('clay', 2, box(x(8), 426 + slice * 0.85, 42, slice * 0.15)),
    stroke(
      'ochre',
      2.4,
      polyline([
        [x(8) - 9, 40],
        [x(8) - 9, 510],
      ]),
    ),
  ];
}
