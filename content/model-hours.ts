/** The parts of the document type `trading-calendar`, in the local time of the market's zone. */

/** 0 is Sunday, as in `Date`. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** Minutes since midnight on a local clock, 0 to 1440. */
export type ClockMinutes = number;

/** A session on some days of the week. It may last over midnight, for at most 24 hours. */
export interface Session {
  days: Weekday[];
  opens: ClockMinutes;
  /** A time not later than `opens` is on the next day. */
  closes: ClockMinutes;
}

/**
 * A day with unusual hours. It applies to the sessions that close on the date: so Christmas closes forex from 17:00 in New York on 24 December,
 * when the session of the 25th would begin.
 */
export interface ExceptionalDay {
  /** ISO date on the market's own calendar. */
  date: string;
  /** The first and the last minute of trading, null when as usual; `closed` on a day without trading. */
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
