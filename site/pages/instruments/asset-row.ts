/** What a row of the asset list shows, and what it opens to: costs on every account, hours and a small chart. */
import type { AccountType, Instrument } from '../../../content/model.ts';
import type { DailyBar } from '../../../content/model-instruments.ts';
import { dayTag } from '../../../content/replica/tags.ts';
import { formatsOf } from '../../i18n/formats.ts';
import type { LoaderContext } from '../../page/page-module.ts';
import { hoursWords } from '../hours/hours-board.ts';
import { weekText } from '../hours/week-text.ts';
import { accountCosts } from './instrument-terms.ts';

export interface AssetRowData {
  instrument: Instrument;
  /** A line for each account that has it. */
  costs: string[];
  /** The market and its week in UTC; null without a calendar. */
  hours: string | null;
  /** Closing prices, a few of them: the drawing is small. */
  closes: readonly number[] | null;
}

/** Sample every third day, ending with the last. */
const daysOfAPoint = 3;

function closesOf(bars: readonly DailyBar[]): readonly number[] {
  return bars.filter((_, index) => (bars.length - 1 - index) % daysOfAPoint === 0).map(({ close }) => close);
}

/** Written once for each instrument: after a change of one of them the reader returns another object. */
const costLines = new WeakMap<Instrument, { accounts: readonly AccountType[]; lines: string[] }>();

function costsOf(instrument: Instrument, accounts: readonly AccountType[], { t, locale }: LoaderContext): string[] {
  const known = costLines.get(instrument);
  const isSame = known?.accounts.length === accounts.length && known.accounts.every((one, at) => one === accounts[at]);
  if (isSame) return known.lines;
  const lines = accountCosts(instrument, accounts, { t, number: formatsOf(locale).number, locale });
  costLines.set(instrument, { accounts, lines });
  return lines;
}

/** @returns null for an instrument that is gone. */
export function assetRow(id: string, accounts: readonly AccountType[], context: LoaderContext): AssetRowData | null {
  const { read, locale, t } = context;
  const instrument = read.get('instrument', id, locale);
  if (!instrument) return null;
  const calendar = read.get('trading-calendar', instrument.calendar, locale);
  const history = read.get('price-history', id, locale);
  // The hours are those of this week.
  read.note([dayTag]);
  const today = new Date().toISOString().slice(0, 10);
  return {
    instrument,
    costs: costsOf(instrument, accounts, context),
    hours:
      calendar &&
      t('instruments.rowHours', { market: calendar.name, hours: weekText(calendar, today, hoursWords(context)) }),
    closes: history && closesOf(history.bars),
  };
}
