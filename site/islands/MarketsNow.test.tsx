import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { packSpans } from '../../content/hours/week-view.ts';
import { plainText } from '../../content/plain-text.ts';
import type { HoursBoardProps } from '../ui/HoursBoard.tsx';
import { MarketsNow } from './MarketsNow.tsx';

const at = (moment: string) => Date.parse(`${moment}Z`);
const base = at('2026-11-20T00:00');
const days = [23, 24, 25, 27, 30];
const spans = days.map((date) => ({ opens: at(`2026-11-${date}T14:30`), closes: at(`2026-11-${date}T21:00`) }));
const board = {
  markets: [
    {
      id: 'us',
      name: 'US indices',
      trades: '',
      notes: [
        ['2026-11-26', '26 Nov: closed, Thanksgiving', null],
        ['2026-11-27', '27 Nov: closes at {time}', at('2026-11-27T21:00')],
      ],
    },
  ],
  shown: { base, covered: at('2026-12-02T00:00'), spans: [packSpans(spans, base)] },
  around: null,
  monday: null,
  thisMonday: '2026-11-23',
  words: {
    open: 'Open',
    closed: 'Closed',
    always: 'Does not close',
    weekdays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
    months: [],
  },
} as unknown as HoursBoardProps;
const words = {
  title: 'Today',
  open: 'Open, closes {time}',
  closed: 'Closed, opens {time}',
  closedToday: 'Closed today',
};

test.each([
  ['the server’s day', '2026-11-27', 'UTC', null, '14:30–21:00', '27 Nov: closes at 21:00'],
  ['the server’s holiday', '2026-11-26', 'UTC', null, 'Closed today', '26 Nov: closed, Thanksgiving'],
  ['an open market', '2026-11-27', 'Europe/Madrid', '2026-11-27T15:00', 'Open, closes 22:00', 'closes at 22:00'],
  ['before it opens', '2026-11-27', 'America/Bogota', '2026-11-27T06:00', 'Closed, opens 09:30', 'closes at 16:00'],
  ['a weekend', '2026-11-27', 'Europe/Madrid', '2026-11-28T15:00', 'Closed, opens Mon 15:30', ''],
  ['the visitor’s later day', '2026-11-26', 'Asia/Tokyo', '2026-11-26T15:30', 'opens 23:30', 'closes at Sat 06:00'],
])('%s: its hours, or whether it is open and until when, and what is unusual that day', (...given) => {
  const [, today, zone, moment, state, note] = given;
  const now = moment === null ? null : at(moment);
  const html = renderToStaticMarkup(
    <MarketsNow board={board} words={words} path="/trading-hours" today={today} zone={zone} now={now} clock="UTC" />,
  );
  expect(plainText(html)).toContain(state);
  expect(plainText(html)).toContain(note);
  expect(html.includes('<small>')).toBe(note !== '');
  expect(html).toContain('href="/trading-hours#us"');
});
