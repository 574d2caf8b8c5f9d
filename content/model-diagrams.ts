/** The kinds of the block `diagram`, and the points that editors write for them. */
import type { ClockMinutes, Weekday } from './model-hours.ts';

/**
 * `sessions`: the business hours of places on a clock. `composition`: the members of an index. `releases`: the week's publications.
 * `corporate-actions`: a dividend and a split. `weekend-gap`: the effect of a weekend on an open and on a closed market.
 * `cost-by-volume`: the cost of a month on each account. `client-money`: the path of a client's money.
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

/** A local time or span, on every day or on one day of the week. */
export interface DiagramTime {
  weekday: Weekday | null;
  from: ClockMinutes;
  to: ClockMinutes | null;
  /** IANA name. */
  zone: string;
}

export interface DiagramPoint {
  label: string;
  /** The group of the point (`diagramGroups`), or a symbol. */
  group: string | null;
  value: number | null;
  time: DiagramTime | null;
  text: string | null;
}

/** The required points of each kind, by the name of their group. */
export const diagramGroups = {
  'corporate-actions': ['dividend', 'withholding', 'split'],
  'client-money': ['client', 'bank', 'company', 'creditors', 'deposit', 'withdrawal', 'result', 'barred'],
} as const satisfies Partial<Record<DiagramKind, readonly string[]>>;

/** Points of this group mark hours in which two places trade at the same time. */
export const togetherGroup = 'together';
