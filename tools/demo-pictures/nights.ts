/** Pictures of what a night costs: swaps by evening, with the triple one. */
import {
  type Picture,
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
} from './canvas.ts';
import { spaced } from './chart-parts.ts';
import type { DemoData } from './demo-data.ts';

const nightsOfEvening = (evening: number) => (evening % 5 === 2 ? 3 : 1);

/** Seven nights on the five evenings that book them: those of Saturday and Sunday are carried to Wednesday. */
export function weekendCarried(): Picture {
  const x = spaced(54, 124);
  const top = spaced(356, -156);
  const cell = (column: number, floor: number) => box(x(column), top(floor), 104, 140);
  const lines = (column: number, floor: number) => level(x(column) + 12, top(floor) + 4, 80, 132, 14);
  const carried = (column: number, floor: number): string =>
    curve([
      [x(column) + 52, 346],
      [x(column) + 30, top(floor) + 96],
      [x(column) - 40, top(floor) + 62],
      [x(2) + 122, top(floor) + 62],
    ]);
  const head = (floor: number) =>
    polyline([
      [x(2) + 134, top(floor) + 52],
      [x(2) + 120, top(floor) + 62],
      [x(2) + 134, top(floor) + 72],
    ]);
  return [
    stroke('sage', 2.4, ...[0, 1, 2, 3, 4].map((column) => cell(column, 0))),
    stroke('sage', 1.1, ...[0, 1, 2, 3, 4].map((column) => lines(column, 0))),
    stroke('ochre', 2.6, cell(2, 1), cell(2, 2), head(1), head(2)),
    stroke('ochre', 1.3, lines(2, 1), lines(2, 2)),
    dashed('mist', 1.8, '4 7', cell(5, 0), cell(6, 0)),
    dashed('ochre', 2.2, '3 7', carried(5, 1), carried(6, 2)),
    stroke('mist', 1.6, segment(0, 512, 960, 512)),
  ];
}

/** Ten evenings on three accounts: what is booked hangs down, swap-free evenings are empty rings. */
export function freeEvenings({ instrument }: DemoData): Picture {
  const night = -instrument('EURUSD').swapLong * 4.6;
  const x = spaced(84, 88);
  const rows = [0, 5, 10].map((free, row) => ({ free, y: 56 + row * 166 }));
  return [
    stroke('sage', 2, ...rows.map(({ y }) => segment(30, y, 930, y))),
    stroke('mist', 1.6, ...rows.flatMap(({ free, y }) => range(free).map((evening) => ellipse(x(evening), y, 17)))),
    ...rows.map(({ free, y }) =>
      stroke(
        'sage',
        2.2,
        ...range(10)
          .filter((evening) => evening >= free && nightsOfEvening(evening) === 1)
          .map((evening) => box(x(evening) - 17, y, 34, night)),
      ),
    ),
    filled(
      'ochre',
      ...rows.flatMap(({ free, y }) =>
        range(10)
          .filter((evening) => evening >= free && nightsOfEvening(evening) === 3)
          .map((evening) => box(x(evening) - 17, y, 34, night * 3)),
      ),
    ),
  ];
}

const treads = (points: readonly [number, number][]) => points.filter((_, index) => index % 2 === 0).slice(1);

/** What fifteen evenings sum up to. */
const stair = (amount: number): [number, number][] => {
  const points: [number, number][] = [[40, 190]];
  let sum = 0;
  range(15).forEach((evening) => {
    points.push([40 + evening * 60, 190 - sum]);
    sum += amount * nightsOfEvening(evening) * 0.7;
    points.push([40 + evening * 60, 190 - sum]);
  });
  return [...points, [940, 190 - sum]];
};

const hatch = (points: readonly [number, number][]) =>
  treads(points).flatMap(([x, y]) =>
    x > 930 ? [] : range(5).map((index) => segment(x + 6 + index * 12, y, x + 6 + index * 12, 190)),
  );

/** The credit and the charge of one pair, evening by evening, as two stairs from one point. */
export function twoStairs({ instrument }: DemoData): Picture {
  const { swapLong, swapShort } = instrument('USDMXN');
  const [up, down] = [stair(swapShort), stair(swapLong)];
  return [
    stroke('clay', 1, ...hatch(down)),
    stroke('sage', 1, ...hatch(up)),
    stroke('mist', 1.6, segment(0, 190, 960, 190)),
    stroke('clay', 2.8, polyline(down)),
    stroke('sage', 2.8, polyline(up)),
    filled('ochre', ellipse(40, 190, 9)),
  ];
}

const tiles = (row: number) => `M${row % 2 ? -24 : 0} ${26 + row * 42}${'q6 38 24 38t24 -38'.repeat(21)}`;

/** A roof with an icicle for each night on which francs are held; every fifth is three times as long. */
export function icicles({ instrument }: DemoData): Picture {
  const night = Math.round(-instrument('USDCHF').swapShort * 5.6);
  const eaves = 236;
  const x = spaced(34, 47);
  const icicle = (evening: number) => {
    const length = night * nightsOfEvening(evening);
    const waist = Math.round(length * 0.3);
    return `M${x(evening) - 17} ${eaves + 8}q13 ${waist} 17 ${length}q4 ${waist - length} 17 ${-length}`;
  };
  const long = range(20).filter((evening) => nightsOfEvening(evening) === 3);
  const short = range(20).filter((evening) => nightsOfEvening(evening) === 1);
  return [
    stroke('sage', 2.6, segment(0, eaves, 960, eaves), segment(0, eaves + 8, 960, eaves + 8)),
    stroke('sage', 1.4, ...range(5).map(tiles)),
    stroke('sage', 1.8, ...short.map(icicle)),
    stroke('ochre', 2.4, ...long.map(icicle)),
    stroke('ochre', 1.2, ...long.map((evening) => segment(x(evening), eaves + 20, x(evening), eaves + night * 2.2))),
  ];
}

const moon = (left: number, y: number) => `M${Math.round(left + 12)} ${y - 40}a41 41 0 1 0 0 80a34 40 0 1 1 0 -80z`;

/** The nights of a week as moons: currencies book three on Wednesday and none at the weekend, coins one on each. */
export function moons(): Picture {
  const x = spaced(90, 130);
  const [upper, lower] = [150, 405];
  return [
    stroke('hair', 1.6, segment(0, 278, 960, 278)),
    stroke(
      'sage',
      2.2,
      ...[0, 1, 3, 4].map((column) => moon(x(column), upper)),
      ...range(7).map((column) => moon(x(column), lower)),
    ),
    stroke(
      'sage',
      1.1,
      ...[
        ...[0, 1, 3, 4].map((column) => [column, upper] as const),
        ...range(7).map((column) => [column, lower] as const),
      ].map(([column, y]) => ellipse(x(column) + 4, y, 54)),
    ),
    filled('ochre', ...[-88, 0, 88].map((down) => moon(x(2), upper + down))),
    dashed('mist', 1.6, '3 8', ellipse(x(5) + 4, upper, 54), ellipse(x(6) + 4, upper, 54)),
  ];
}
