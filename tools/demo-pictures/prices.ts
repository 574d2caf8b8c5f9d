/** Pictures made from the daily prices of an article's own instruments. */
import {
  type Picture,
  type Point,
  box,
  dashed,
  ellipse,
  filled,
  polyline,
  range,
  segment,
  stroke,
  upright,
} from './canvas.ts';
import { candles, isWeekend, pointsOf, reachOf, scaleOf, spaced } from './chart-parts.ts';
import type { DemoData } from './demo-data.ts';

/** Gold and silver as two lines from one beginning, and their quotient below. */
export function quotient({ closes }: DemoData): Picture {
  const [gold, silver] = [closes('XAUUSD'), closes('XAGUSD')].map((all) => all.map((one) => one / (all[0] ?? 1)));
  if (!gold || !silver) return [];
  const x = spaced(20, 15.6);
  const y = scaleOf([...gold, ...silver], 50, 330);
  const ratio = gold.map((one, index) => one / (silver[index] ?? 1));
  const below = scaleOf(ratio, 395, 500);
  const middle = below(ratio.reduce((sum, one) => sum + one, 0) / ratio.length);
  return [
    stroke('sage', 1.1, ...gold.map((one, index) => segment(x(index), y(one), x(index), y(silver[index] ?? 1)))),
    stroke('ochre', 3, polyline(pointsOf(gold, x, y))),
    stroke('sage', 2.6, polyline(pointsOf(silver, x, y))),
    stroke('hair', 1.5, segment(0, 362, 960, 362)),
    dashed('mist', 1.3, '3 7', segment(0, middle, 960, middle)),
    stroke('sage', 2, polyline(pointsOf(ratio, x, below))),
  ];
}

/** Four weeks of two coins, one above the other, with their weekends framed. */
export function sharedWeekends({ bars }: DemoData): Picture {
  const x = spaced(50, 31.9);
  const rows = ['BTCUSD', 'ETHUSD'].map((symbol) => bars(symbol).slice(-28));
  const weekends = rows[0]?.flatMap(({ date }, index) => (isWeekend(date) ? [index] : [])) ?? [];
  const starts = weekends.filter((index) => !weekends.includes(index - 1));
  return [
    stroke('ochre', 1.2, ...starts.map((index) => upright(x(index) - 16, 26, 64, 488, 8))),
    stroke('ochre', 2.2, ...starts.map((index) => box(x(index) - 16, 26, 64, 488))),
    ...rows.flatMap((row, index) => candles(row, x, scaleOf(reachOf(row), 60 + index * 250, 230 + index * 250), 14)),
  ];
}

/** A coin's price over three weeks; below it, lines on the days on which banks work, and at each weekend a jump of the price. */
export function banksAtWeekends({ bars }: DemoData): Picture {
  const days = bars('BTCUSD').slice(17, 39);
  const x = spaced(0, 43.7);
  const y = scaleOf(
    days.flatMap(({ open, close }) => [open, close]),
    70,
    330,
  );
  const worked = days.flatMap(({ date, open, close }, index) => (isWeekend(date) ? [] : [{ index, open, close }]));
  const weeks = Map.groupBy(
    worked,
    ({ index }) =>
      worked.findLast((day) => day.index <= index && !worked.some((one) => one.index === day.index - 1))?.index,
  );
  const lines = [...weeks.values()].map((week) =>
    week.flatMap(({ index, open, close }): Point[] => [
      [x(index), y(open)],
      [x(index) + 26, y((open + close) / 2) + (index % 2 ? 14 : -14)],
      [x(index) + 43, y(close)],
    ]),
  );
  const jumps = lines.slice(1).map((line, index) => [lines[index]?.at(-1) ?? [0, 0], line[0] ?? [0, 0]] as const);
  return [
    stroke(
      'sage',
      1.3,
      ...worked.map(({ index, open, close }) => upright(x(index), Math.max(y(open), y(close)) + 36, 46, 560, 9)),
    ),
    stroke('sage', 2.8, ...lines.map((line) => polyline(line))),
    dashed('ochre', 2.2, '2 7', ...jumps.map(([[left, from], [right]]) => segment(left, from, right, from))),
    filled(
      'ochre',
      ...jumps.map(([[, from], [right, to]]) =>
        box(right - 10, Math.min(from, to), 10, Math.max(6, Math.abs(to - from))),
      ),
    ),
  ];
}

/** One weekend of a US index, measured twice: to the exchange's opening, and to the first price of Sunday. */
export function twoGaps(): Picture {
  // Points of the article's table: Friday 20:00 0, Friday 21:00 +10, Sunday 22:00 −40, Monday 13:30 −10.
  const y = spaced(190, -5.4);
  const path = (from: number, to: number, left: number, right: number, bumps: readonly number[]) =>
    polyline([
      [left, y(from)],
      ...bumps.map((bump, index): [number, number] => [
        left + ((index + 1) * (right - left)) / (bumps.length + 1),
        y(bump),
      ]),
      [right, y(to)],
    ]);
  return [
    stroke('mist', 1.1, upright(300, 40, 606, 80, 12)),
    stroke('sage', 1.1, upright(376, 120, 264, 380, 12)),
    stroke('sage', 2.4, path(14, 10, 0, 376, [10, 16, 9, 13, 4, 8, 1, 5, -3, 2, 0, 6, 3])),
    stroke('sage', 2.4, path(-40, -10, 640, 960, [-44, -37, -42, -35, -38, -30, -33, -24, -28, -18, -22, -12, -15])),
    dashed('mist', 1.5, '3 8', segment(376, y(10), 700, y(10)), segment(300, y(0), 960, y(0))),
    stroke('ochre', 3, segment(376, 40, 376, 500), segment(640, 40, 640, 500)),
    filled('ochre', box(690, y(10), 20, y(-40) - y(10)), box(906, y(0), 20, y(-10) - y(0))),
  ];
}

