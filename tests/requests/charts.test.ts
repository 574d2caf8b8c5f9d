/** Compares charts and bands in pages with the demonstration's daily prices and with the text next to them. `diagrams.test.ts` has the other drawings. */
import sharp from 'sharp';
import { describe, expect, inject, test } from 'vitest';
import {
  type Bar,
  type Place,
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

/** `30 October 2026`. */
const day = (bar: Bar | undefined) =>
  new Date(bar?.date ?? '').toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

/** Reads the rules inside the rule of a class, from the inlined style of a page. */
function findRules(html: string, className: string): string[] {
  const [rule = ''] = new RegExp(`\\.${className}-[\\w-]+\\{(?:[^{}]|\\{[^{}]*\\})*\\}`).exec(html) ?? [];
  return [...rule.matchAll(/& ([^{};]+\{[^{}]*\})/g)].map(([, inner = '']) => inner);
}

describe('the chart of an instrument', () => {
  test.each(['EURUSD', 'XAUUSD', 'AAPL'])(
    'has sixty candles, in order, at their prices, in their colours: %s',
    async (symbol) => {
      const bars = readBars(symbol);
      const html = await get(`/cfd-asset-list/${symbol.toLowerCase()}`);
      const [figure = ''] = /<figure class="chart-.*?<\/figure>/s.exec(html) ?? [];
      const [wicks = '', rises = '', falls = ''] = shapesIn(figure).map(({ attributes }) => attributes['d'] ?? '');
      const lines = wicks.split('M').slice(1).map(numbersIn);
      expect(lines).toHaveLength(bars.length);
      expect(increases(lines.map(([x = 0]) => x))).toBe(true);
      const bodies = (path: string) =>
        path
          .split('M')
          .slice(1)
          .map(numbersIn)
          .map(([x = 0, top = 0, width = 0, height = 0]) => ({ middle: x + width / 2, top, bottom: top + height }));
      const rise = new Map(bodies(rises).map((body) => [body.middle, body]));
      const fall = new Map(bodies(falls).map((body) => [body.middle, body]));
      expect(rise.size + fall.size).toBe(bars.length);
      const places: Place[] = [];
      for (const [index, { open, high, low, close }] of bars.entries()) {
        const [x = 0, top = 0, bottom = 0] = lines[index] ?? [];
        const body = (close >= open ? rise : fall).get(x);
        expect([bars[index]?.date, body !== undefined]).toEqual([bars[index]?.date, true]);
        places.push(
          { value: high, y: top },
          { value: low, y: bottom },
          { value: Math.max(open, close), y: body?.top ?? 0 },
        );
        // A candle body that is thinner than a line is drawn as a line.
        if (body && body.bottom - body.top > 1) places.push({ value: Math.min(open, close), y: body.bottom });
      }
      expect(misplaced(places, 1.01)).toEqual([]);
      // The scale beside it, the days below it, and the sentence for those who do not see it.
      const digits = symbol === 'EURUSD' ? 5 : 2;
      const price = (value: number) =>
        value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
      const [highest, lowest] = [Math.max(...bars.map(({ high }) => high)), Math.min(...bars.map(({ low }) => low))];
      const words = [...figure.matchAll(/<span>([^<]*)<\/span>/g)].map(([, word]) => word);
      expect(words).toEqual([
        price(highest),
        price((highest + lowest) / 2),
        price(lowest),
        day(bars[0]),
        day(bars.at(-1)),
      ]);
      expect(/aria-label="([^"]*)"/.exec(figure)?.[1]).toMatch(
        new RegExp(
          `from ${day(bars[0])} to ${day(bars.at(-1))}: between ${price(lowest)} and ${price(highest)}, last close ${price(bars.at(-1)?.close ?? 0)}\\.$`,
        ),
      );
      expect(tableAfter(html, '<details class="table-').slice(1)).toEqual(
        bars.toReversed().map(({ date, open, high, low, close }) => [date, ...[open, high, low, close].map(price)]),
      );
      // The second path has the rising candles.
      expect(findRules(html, 'chart')).toEqual(
        expect.arrayContaining(['path{fill:var(--sage)}', 'path:last-child{fill:var(--clay)}']),
      );
    },
  );
});

describe('small charts', () => {
  test('follow the closes of their instruments in the list, and a fall has the colour of losses', async () => {
    const html = await get('/cfd-asset-list');
    const rows = [
      ...html.matchAll(
        /<b>([A-Z\d]+)<\/b>.*?<svg class="(spark-[^"]*)".*?<path d="([^"]*)"><\/path><\/svg><span[^>]*>Trend: ([^%]*)%/gs,
      ),
    ];
    expect(rows.length).toBeGreaterThan(20);
    const directions = new Set<boolean>();
    for (const [, symbol = '', classes = '', path = '', change = ''] of rows) {
      const points = pointsIn(path);
      expect(increases(points.map(({ x }) => x))).toBe(true);
      // Every third day, ending with the last.
      const closes = readBars(symbol).map(({ close }) => close);
      const shown = closes.filter((_, index) => (closes.length - 1 - index) % 3 === 0);
      expect([symbol, points.length]).toEqual([symbol, shown.length]);
      expect(
        misplaced(
          shown.map((value, index) => ({ value, y: points[index]?.y ?? 0 })),
          0.51,
        ),
      ).toEqual([]);
      const [first = 0, last = 0] = [shown[0], shown.at(-1)];
      expect([symbol, change.replace('−', '-')]).toEqual([symbol, ((last / first - 1) * 100).toFixed(1)]);
      expect([symbol, classes.includes('falling-')]).toEqual([symbol, last < first]);
      directions.add(last < first);
    }
    expect(directions.size).toBe(2);
    expect(html).toMatch(/\.falling-[\w-]+\{stroke:var\(--clay\)\}/);
  });

  test('show the instrument of a worked example', async () => {
    const [line = ''] = /<svg class="line-.*?<\/svg>.*?<\/figure>/s.exec(await get('/forex')) ?? [];
    const points = pointsIn(shapesIn(line)[1]?.attributes['d'] ?? '');
    const closes = readBars('EURUSD').map(({ close }) => close);
    expect([points.length, increases(points.map(({ x }) => x))]).toEqual([closes.length, true]);
    expect(
      misplaced(
        closes.map((value, index) => ({ value, y: points[index]?.y ?? 0 })),
        0.11,
      ),
    ).toEqual([]);
    expect(line).toContain(`between ${Math.min(...closes).toLocaleString('en-US', { minimumFractionDigits: 5 })} and`);
  });
});

