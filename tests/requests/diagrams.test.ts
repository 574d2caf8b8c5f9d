/** Compares the shapes of diagrams, at each width of a page, with the texts and figures next to them and in their tables. */
import { describe, expect, inject, test } from 'vitest';
import {
  type Shape,
  increases,
  misplaced,
  numbersIn,
  pointsIn,
  readBars,
  readPageText,
  shapesIn,
  tableAfter,
} from '../drawing-shapes.ts';

const siteUrl = inject('siteUrl');
const get = (path: string) => readPageText(siteUrl, path);

const number = (shape: Shape | undefined, name: string) => Number(shape?.attributes[name]);

const crops = ['wide', 'medium', 'narrow'] as const;
/** Fetches the drawing of a page for a desktop, a tablet or a phone. */
async function fetchDrawing(
  page: string,
  kind: string,
  crop: (typeof crops)[number],
): Promise<{ shapes: Shape[]; html: string }> {
  const html = await get(page);
  const [path = ''] = new RegExp(`/drawings/[^"]*/${kind}/${crop}\\.svg`).exec(html) ?? [];
  return { shapes: shapesIn((await get(path)).replace(/<style>.*?<\/style>/s, '')), html };
}

describe.each(crops)('diagrams, %s', (crop) => {
  test('the clock of sessions has a sector for the hours of each market, and overlaps in the middle', async () => {
    const { shapes, html } = await fetchDrawing('/forex', 'sessions', crop);
    const rows = tableAfter(html, '/sessions/').slice(1);
    const dials = shapes.flatMap((shape, index) =>
      shape.tag === 'circle' && shape.attributes['class'] === 'g' ? [index] : [],
    );
    expect(dials).toHaveLength(2);
    for (const [season, start] of dials.entries()) {
      const dial = shapes.slice(start, dials[season + 1]);
      const [centre] = dial;
      const minutes = ({ x, y }: { x: number; y: number }) => {
        const turn = Math.atan2(x - number(centre, 'cx'), number(centre, 'cy') - y) / (2 * Math.PI);
        return Math.round(((turn + 1) % 1) * 1440);
      };
      /** From its first corner to the third, across the arc. */
      const parseHours = (path = '') => {
        const [, from = '', to = ''] = /^M([\d.-]+ [\d.-]+)L.*A.*? ([\d.-]+ [\d.-]+)L/.exec(path) ?? [];
        return [from, to].map((point) => minutes(pointsIn(point)[0] ?? { x: 0, y: 0 }));
      };
      const inMinutes = (hours = '') =>
        hours.split('–').map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)));
      const isNear = (drawn: number[], said: number[]) =>
        drawn.every((one, index) => Math.abs(((one - (said[index] ?? 0) + 720 + 1440) % 1440) - 720) <= 6);
      const sectors = dial.flatMap((shape, index) =>
        shape.tag === 'textPath' ? [{ name: shape.text, path: dial[index - 3]?.attributes['d'] }] : [],
      );
      expect(sectors.map(({ name }) => name)).toEqual(rows.slice(0, -1).map(([place]) => place));
      for (const [index, { name, path }] of sectors.entries())
        expect([name, parseHours(path), isNear(parseHours(path), inMinutes(rows[index]?.[season + 1]))]).toEqual([
          name,
          expect.anything(),
          true,
        ]);
      const together = dial.find(({ attributes }) => attributes['class'] === 'o')?.attributes['d'];
      expect(isNear(parseHours(together), inMinutes(rows.at(-1)?.[season + 1]))).toBe(true);
      // The numbers of the dial stand at their hours.
      const hours = dial.filter(({ tag, text }) => tag === 'text' && /^\d\d$/.test(text));
      expect(hours).toHaveLength(8);
      for (const hour of hours)
        expect(isNear([minutes({ x: number(hour, 'x'), y: number(hour, 'y') - 4 })], [Number(hour.text) * 60])).toBe(
          true,
        );
    }
  });

  test('the composition of an index has areas in proportion to the shares, the largest member first', async () => {
    const { shapes } = await fetchDrawing('/indices', 'composition', crop);
    const areas = shapes.flatMap((shape, index) => {
      if (shape.tag !== 'rect' || !['s', 't'].includes(shape.attributes['class'] ?? '')) return [];
      const next = shapes.slice(index + 1).findIndex(({ tag }) => tag === 'rect');
      const words = shapes
        .slice(index + 1, next < 0 ? undefined : index + 1 + next)
        .map(({ text }) => text)
        .join(' ');
      const share = /([\d.]+)%/.exec(words)?.[1];
      return [
        {
          rest: shape.attributes['class'] === 't',
          share: Number(share),
          area: (number(shape, 'width') + 2) * (number(shape, 'height') + 2),
        },
      ];
    });
    const indices: (typeof areas)[] = [[]];
    for (const area of areas) {
      indices.at(-1)?.push(area);
      if (area.rest) indices.push([]);
    }
    indices.pop();
    expect(indices.length).toBeGreaterThan(1);
    for (const parts of indices) {
      const totalArea = parts.reduce((sum, { area }) => sum + area, 0);
      for (const { share, area } of parts.filter((part) => !Number.isNaN(part.share)))
        expect((area / totalArea) * 100).toBeCloseTo(share, 0);
      const members = parts.slice(0, -1).map(({ area }) => area);
      expect(members).toEqual(members.toSorted((one, other) => other - one));
    }
    expect(areas.filter(({ share }) => !Number.isNaN(share)).length).toBeGreaterThan(areas.length / 2);
  });

  test('a weekend has candles of two markets on their days, at their prices, in their colours', async () => {
    const { shapes } = await fetchDrawing('/crypto', 'weekend-gap', crop);
    const candles = shapes.flatMap((shape, index) => {
      const wick = shapes[index - 1];
      if (shape.tag !== 'rect' || !['s', 'c'].includes(shape.attributes['class'] ?? '')) return [];
      const [x = 0, top = 0, bottom = 0] = numbersIn(wick?.attributes['d'] ?? '');
      return [
        {
          falls: shape.attributes['class'] === 'c',
          wick: wick?.attributes['class'],
          x,
          top,
          bottom,
          y: number(shape, 'y'),
          height: number(shape, 'height'),
        },
      ];
    });
    const second = candles.findIndex(({ x }, index) => index > 0 && x < (candles[index - 1]?.x ?? 0));
    for (const [symbol, drawn] of [
      ['BTCUSD', candles.slice(0, second)],
      ['US500', candles.slice(second)],
    ] as const) {
      const bars = readBars(symbol).slice(-drawn.length);
      expect(drawn.length).toBeGreaterThan(8);
      expect(increases(drawn.map(({ x }) => x))).toBe(true);
      const places = drawn.flatMap(({ falls, wick, top, bottom, y, height }, index) => {
        const { open = 0, high = 0, low = 0, close = 0 } = bars[index] ?? {};
        expect([symbol, bars[index]?.date, falls, wick]).toEqual([
          symbol,
          bars[index]?.date,
          close < open,
          close < open ? 'C' : 'S',
        ]);
        const body = [{ value: Math.max(open, close), y }];
        if (height > 1.5) body.push({ value: Math.min(open, close), y: y + height });
        return [{ value: high, y: top }, { value: low, y: bottom }, ...body];
      });
      expect(misplaced(places, 1.01)).toEqual([]);
    }
  });

  test('the cost by volume has lines that end at their amounts, and highlights the cheapest account', async () => {
    const { shapes } = await fetchDrawing('/account-types', 'cost-by-volume', crop);
    const lines = shapes.flatMap((shape, index) => {
      if (shape.tag !== 'circle') return [];
      const [, startY = 0, , endY = 0] = numbersIn(shapes[index - 1]?.attributes['d'] ?? '');
      const words = shapes.slice(index + 1, index + 5).map(({ text }) => text);
      const amount = words
        .find((word) => word.startsWith('USD '))
        ?.slice(4)
        .replaceAll(',', '');
      return [
        {
          rise: startY - endY,
          amount: Number(amount),
          strong: shape.attributes['class'] === 's',
          x: number(shape, 'cx'),
          startY,
        },
      ];
    });
    expect(lines.length).toBeGreaterThanOrEqual(6);
    const panels = Map.groupBy(lines, ({ x, startY }) => `${x} ${startY}`);
    expect(panels.size).toBe(2);
    for (const panel of panels.values()) {
      const scale = panel.map(({ rise, amount }) => rise / amount);
      for (const one of scale) expect(one / (scale[0] ?? 1)).toBeCloseTo(1, 1);
      const minAmount = Math.min(...panel.map(({ amount }) => amount));
      expect(panel.map(({ strong }) => strong)).toEqual(panel.map(({ amount }) => amount === minAmount));
    }
  });
});
