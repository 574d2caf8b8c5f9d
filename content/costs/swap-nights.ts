/** Finds the evenings that book a swap, and how many nights each counts. */
import type { CostInstrument } from './cost-types.ts';

type TripleDay = CostInstrument['tripleSwapDay'];

/** The days of the week, from Monday. */
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type WeekdayName = (typeof weekdays)[number];

export interface SwapNight {
  /** ISO date of the evening. */
  date: string;
  weekday: WeekdayName;
  /** Nights that the evening books: 3 on the triple day, 0 at weekends if there is a triple day, else 1. */
  counts: 0 | 1 | 3;
}

const day = 86_400_000;

/** Finds the weekday of an ISO date. */
export function findWeekdayName(date: string): WeekdayName {
  return weekdays[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7] ?? 'monday';
}

/** Whether a position can be opened on a day: not at weekends, unless the market books every day. */
export function tradesOn(weekday: WeekdayName, tripleDay: TripleDay): boolean {
  return tripleDay === 'none' || (weekday !== 'saturday' && weekday !== 'sunday');
}

/**
 * Lists the evenings on which a position is held, weekends included. Seven nights in a row always count seven. Holidays are ignored: the specification
 * of an instrument says on which evening its triple night falls then.
 * @param from ISO date of the first evening.
 * @param nights a whole number, 0 or more.
 */
export function listSwapNights(from: string, nights: number, tripleDay: TripleDay): SwapNight[] {
  const first = Date.parse(`${from}T00:00:00Z`);
  return Array.from({ length: nights }, (_, index) => {
    const date = new Date(first + index * day).toISOString().slice(0, 10);
    const weekday = findWeekdayName(date);
    return { date, weekday, counts: weekday === tripleDay ? 3 : tradesOn(weekday, tripleDay) ? 1 : 0 };
  });
}