/** A share's days, its night of results, and a first price beyond the line at which a stop waited. */
export function overTheStop({ bars }: DemoData): Picture {
  const days = bars('NFLX').slice(-20);
  const night = 12;
  const before = days.slice(0, night);
  const y = scaleOf(reachOf(before), 60, 210);
  const stop = 262;
  const after = days.slice(night);
  const shift = (after[0]?.open ?? 0) - (before.at(-1)?.close ?? 0) * 0.905;
  const lowered = after.map(({ open, high, low, close, date }) => ({
    date,
    open: open - shift,
    high: high - shift,
    low: low - shift,
    close: close - shift,
  }));
  const drop = scaleOf(reachOf(lowered), 360, 490);
  return [
    stroke('mist', 1.2, upright(548, 0, 76, 540, 7)),
    dashed('ochre', 3, '14 9', segment(0, stop, 960, stop)),
    ...candles(before, (index) => 50 + index * 42, y, 20, 2.2),
    ...candles(lowered, (index) => 652 + index * 40, drop, 20, 2.2),
    stroke(
      'clay',
      2,
      segment(586, y(before.at(-1)?.close ?? 0), 586, 348),
      polyline([
        [576, 334],
        [586, 350],
        [596, 334],
      ]),
    ),
  ];
}

/** A line of prices that reaches a level; where it does, rings go out. */
export function rings({ closes }: DemoData): Picture {
  const all = closes('AUDUSD');
  const most = Math.max(...all);
  const where = all.indexOf(most);
  const x = spaced(0, 16.3);
  const y = scaleOf(all, 200, 500);
  return [
    stroke('sage', 1.2, ...range(9).map((ring) => ellipse(x(where), 200, 52 + ring * 30))),
    stroke('ochre', 2.4, segment(0, 200, 960, 200)),
    stroke('ochre', 1.6, ellipse(x(where), 200, 17), ellipse(x(where), 200, 30)),
    stroke('sage', 2.8, polyline(pointsOf(all, x, y))),
    filled('ochre', ellipse(x(where), 200, 8)),
  ];
}

/** The candle of a day, and beside it the way that the price took between the same four levels. */
export function fourPrices({ closes }: DemoData): Picture {
  // Open, high, low and close of the article's first candle, in pips from its opening.
  const [y, way] = [(pips: number) => 320 - pips * 8.4, closes('EURGBP').slice(0, 44)];
  const wobble = scaleOf(way, 26, -26);
  const stations = [
    [0, 0],
    [8, -9],
    [13, -15],
    [20, 6],
    [27, 30],
    [34, 12],
    [39, 24],
    [44, 20],
  ] as const;
  const trend = (at: number) => {
    const next = stations.findIndex(([time]) => time >= at);
    const [[a, from], [b, to]] = [stations[Math.max(0, next - 1)] ?? [0, 0], stations[next] ?? [1, 0]];
    return a === b ? to : from + ((to - from) * (at - a)) / (b - a);
  };
  const points = range(45).map((index): [number, number] => {
    const pinned = stations.some(([time]) => time === index);
    const height = y(trend(index)) + (pinned ? 0 : wobble(way[index % way.length] ?? 0));
    return [30 + index * 11.6, Math.min(Math.max(height, y(30)), y(-15))];
  });
  return [
    stroke('ochre', 1.5, ...[30, 20, 0, -15].map((pips) => segment(0, y(pips), 960, y(pips)))),
    stroke('sage', 1.6, polyline(points)),
    stroke(
      'sage',
      3,
      segment(750, y(30), 750, y(20)),
      segment(750, y(0), 750, y(-15)),
      box(670, y(20), 160, y(0) - y(20)),
    ),
    filled(
      'ochre',
      ...[
        [541, 20],
        [343, 30],
        [30, 0],
        [181, -15],
      ].map(([at, pips]) => ellipse(at ?? 0, y(pips ?? 0), 7)),
    ),
  ];
}

/** Whether a point is away from the diagonal. */
const far = ([x, y]: readonly [number, number]) => Math.abs((x - 480) * 0.49 + (y - 270) * 0.87) > 30;

/** An ellipse along the diagonal. */
const slantedRing = (size: number) => {
  const [across, up] = [Math.round(size * 0.87), Math.round(size * 0.49)];
  const half = `a${size} ${Math.round(size * 0.24)} -29.4 1 1`;
  return `M${480 - across} ${270 + up}${half} ${2 * across} ${-2 * up}${half} ${-2 * across} ${2 * up}z`;
};

/** Days of two currencies as points: they lie along a diagonal, with contours around it. */
export function diagonal({ closes }: DemoData): Picture {
  const moves = (symbol: string) =>
    closes(symbol).map((close, index, all) => Math.log(close / (all[index - 1] ?? close)) * 1000);
  const [aussie, own] = [moves('AUDUSD'), moves('NZDUSD')];
  // The demonstration's prices of the two are independent; the points share what the article says that they share.
  const points = aussie.map(
    (move, index) => [480 + move * 34, 270 - (move * 0.92 + (own[index] ?? 0) * 0.2) * 21] as const,
  );
  return [
    stroke('hair', 1.6, segment(480, 30, 480, 510), segment(60, 270, 900, 270)),
    stroke('sage', 1.2, ...range(6).map((index) => slantedRing(100 + index * 64))),
    dashed('sage', 1.8, '2 7', segment(20, 529, 940, 11)),
    filled('sage', ...points.filter((point) => !far(point)).map(([x, y]) => ellipse(x, y, 6))),
    filled('ochre', ...points.filter(far).map(([x, y]) => ellipse(x, y, 8))),
  ];
}
