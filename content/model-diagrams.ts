/** What the block `diagram` draws: one picture for each kind, from what the site knows and from points that editors write. */
import type { ClockMinutes, Weekday } from './model-hours.ts';

/**
 * `sessions`: the day's clock of places. `composition`: what makes up an index. `releases`: the week's publications.
 * `corporate-actions`: a dividend and a split. `weekend-gap`: what a weekend does to a market that is open, and to one that is closed.
 * `cost-by-volume`: what a month costs on each account. `client-money`: where a client's money goes.
 */
export const diagramKinds = [
  'sessions',
  'composition',
  'releases',
  'corporate-actions',
  'weekend-gap',
  'cost-by-volume',
  'client-money',
] as const;
export type DiagramKind = (typeof diagramKinds)[number];

/** A time on a local clock: of every day, or of one day of the week; with an end where it is a span. */
export interface DiagramTime {
  weekday: Weekday | null;
  from: ClockMinutes;
  to: ClockMinutes | null;
  /** IANA name. */
  zone: string;
}

export interface DiagramPoint {
  label: string;
  /** What the point is part of, or stands for: `diagramGroups`, or a symbol. */
  group: string | null;
  value: number | null;
  time: DiagramTime | null;
  text: string | null;
}

/** The points that a picture cannot do without, by the name of their group: each once. */
export const diagramGroups = {
  'corporate-actions': ['dividend', 'withholding', 'split'],
  'client-money': ['client', 'bank', 'company', 'creditors', 'deposit', 'withdrawal', 'result', 'barred'],
} as const satisfies Partial<Record<DiagramKind, readonly string[]>>;

/** Points of this group are drawn together: the hours in which both are awake. */
export const togetherGroup = 'together';
