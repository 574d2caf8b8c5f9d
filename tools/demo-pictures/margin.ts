/** Pictures of margin, size and fees: amounts as heights and areas. */
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
import { pointsOf, scaleOf, spaced } from './chart-parts.ts';
import type { DemoData } from './demo-data.ts';

/** The margin of each of four coins: the first at the leverage of the instrument, two at 1:10, the fourth at 1:5. */
export function tiers({ prime }: DemoData): Picture {
  const first = 1 / prime('BTCUSD').leverage;
  const blocks = [first, 0.1, 0.1, 0.2].map((share, index) => ({ x: 84 + index * 200, h: share * 2050, index }));
  return [
    ...blocks.map(({ x, h, index }) =>
      stroke(index === 3 ? 'ochre' : 'sage', 1.2, level(x, 490 - h, 192, h, index === 0 ? 20 : index === 3 ? 7 : 12)),
    ),
    ...blocks.map(({ x, h, index }) => stroke(index === 3 ? 'ochre' : 'sage', 2.6, box(x, 490 - h, 192, h))),
    stroke(
      'sage',
      2,
      ...blocks.flatMap(({ x, h }) => [ellipse(x + 96, 490 - h - 32, 22), ellipse(x + 96, 490 - h - 32, 15)]),
    ),
    stroke('mist', 1.6, segment(0, 490, 960, 490)),
  ];
}

/** Seven instruments as lines: in the days around the vote each stands higher, by the factor of its margin. */
export function plateau({ prime }: DemoData): Picture {
  const symbols = ['EURUSD', 'GBPUSD', 'USDJPY', 'AUDUSD', 'US500', 'US100', 'XAUUSD'];
  const lines = symbols.map((symbol, index) => {
    const before = 1 / prime(symbol).leverage;
    const within = index < 4 ? 1 / 200 : 1 / 100;
    const foot = 486 - index * 20;
    const top = foot - (within - before) * (index < 4 ? 42_000 : 44_000) - index * 10;
    return { foot, top, index };
  });
  const path = ({ foot, top, index }: (typeof lines)[number]): Point[] => [
    [0, foot],
    [270 + index * 8, foot],
    [290 + index * 8, top],
    [690 - index * 8, top],
    [710 - index * 8, foot],
    [960, foot],
  ];
  return [
    stroke('ochre', 1.1, upright(290, 40, 400, 470, 16)),
    stroke('ochre', 2.6, segment(290, 40, 290, 510), segment(690, 40, 690, 510)),
    ...lines.map((line) => stroke('sage', 2.4, polyline(path(line)))),
  ];
}

/** A month of two copied strategies: their result, what spread, swap and fee take from it, and what is left. */
export function whatIsLeft(): Picture {
  const [result, costs] = [364.2, [23.5, 10.7, 36]];
  const floor = 490;
  const tall = spaced(0, 1.16);
  const drops = costs.map((cost, index) => ({
    cost,
    from: result - costs.slice(0, index).reduce((sum, one) => sum + one, 0),
    x: 270 + index * 150,
  }));
  const left = result - costs.reduce((sum, one) => sum + one, 0);
  return [
    stroke('sage', 1.2, level(80, floor - tall(result), 130, tall(result), 12)),
    stroke('sage', 2.6, box(80, floor - tall(result), 130, tall(result))),
    dashed(
      'mist',
      1.5,
      '3 7',
      ...drops.map(({ from, x }) => segment(x - 60, floor - tall(from), x + 100, floor - tall(from))),
      segment(670, floor - tall(left), 740, floor - tall(left)),
    ),
    filled('clay', ...drops.map(({ from, cost, x }) => box(x, floor - tall(from), 100, tall(cost)))),
    stroke('ochre', 1.4, level(740, floor - tall(left), 130, tall(left), 12)),
    stroke('ochre', 2.8, box(740, floor - tall(left), 130, tall(left))),
    stroke('mist', 1.6, segment(0, floor, 960, floor)),
  ];
}

