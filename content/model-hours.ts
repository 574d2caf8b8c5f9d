/** When a market trades: the parts of the document type `trading-calendar`, all in the local time of the market's own zone. */

/** 0 is Sunday, as in `Date`. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** Minutes since midnight on a local clock, 0 to 1440. */
export type ClockMinutes = number;

/** A session that opens on each of some days of the week. It may last over midnight, for at most 24 hours. */
export interface Session {
  days: Weekday[];
  opens: ClockMinutes;
  /** Not later than `opens` means on the next day. */
  closes: ClockMinutes;
}

/**
 * A day on which a market does not keep its usual hours. It applies to the sessions that belong to the date: those that close on it.
 * So Christmas closes forex from 17:00 in New York on 24 December, when the session of the 25th would have begun.
 */
export interface ExceptionalDay {
  /** ISO date on the market's own calendar. */
  date: string;
  /** The minutes before and after which nothing trades, of which one may be as usual (null); `closed` on a day without trading. */
  hours: 'closed' | { from: ClockMinutes | null; until: ClockMinutes | null };
  /** Name of the occasion in the messages (`hours.occasions`); null when it has none there. */
  occasion: string | null;
}

/** The hours of a market, without its names. */
export interface MarketWeek {
  /** IANA name, such as `America/New_York`. */
  zone: string;
  sessions: Session[];
  exceptions: ExceptionalDay[];
}
