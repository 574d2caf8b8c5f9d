/** The data of a row of the asset list, and of its details: costs on every account, hours and a small chart. */
import type { AccountType, Instrument } from '../../../content/model.ts';
import { dayTag } from '../../../content/replica/tags.ts';
import type { LoaderContext } from '../../page/page-module.ts';
import { getFigureTexts } from '../../instruments/figure.ts';
import { describeWeekInUtc } from '../hours/hours-words.ts';
import { listAccountCosts } from './instrument-terms.ts';

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
const daysPerPoint = 3;

/** Builds the rows of instruments by their ids; skips instruments that no longer exist. */
export function buildAssetRows(
  ids: readonly string[],
  accounts: readonly AccountType[],
  { read, locale, t }: LoaderContext,
): AssetRowData[] {
  // The hours are those of this week.
  read.note([dayTag]);
  const today = new Date().toISOString().slice(0, 10);
  const words = { ...getFigureTexts(locale), locale };
  /** Many instruments share a calendar. */
  const hours = new Map<string, string | null>();
  return ids.flatMap((id) => {
    const instrument = read.get('instrument', id, locale);
    if (!instrument) return [];
    if (!hours.has(instrument.calendar)) {
      const calendar = read.get('trading-calendar', instrument.calendar, locale);
      const values = calendar && { market: calendar.name, hours: describeWeekInUtc(calendar, today, locale) };
      hours.set(instrument.calendar, values && t('instruments.rowHours', values));
    }
    const bars = read.get('price-history', id, locale)?.bars;
    return {
      instrument,
      costs: listAccountCosts(instrument, accounts, words),
      hours: hours.get(instrument.calendar) ?? null,
      closes:
        bars?.filter((_, index) => (bars.length - 1 - index) % daysPerPoint === 0).map(({ close }) => close) ?? null,
    };
  });
}
