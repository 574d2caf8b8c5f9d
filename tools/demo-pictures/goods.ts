/** Pictures of what stands behind a price: goods, contracts, coins, companies. */
import {
  type Picture,
  type Point,
  box,
  curve,
  dashed,
  ellipse,
  filled,
  level,
  polyline,
  range,
  segment,
  stroke,
  upright,
} from './canvas.ts';
import { spaced } from './chart-parts.ts';
import type { DemoData } from './demo-data.ts';

/** Three warehouses with stacks of copper plates, none as high as another. */
export function warehouses(): Picture {
  const houses = [
    { x: 60, plates: 11, roof: 196 },
    { x: 366, plates: 5, roof: 150 },
    { x: 672, plates: 16, roof: 226 },
  ];
  const stacks = houses.flatMap(({ x, plates }) =>
    [0, 1].map((stack) => ({ x: x + 28 + stack * 90, count: Math.max(2, plates - stack * 3) })),
  );
  return [
    stroke(
      'sage',
      2.6,
      ...houses.map(({ x, roof }) =>
        polyline([
          [x, 490],
          [x, roof],
          [x + 114, roof - 84],
          [x + 228, roof],
          [x + 228, 490],
        ]),
      ),
    ),
    stroke(
      'sage',
      1.2,
      ...houses.flatMap(({ x, roof }) =>
        range(6).map((index) =>
          polyline([
            [x, roof + 8 + index * 7],
            [x + 114, roof - 76 + index * 7],
            [x + 228, roof + 8 + index * 7],
          ]),
        ),
      ),
    ),
    stroke(
      'ochre',
      2,
      ...stacks.flatMap(({ x, count }) => range(count).map((plate) => box(x, 474 - plate * 14, 80, 9))),
    ),
    stroke('sage', 2.6, segment(0, 490, 960, 490)),
    stroke('sage', 1.2, segment(0, 502, 960, 502), segment(0, 514, 960, 514)),
  ];
}

/** A supply of four hundred barrels, of which one is what the meeting decides about: a quarter of a per cent. */
export function oneIn400(): Picture {
  const [left, top, across, down] = [52, 32, 35, 31];
  const columns = range(25).flatMap((column) => [left + column * across, left + column * across + 16]);
  const hoops = range(16).flatMap((row) => [0, 7, 13, 20].map((hoop) => top + row * down + hoop));
  const [x, y] = [left + 16 * across + 8, top + 9 * down + 10];
  return [
    dashed('sage', 1.3, '16 19', ...hoops.map((hoop) => segment(left, hoop, left + 25 * across - 19, hoop))),
    dashed('sage', 1.3, '20 11', ...columns.map((column) => segment(column, top, column, top + 16 * down - 11))),
    filled('ochre', box(x - 10, y - 12, 20, 24)),
    stroke('ochre', 2.4, ellipse(x, y, 28)),
  ];
}

const shore = (y: number) => 250 + 46 * Math.sin(y / 74) + 20 * Math.sin(y / 29);

/** A line from the coast to the edge of the picture. */
const flow = (from: number, to: number, bend: number): Point[] =>
  range(3).map((step) => {
    const x = shore(from) + 10 + ((970 - shore(from)) * step) / 2;
    return [x, from + ((to - from) * step) / 2 + bend * Math.sin((step * Math.PI) / 2)];
  });

/** A coast: five bundles of lines leave it for the sea, and one, of oil, comes in. */
export function coast(): Picture {
  const bundles = [
    [64, 11],
    [150, 9],
    [236, 7],
    [306, 5],
    [366, 4],
  ] as const;
  return [
    stroke('sage', 2.8, curve(range(28).map((index): Point => [shore(index * 20), index * 20]))),
    stroke(
      'sage',
      1.2,
      ...range(7).map((row) =>
        curve(range(15).map((index): Point => [shore(index * 40) - 18 - row * row * 2.2 - row * 12, index * 40])),
      ),
    ),
    ...bundles.map(([y, lines], index) =>
      stroke(
        'sage',
        1.5,
        ...range(lines).map((line) => curve(flow(y + line * 6, y - 26 + line * (9 - index) + index * 14, 16))),
      ),
    ),
    stroke('ochre', 2.2, ...range(6).map((line) => curve(flow(444 + line * 7, 446 + line * 14, -10)))),
    filled(
      'ochre',
      ...range(6).map((line) =>
        polyline(
          [
            [shore(444 + line * 7) + 4, 444 + line * 7],
            [shore(444 + line * 7) + 20, 438 + line * 7],
            [shore(444 + line * 7) + 20, 450 + line * 7],
          ],
          true,
        ),
      ),
    ),
  ];
}

const stairs = (points: readonly Point[]) =>
  points.flatMap(([left, top], month): Point[] =>
    month
      ? [
          [left, points[month - 1]?.[1] ?? top],
          [left, top],
        ]
      : [[left, top]],
  );

