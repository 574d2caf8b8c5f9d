/** Four weeks of a market that is open at weekends above one that is not, from their daily prices. */
import { addDays, findWeekday } from '../../../content/hours/zoned-time.ts';
import type { Instrument } from '../../../content/model.ts';
import { type DiagramSource, type ComputeFigures, formatChange, formatDay, findInstruments } from './diagram-source.ts';

const weekends = 4;
const [friday, saturday, sunday] = [5, 6, 0] as const;

function readDailyBars({ id }: Instrument, { read, locale }: DiagramSource) {
  return read.get('price-history', id, locale)?.bars ?? [];
}

export const weekendFigures: ComputeFigures = (block, source) => {
  const { locale, t } = source;
  const [open, closed] = findInstruments(block, source);
  if (!open || !closed) return null;
  const last = readDailyBars(open, source).at(-1)?.date;
  if (!last) return null;
  const end = addDays(last, -((findWeekday(last) - friday + 7) % 7));
  const dates = Array.from({ length: weekends * 7 + 1 }, (_, index) => addDays(end, index - weekends * 7));
  const fridays = dates.flatMap((date, index) => (findWeekday(date) === friday && date !== end ? [index] : []));

  const buildMarket = (instrument: Instrument, isAlwaysOpen: boolean) => {
    const all = new Map(readDailyBars(instrument, source).map((bar) => [bar.date, bar]));
    const bars = dates.flatMap((date, day) => {
      const bar = all.get(date);
      return bar ? [{ day, open: bar.open, high: bar.high, low: bar.low, close: bar.close }] : [];
    });
    return {
      name: instrument.name,
      bars,
      text: t(isAlwaysOpen ? 'diagram.weekend.open' : 'diagram.weekend.closed'),
      weekends: fridays.flatMap((from) => {
        const before = bars.find(({ day }) => day === from);
        // A market that is closed on Monday, too, opens on the day after.
        const after = isAlwaysOpen
          ? bars.find(({ day }) => day === from + 2)
          : bars.find(({ day }) => day > from + 2 && day < from + 6);
        if (!before || !after) return [];
        const value = isAlwaysOpen ? after.close : after.open;
        const change = value / before.close - 1;
        return [
          { from, to: after.day, before: before.close, after: value, change, text: formatChange(change, source) },
        ];
      }),
    };
  };
  const markets = [buildMarket(open, true), buildMarket(closed, false)] as const;
  if (markets.some(({ weekends: shown }) => shown.length === 0)) return null;
  const [widest, gap] = markets.map(({ weekends: shown }) =>
    shown.reduce((one, other) => (Math.abs(other.change) > Math.abs(one.change) ? other : one)),
  );
  return {
    drawing: {
      kind: 'weekend-gap',
      days: dates.map((date) => {
        const weekday = findWeekday(date);
        return {
          date,
          name: weekday === friday ? formatDay(date, locale) : '',
          weekend: weekday === saturday || weekday === sunday,
        };
      }),
      markets: markets.map((one) => ({
        ...one,
        weekends: one.weekends.map(({ from, to, before, after, text }) => ({ from, to, before, after, text })),
      })),
    },
    alt: t('diagram.weekend.alt', {
      open: open.name,
      closed: closed.name,
      widest: widest?.text ?? '',
      gap: gap?.text ?? '',
    }),
    table: {
      caption: t('diagram.weekend.caption'),
      head: [
        t('diagram.weekend.after'),
        `${open.name}: ${t('diagram.weekend.open')}`,
        `${closed.name}: ${t('diagram.weekend.closed')}`,
      ],
      rows: fridays.map((from) => [
        formatDay(dates[from] ?? last, locale),
        ...markets.map(({ weekends: shown }) => shown.find((one) => one.from === from)?.text ?? '–'),
      ]),
    },
  };
};
