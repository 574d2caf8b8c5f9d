/** Pictures of what a release does to prices and spreads. */
import { type Picture, box, curve, dashed, ellipse, filled, polyline, range, segment, stroke } from './canvas.ts';
import { pointsOf, scaleOf, spaced } from './chart-parts.ts';
import type { DemoData } from './demo-data.ts';

/** Bid and ask as strokes along the price, one each minute: short, very long at the release, and slowly shorter. */
export function seismograph({ closes, prime }: DemoData): Picture {
  const price = closes('EURUSD');
  const y = scaleOf(price, 240, 330);
  const usual = prime('EURUSD').spread;
  const release = 22;
  const half = (minute: number) =>
    minute < release - 3
      ? usual * 14
      : minute < release
        ? usual * 24
        : usual * 14 + 220 * Math.exp((release - minute) / 4.5);
  const x = spaced(24, 15.5);
  const strokes = price.map((one, minute) => {
    const reach = half(minute);
    return { minute, top: y(one) - reach, bottom: y(one) + reach, wide: reach > 60 };
  });
  return [
    stroke(
      'sage',
      2,
      ...strokes
        .filter(({ wide }) => !wide)
        .map(({ minute, top, bottom }) => segment(x(minute), top, x(minute), bottom)),
    ),
    stroke(
      'ochre',
      3,
      ...strokes
        .filter(({ wide }) => wide)
        .map(({ minute, top, bottom }) => segment(x(minute), top, x(minute), bottom)),
    ),
    stroke('sage', 1.6, curve(pointsOf(price, x, y))),
    stroke('hair', 1.5, segment(0, 520, 960, 520)),
    stroke(
      'mist',
      1.5,
      ...range(60).map((minute) => segment(x(minute), 520, x(minute), minute === release ? 500 : 513)),
    ),
  ];
}

/** Of the sixty, in which the figure comes out. */
const minute = 24;
const halfSpread = (index: number) => 5 + 44 * Math.exp(-Math.abs(index - minute) / 1.9);

/** Two markets and one minute: both lines become wide bands where the figure comes out, and go on lower. */
export function oneMinute({ closes }: DemoData): Picture {
  const x = spaced(0, 16.3);
  const bands = ['EURUSD', 'XAUUSD'].map((symbol, row) => {
    const all = closes(symbol);
    const start = all[0] ?? 1;
    const flat = all.map((one, index) => one / start - 1 - ((one / start - 1) * index) / 90);
    const y = scaleOf(flat, 70 + row * 235, 140 + row * 235);
    const middle = flat.map((one, index) => y(one) + (index >= minute ? 74 : 0));
    return {
      row,
      upper: middle.map((one, index) => [x(index), one - halfSpread(index)] as const),
      lower: middle.map((one, index) => [x(index), one + halfSpread(index)] as const),
    };
  });
  return [
    stroke('ochre', 3, segment(x(minute), 20, x(minute), 520)),
    ...bands.flatMap(({ row, upper, lower }) => [
      stroke(
        row ? 'ochre' : 'sage',
        1.1,
        ...upper.map(([left, top], index) => segment(left, top, left, lower[index]?.[1] ?? top)),
      ),
      stroke(row ? 'ochre' : 'sage', 2.4, polyline(upper), polyline(lower)),
    ]),
  ];
}

/** The ticket on which each line has its amount, beside the chart with the price of entry and the stop. */
export function ticket({ closes }: DemoData): Picture {
  const price = closes('EURUSD').slice(4, 44);
  const y = scaleOf(price, 90, 440);
  const rows = range(5).map((row) => 218 + row * 44);
  const edge = range(15).map((tooth): [number, number] => [490 + tooth * 22, tooth % 2 ? 488 : 504]);
  return [
    stroke('sage', 2.2, polyline(price.map((one, index) => [index * 12.56, y(one)] as const))),
    stroke('sage', 1.5, segment(0, y(price.at(-1) ?? 0), 490, y(price.at(-1) ?? 0))),
    dashed('clay', 2, '10 7', segment(0, 470, 490, 470)),
    stroke(
      'sage',
      2.4,
      polyline([
        [490, 504],
        [490, 44],
        [798, 44],
        [798, 504],
      ]),
      polyline(edge),
    ),
    stroke('clay', 2.2, box(518, 72, 118, 52)),
    filled('sage', box(652, 72, 118, 52)),
    stroke('mist', 3, segment(542, 98, 610, 98), segment(518, 158, 570, 158), segment(720, 158, 770, 158)),
    stroke('hair', 1.6, ...rows.map((row) => segment(518, row - 22, 770, row - 22))),
    stroke('mist', 3, ...rows.map((row, index) => segment(518, row, 570 + ((index * 23) % 50), row))),
    stroke('ochre', 5, ...rows.slice(0, 4).map((row, index) => segment(700 + ((index * 31) % 36), row, 770, row))),
    stroke('clay', 5, segment(682, rows[4] ?? 0, 770, rows[4] ?? 0)),
    filled('ochre', ellipse(490, y(price.at(-1) ?? 0), 7)),
    filled('clay', ellipse(490, 470, 7)),
  ];
}

/** A statement line by line: charges to the left, credits to the right, the balance after each, and the sum at the end. */
export function statement({ instrument }: DemoData): Picture {
  // The article's month: deposit, trades, four nights of swap, dividend, withdrawal. Square roots keep the small ones visible.
  const amounts = [500, 42.1, -18.4, 60.5, 4 * instrument('EURUSD').swapLong, 1.6, -300];
  const rows = amounts.map((amount, index) => ({ amount, y: 92 + index * 52, size: Math.sqrt(Math.abs(amount)) * 8 }));
  const balances = amounts.map((_, index) => amounts.slice(0, index + 1).reduce((sum, one) => sum + one, 2000));
  const x = scaleOf(balances, 900, 730);
  return [
    stroke('hair', 1.6, ...rows.map(({ y }) => segment(60, y + 26, 900, y + 26)), segment(60, 66, 900, 66)),
    stroke('mist', 4, ...rows.map(({ y }) => segment(60, y, 128, y))),
    stroke('mist', 2, ...rows.map(({ y }, index) => segment(152, y, 206 + ((index * 37) % 44), y))),
    stroke('sage', 1.6, segment(460, 66, 460, 430)),
    stroke(
      'sage',
      2.2,
      ...rows.filter(({ amount }) => amount > 0).map(({ y, size }) => box(460, y - 11, Math.max(size, 5), 22)),
    ),
    filled('clay', ...rows.filter(({ amount }) => amount < 0).map(({ y, size }) => box(460 - size, y - 11, size, 22))),
    stroke('ochre', 2, polyline(rows.map(({ y }, index) => [x(balances[index] ?? 0), y] as const))),
    filled('ochre', ...rows.map(({ y }, index) => ellipse(x(balances[index] ?? 0), y, 6))),
    stroke('ochre', 3, segment(60, 448, 900, 448), segment(60, 456, 900, 456)),
    stroke(
      'ochre',
      6,
      segment(60, 488, 150, 488),
      segment(x(balances.at(-1) ?? 0) - 40, 488, x(balances.at(-1) ?? 0) + 40, 488),
    ),
  ];
}