/** The months of two futures: gas rises steeply from contract to contract, crude hardly; the steps of the change are ochre. */
export function forwardCurves({ instrument }: DemoData): Picture {
  const curves = [
    { step: 0.2 / instrument('NATGAS').referencePrice, foot: 330 },
    { step: 0.4 / instrument('WTI').referencePrice, foot: 500 },
  ];
  const x = spaced(60, 76);
  const rows = curves.map(({ step, foot }) => ({
    foot,
    points: range(12).map((month): Point => [x(month), foot - 50 - 300 * (1 - Math.exp(-step * month * 2.4))]),
  }));
  return [
    ...rows.flatMap(({ points, foot }) =>
      stroke(
        'sage',
        1.2,
        ...points
          .slice(1)
          .map(([left], month) =>
            upright(left - 76, points[month]?.[1] ?? 0, 76, foot - (points[month]?.[1] ?? 0), 19),
          ),
      ),
    ),
    ...rows.map(({ points }) => stroke('ochre', 2.8, polyline(stairs(points)))),
    stroke('sage', 1.6, ...rows.map(({ foot }) => segment(0, foot, 960, foot))),
    ...rows.map(({ points }) => filled('sage', ...points.map(([left, top]) => ellipse(left, top, 7)))),
  ];
}

/** The reward of a block, halved again and again, as blocks; above them the coins that there are, which come close to a limit. */
export function halvings(): Picture {
  const w = 152;
  const columns = range(6).map((index) => ({ x: 24 + index * w, h: 380 / 2 ** index, next: index === 5 }));
  const coins = range(25).map((index): Point => [24 + index * 38, 500 - 440 * (1 - 0.5 ** (index / 4))]);
  return [
    dashed('mist', 1.6, '3 8', segment(0, 60, 960, 60)),
    stroke('sage', 1.2, ...columns.filter(({ next }) => !next).map(({ x, h }) => level(x, 500 - h, w, h, 9))),
    stroke('sage', 2.4, ...columns.filter(({ next }) => !next).map(({ x, h }) => box(x, 500 - h, w, h))),
    dashed('ochre', 2.6, '6 6', box(784, 500 - 12, w, 12)),
    stroke('ochre', 2.8, curve(coins)),
    stroke('mist', 1.6, segment(0, 500, 960, 500)),
  ];
}

/** A hundred companies and forty, each a stroke as long as its weight; what is sold in other currencies is ochre. */
export function twoIndices(): Picture {
  const rows = [
    { count: 100, foot: 262, step: 8.6, thick: 3, abroad: (index: number) => 0.62 + 0.3 * Math.cos(index * 1.7) },
    { count: 40, foot: 512, step: 21.5, thick: 6, abroad: (index: number) => 0.4 + 0.32 * Math.cos(index * 2.3) },
  ];
  return rows.flatMap(({ count, foot, step, thick, abroad }) => {
    const bars = range(count).map((index) => ({
      x: 54 + index * step,
      tall: 20 + 200 * Math.exp((-3.2 * index) / count),
      share: Math.min(0.95, abroad(index)),
    }));
    return [
      stroke('sage', thick, ...bars.map(({ x, tall, share }) => segment(x, foot, x, foot - tall * (1 - share)))),
      stroke(
        'ochre',
        thick,
        ...bars.map(({ x, tall, share }) => segment(x, foot - tall * (1 - share) - 3, x, foot - tall)),
      ),
      stroke('sage', 1.6, segment(30, foot + 5, 930, foot + 5)),
    ];
  });
}

const decimalsOf = (size: number) => Math.round(-Math.log10(size));

/** The digits of two prices as boxes: the pip of the euro is the fourth after the point, that of the yen the second. */
export function decimals({ instrument }: DemoData): Picture {
  const rows = ['EURUSD', 'USDJPY'].map((symbol, row) => {
    const { referencePrice, pipSize, tickSize } = instrument(symbol);
    return {
      y: 84 + row * 212,
      whole: String(Math.trunc(referencePrice)).length,
      after: decimalsOf(tickSize),
      pip: decimalsOf(pipSize),
    };
  });
  const most = Math.max(...rows.map(({ whole }) => whole));
  const boxes = rows.flatMap(({ y, whole, after, pip }) =>
    range(whole + after).map((index) => ({
      y,
      x: 72 + (most - whole + index) * 102 + (index >= whole ? 30 : 0),
      pip: index === whole + pip - 1,
      fraction: index === whole + pip,
    })),
  );
  return [
    stroke(
      'sage',
      2.4,
      ...boxes.filter(({ pip, fraction }) => !pip && !fraction).map(({ x, y }) => box(x, y, 86, 160)),
    ),
    stroke(
      'sage',
      1.2,
      ...boxes.filter(({ pip, fraction }) => !pip && !fraction).map(({ x, y }) => level(x + 14, y + 8, 58, 144, 16)),
    ),
    dashed('mist', 1.8, '3 6', ...boxes.filter(({ fraction }) => fraction).map(({ x, y }) => box(x, y + 26, 86, 134))),
    filled('ochre', ...boxes.filter(({ pip }) => pip).map(({ x, y }) => box(x, y, 86, 160))),
    filled('sage', ...rows.map(({ y }) => ellipse(72 + most * 102 + 7, y + 152, 9))),
  ];
}