/** Four months of a copied strategy against its high-water mark: a fee is due only on what stands above the mark. */
export function highWater({ closes }: DemoData): Picture {
  const stations = [5000, 5500, 5400, 4968, 5266, 5740, 5672];
  const at = [0, 230, 230, 465, 700, 935, 935];
  const y = scaleOf([4900, 5800], 50, 500);
  const noise = closes('EURGBP').map((close, index, all) => close - (all[index - 1] ?? close));
  const wobble = scaleOf(noise, -24, 24);
  const way = (from: number, to: number): Point[] => {
    const [a, b, c, d] = [at[from] ?? 0, at[to] ?? 0, y(stations[from] ?? 0), y(stations[to] ?? 0)];
    return range(15).map((step) => [
      a + ((b - a) * step) / 14,
      c + ((d - c) * step) / 14 + (step % 14 ? wobble(noise[(step + from * 13) % 60] ?? 0) : 0),
    ]);
  };
  const marks: Point[] = [
    [0, y(5000)],
    [230, y(5000)],
    [230, y(5400)],
    [935, y(5400)],
    [935, y(5672)],
    [960, y(5672)],
  ];
  const water = range(9)
    .map((row) => y(5400) + 18 + row * 20)
    .filter((row) => row < 520);
  return [
    stroke('ochre', 1, ...water.map((row) => segment(row < y(5000) ? 230 : 0, row, 960, row))),
    stroke('ochre', 2.8, polyline(marks)),
    stroke(
      'sage',
      2.6,
      polyline([...way(0, 1), ...way(2, 3), ...way(3, 4), ...way(4, 5), [935, y(5672)], [960, y(5672)]]),
    ),
    filled('clay', box(224, y(5500), 12, y(5400) - y(5500)), box(929, y(5740), 12, y(5672) - y(5740))),
  ];
}

/** The same risk four times: what is wide in lots is short in distance to the stop. */
export function equalAreas(): Picture {
  const area = 60_000;
  const sizes = [760, 420, 230, 128];
  const curvePoints = range(30).map((index): Point => [60 + 130 + index * 24, 500 - area / (130 + index * 24)]);
  return [
    ...sizes.map((size, index) =>
      stroke(index === 1 ? 'ochre' : 'sage', index === 1 ? 2.8 : 2, box(60, 500 - area / size, size, area / size)),
    ),
    stroke('ochre', 1.2, level(60, 500 - area / 420, 420, area / 420, 11)),
    dashed('sage', 2, '3 7', curve(curvePoints)),
    filled('ochre', ...sizes.map((size) => ellipse(60 + size, 500 - area / size, 7))),
    stroke(
      'mist',
      1.8,
      polyline([
        [60, 20],
        [60, 500],
        [930, 500],
      ]),
    ),
  ];
}

/** Equity that shrinks pip by pip down to the share of the margin at which positions are closed. */
export function downToStopOut({ prime, closes }: DemoData): Picture {
  const { leverage } = prime('EURUSD');
  // Two lots of the worked example: equity of 1,000 dollars, margin at 1:400, stop out at 40 % of it.
  const margin = 240_000 / leverage;
  const y = spaced(500, -0.44);
  const noise = closes('USDCAD').slice(-30);
  const wobble = scaleOf(noise, -30, 30);
  const x = spaced(40, 28);
  const points = range(30).map((index): Point => {
    const money = 1000 - ((1000 - margin * 0.4) * index) / 29;
    return [x(index), Math.min(y(money) + (index && index < 29 ? wobble(noise[index] ?? 0) : 0), y(margin * 0.4))];
  });
  return [
    stroke('sage', 1.2, ...points.map(([left, top]) => segment(left, top, left, 500))),
    stroke('sage', 2.8, polyline(points)),
    stroke('ochre', 2.4, segment(0, y(margin), 960, y(margin))),
    stroke('clay', 2.6, segment(0, y(margin * 0.4), 960, y(margin * 0.4))),
    filled('clay', ellipse(x(29), y(margin * 0.4), 11)),
    stroke('mist', 1.8, segment(0, 500, 960, 500)),
    stroke('mist', 1.4, ...pointsOf(range(30), x, () => 500).map(([left]) => segment(left, 500, left, 514))),
  ];
}
