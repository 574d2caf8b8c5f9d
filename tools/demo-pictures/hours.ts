/** Pictures made from trading calendars: a time line, a ring of a week, a month of days. */
import type { MarketWeek } from '../../content/model-hours.ts';
import {
  type Picture,
  arc,
  box,
  dashed,
  ellipse,
  filled,
  onCircle,
  polyline,
  range,
  segment,
  stroke,
} from './canvas.ts';
import { openDays, spaced } from './chart-parts.ts';
import type { DemoData } from './demo-data.ts';

const changed = (market: MarketWeek, days: Record<string, number | null>): MarketWeek => ({
  ...market,
  exceptions: Object.entries(days).map(([date, minutes]) => ({
    date,
    hours: minutes === null ? 'closed' : { from: null, until: minutes },
    occasion: null,
  })),
});

/** Two weeks of seven markets around New Year 2025/26, as bars with holes. The calendars begin in 2026; the notice has the days before. */
export function turnOfTheYear({ market }: DemoData): Picture {
  const feasts = { '2025-12-25': null, '2026-01-01': null };
  const early = (minutes: number) => ({ ...feasts, '2025-12-24': minutes });
  const german = { ...feasts, '2025-12-24': null, '2025-12-26': null, '2025-12-31': null };
  const british = { ...feasts, '2025-12-24': 750, '2025-12-26': null, '2025-12-31': 750 };
  const rows = [
    changed(market('forex'), feasts),
    changed(market('metals'), early(825)),
    changed(market('energy'), early(825)),
    changed(market('us-indices'), early(795)),
    changed(market('nyse'), early(780)),
    changed(market('uk-100'), british),
    changed(market('eurex-indices'), german),
  ];
  const x = spaced(0, 68.6);
  const y = spaced(84, 62);
  return [
    stroke('hair', 1.4, ...range(13).map((index) => segment(x(index + 1), 30, x(index + 1), 510))),
    stroke('ochre', 2.2, ...[3, 10].map((index) => box(x(index), 30, 68, 480))),
    stroke('hair', 2, ...rows.map((_, row) => segment(0, y(row), 960, y(row)))),
    ...rows.map((row, index) =>
      stroke(
        'sage',
        7,
        ...openDays(row, '2025-12-22', 14).map(({ opens, closes }) => segment(x(opens), y(index), x(closes), y(index))),
      ),
    ),
  ];
}

/** The pauses of Easter 2026 as arches over the days, from a market's last price to its first; the ordinary weekend of Germany is the smallest. */
export function arches({ market }: DemoData): Picture {
  const from = '2026-04-02';
  const x = spaced(10, 170);
  const pauses = (['us-indices', 'nyse', 'eurex-indices'] as const).map((name) => {
    const spans = openDays(market(name), from, 7);
    const gaps = spans.slice(1).map(({ opens }, index) => ({ last: spans[index]?.closes ?? 0, first: opens }));
    return gaps.reduce((most, gap) => (gap.first - gap.last > most.first - most.last ? gap : most));
  });
  const arch = (last: number, first: number) => {
    const radius = Math.round((x(first) - x(last)) / 2);
    return `M${Math.round(x(last))} 430a${radius} ${radius} 0 0 1 ${2 * radius} 0`;
  };
  const widest = pauses.reduce((most, { first, last }) => Math.max(most, first - last), 0);
  return [
    stroke('hair', 1.4, ...range(7).map((index) => segment(x(index), 430, x(index), 520))),
    ...pauses.map(({ last, first }) => stroke(first - last === widest ? 'ochre' : 'sage', 2.6, arch(last, first))),
    ...pauses.map(({ last, first }) =>
      stroke(
        first - last === widest ? 'ochre' : 'sage',
        1.1,
        ...range(3).map((index) => arch(last + 0.04 * (index + 1), first - 0.04 * (index + 1))),
      ),
    ),
    ...(['us-indices', 'nyse', 'eurex-indices'] as const).map((name, row) =>
      stroke(
        'sage',
        8,
        ...openDays(market(name), from, 7).map(({ opens, closes }) =>
          segment(Math.max(0, x(opens)), 450 + row * 26, x(closes), 450 + row * 26),
        ),
      ),
    ),
    stroke('mist', 1.6, segment(0, 430, 960, 430)),
    dashed('mist', 1.6, '3 7', arch(1.875, 4)),
  ];
}

/** A week around a dial, a ring for each market; where a ring is open, nothing trades. */
export function weekRing({ market }: DemoData): Picture {
  const names = ['crypto', 'forex', 'eurex-indices', 'metals', 'us-indices', 'nyse'];
  const [cx, cy] = [480, 270];
  const spans = names.map((name) => openDays(market(name), '2026-06-29', 7));
  const radius = spaced(236, -30);
  // From the last price of Thursday to the first of Monday, which is where the ring begins again.
  const shares = spans[5] ?? [];
  const [from, to] = [shares.at(-1)?.closes ?? 0, 7 + (shares[0]?.opens ?? 0)];
  return [
    stroke(
      'hair',
      1.4,
      ...range(7).map((index) => polyline([onCircle(cx, cy, 66, index / 7), onCircle(cx, cy, 258, index / 7)])),
    ),
    ...spans.map((ring, index) =>
      stroke(
        'sage',
        index === 5 ? 9 : 5,
        ...ring.map(({ opens, closes }) =>
          arc(cx, cy, radius(index), opens / 7, Math.min(closes / 7, opens / 7 + 0.9999)),
        ),
      ),
    ),
    dashed('ochre', 3, '3 8', arc(cx, cy, radius(5), from / 7, to / 7)),
    stroke(
      'ochre',
      2.4,
      polyline([onCircle(cx, cy, 40, from / 7), onCircle(cx, cy, 258, from / 7)]),
      polyline([onCircle(cx, cy, 40, to / 7), onCircle(cx, cy, 258, to / 7)]),
    ),
    filled('ochre', ellipse(cx, cy, 6)),
  ];
}