/** Parses the open minutes of a week from its text, such as `Mon–Wed 01:00–13:45, 14:30–19:20 · Sun 22:05 – Fri 21:55`. */
function openMinutes(words: string): boolean[] {
  const week = 7 * 1440;
  const open = Array.from({ length: week }, () => false);
  const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
  const parseMinute = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  const mark = (from: number, to: number) => {
    for (let minute = from; minute < (to > from ? to : to + week); minute += 1) open[minute % week] = true;
  };
  for (const part of words.split('·').map((text) => text.replaceAll('\u2060', '').trim())) {
    const across = /^(\w{3}) ([\d:]{5}) – (\w{3}) ([\d:]{5})$/.exec(part);
    if (across) {
      const [, from = '', opens = '', to = '', closes = ''] = across;
      mark(days.indexOf(from) * 1440 + parseMinute(opens), days.indexOf(to) * 1440 + parseMinute(closes));
      continue;
    }
    const [, from = '', to = from, times = ''] = /^(\w{3})(?:–(\w{3}))? (.*)$/.exec(part) ?? [];
    const first = days.indexOf(from);
    const count = ((days.indexOf(to) - first + 7) % 7) + 1;
    for (let index = 0; index < count; index += 1)
      for (const [, opens = '', closes = ''] of times.matchAll(/([\d:]{5})–([\d:]{5})/g)) {
        const start = ((first + index) % 7) * 1440;
        const [begins, ends] = [parseMinute(opens), parseMinute(closes)];
        mark(start + begins, start + ends + (ends <= begins ? 1440 : 0));
      }
  }
  return open;
}

test('the drawn week of each market is the same as its text, from Monday to Sunday', async () => {
  // A week without holidays, and without a change of clocks.
  const html = await get('/trading-hours?week=2026-10-05');
  const markets = [
    ...html.matchAll(
      /<li id="([\w-]+)"><h3>.*?<svg class="band-.*?<path class="open-[^"]*" d="([^"]*)".*?<p class="times-[^"]*">(.*?)<\/p>/gs,
    ),
  ];
  expect(markets.length).toBeGreaterThan(25);
  for (const [, id = '', path = '', times = ''] of markets) {
    const drawn = Array.from({ length: 7 * 1440 }, () => false);
    for (const [x = 0, , length = 0] of path.split('M').slice(1).map(numbersIn)) drawn.fill(true, x, x + length);
    const words = times.replace(/<[^>]*>/g, '');
    const openMinutesInText = openMinutes(words);
    expect([id, words, drawn.findIndex((open, minute) => open !== openMinutesInText[minute])]).toEqual([id, words, -1]);
  }
  // Summer time: Frankfurt is two hours ahead.
  expect(html).toMatch(/<li id="xetra">.*?<span translate="no">Mon–Fri 07:00–15:30<\/span>/s);
  expect(html.match(/class="days-[^"]*" d="([^"]*)"/)?.[1]).toBe(
    Array.from({ length: 7 }, (_, index) => `M${index * 1440} 0v20`).join(''),
  );
});

test('the picture for social networks has the line of the instrument, from left to right, higher is more', async () => {
  const html = await get('/cfd-asset-list/eurusd');
  const [, path = ''] = /property="og:image" content="[^"]*?(\/share-pictures\/[^"]*)"/.exec(html) ?? [];
  const picture = sharp(Buffer.from(await (await fetch(`${siteUrl}${path}`)).arrayBuffer()));
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  /** Finds the pixels of a colour in the lower half, which has the line. */
  const findPixels = (colour: readonly number[]) => {
    const found: { x: number; y: number }[] = [];
    for (let y = info.height / 2; y < info.height; y += 1)
      for (let x = 0; x < info.width; x += 1) {
        const start = (y * info.width + x) * info.channels;
        if (colour.every((value, channel) => Math.abs((data[start + channel] ?? 0) - value) < 24)) found.push({ x, y });
      }
    return found;
  };
  const middle = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const line = Map.groupBy(findPixels([0x86, 0xc7, 0xa4]), ({ x }) => x);
  const end = findPixels([0xe0, 0xa5, 0x52]);
  const [left, right] = [Math.min(...line.keys()), middle(end.map(({ x }) => x))];
  const closes = readBars('EURUSD').map(({ close }) => close);
  // The last value has a separate mark, and the first is only the start of the line.
  const places = closes.slice(1, -1).map((value, index) => {
    const column = line.get(Math.round(left + ((index + 1) / (closes.length - 1)) * (right - left))) ?? [];
    return { value, y: middle(column.map(({ y }) => y)) };
  });
  expect(misplaced([...places, { value: closes.at(-1) ?? 0, y: middle(end.map(({ y }) => y)) }], 6)).toEqual([]);
});