const heightOfHour = spaced(40 - 6.5 * 31.5, 31.5);

/** The sessions of New York and Frankfurt on each day of March 2026, in UTC: each column moves by an hour, not on the same day. */
export function marchColumns({ market }: DemoData): Picture {
  const x = spaced(28, 30);
  const columns = (name: string, column: (x: number, top: number, bottom: number) => string) =>
    openDays(market(name), '2026-03-01', 31).map(({ opens, closes }) => {
      const date = Math.floor(opens);
      return column(x(date), heightOfHour((opens - date) * 24), heightOfHour((closes - date) * 24));
    });
  return [
    stroke('hair', 1.4, ...range(16).map((index) => segment(0, 40 + index * 31.5, 960, 40 + index * 31.5))),
    stroke('sage', 2, ...columns('nyse', (left, top, bottom) => box(left - 9, top, 18, bottom - top))),
    stroke('sage', 6, ...columns('xetra', (left, top, bottom) => segment(left, top, left, bottom))),
    dashed('ochre', 2.6, '9 7', ...[7, 28].map((date) => segment(x(date), 16, x(date), 524))),
  ];
}

/** The lower half of a dial, shaded. */
const lowerHalf = (x: number, y: number) =>
  range(11).map((index) => {
    const down = index * 8 + 4;
    const half = Math.sqrt(88 * 88 - down * down);
    return segment(x - half, y + down, x + half, y + down);
  });

/** The days of a week as dials: five that run through day and night, and two on which nobody answers. */
export function sevenDials(): Picture {
  const dials = range(7).map((index) => ({
    x: 138 + (index % 4) * 228 + (index > 3 ? 114 : 0),
    y: index > 3 ? 400 : 148,
    rests: index > 4,
  }));
  const open = dials.filter(({ rests }) => !rests);
  return [
    stroke('sage', 2.4, ...open.map(({ x, y }) => ellipse(x, y, 100))),
    stroke('sage', 1.2, ...open.flatMap(({ x, y }) => [ellipse(x, y, 88), ...lowerHalf(x, y)])),
    stroke(
      'sage',
      1.6,
      ...open.flatMap(({ x, y }) =>
        range(12).map((hour) => polyline([onCircle(x, y, 88, hour / 12), onCircle(x, y, 100, hour / 12)])),
      ),
    ),
    dashed('mist', 1.6, '3 8', ...dials.filter(({ rests }) => rests).map(({ x, y }) => ellipse(x, y, 100))),
    stroke(
      'ochre',
      4,
      ...open.map(({ x, y }, index) =>
        polyline([onCircle(x, y, 62, 0.06 + index * 0.19), [x, y], onCircle(x, y, 40, 0.42 + index * 0.13)]),
      ),
    ),
    filled('ochre', ...open.map(({ x, y }) => ellipse(x, y, 6))),
  ];
}

/** The edge of a large clock where its hand stands at four, and the wedge of five minutes around it. */
export function fourOClock(): Picture {
  const [cx, cy] = [300, 130];
  const four = 1 / 3;
  const wedge = (radius: number, edge: number) => onCircle(cx, cy, radius, four + edge / 144);
  return [
    stroke('sage', 2.6, ellipse(cx, cy, 560)),
    stroke('sage', 1.2, ellipse(cx, cy, 430), ellipse(cx, cy, 70)),
    stroke(
      'sage',
      1.6,
      ...range(144).map((index) => polyline([onCircle(cx, cy, 534, index / 144), onCircle(cx, cy, 560, index / 144)])),
    ),
    stroke(
      'sage',
      4,
      ...range(12).map((index) => polyline([onCircle(cx, cy, 500, index / 12), onCircle(cx, cy, 560, index / 12)])),
    ),
    stroke(
      'ochre',
      1.8,
      ...range(21).map((index) => polyline([wedge(120, (index - 10) / 4), wedge(480, (index - 10) / 4)])),
    ),
    stroke(
      'ochre',
      2.6,
      polyline([wedge(490, -2.5), wedge(110, -2.5)]),
      polyline([wedge(490, 2.5), wedge(110, 2.5)]),
      arc(cx, cy, 484, four - 2.5 / 144, four + 2.5 / 144),
    ),
    stroke('sage', 7, polyline([[cx, cy], onCircle(cx, cy, 400, four)])),
    filled('sage', ellipse(cx, cy, 16)),
  ];
}
