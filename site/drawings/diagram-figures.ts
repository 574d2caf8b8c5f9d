/** The data of diagrams: every figure as text in the language, and the numbers that position it. */
import type { ReactElement } from 'react';
import type { Locale } from '../../content/locales.ts';

/** The widths of a drawing: for a desktop, a tablet, a phone. */
export const diagramCrops = ['wide', 'medium', 'narrow'] as const;
export type DiagramCrop = (typeof diagramCrops)[number];

/** The widths in units of the drawing, which are CSS pixels at its full size. */
export const diagramWidths: Record<DiagramCrop, number> = { wide: 1200, medium: 736, narrow: 344 };

export const minutesPerDay = 1440;

/** A span of the day in minutes of UTC; `to` is beyond 1440 where it goes on after midnight. */
interface DaySpan {
  from: number;
  to: number;
  /** `08:00–17:00`. */
  hours: string;
}

export interface SessionsFigures {
  kind: 'sessions';
  /** Winter, then summer, of the northern half of the world. */
  seasons: { name: string; sessions: (DaySpan & { name: string })[]; together: DaySpan | null }[];
  /** The most traded instruments of each session, in the order of the sessions. */
  texts: string[];
  together: string;
  utc: string;
}

export interface CompositionFigures {
  kind: 'composition';
  indices: {
    symbol: string;
    name: string;
    /** In percent; the last one is the rest. */
    parts: { name: string; share: number; text: string; rest: boolean }[];
  }[];
}

export interface ReleasesFigures {
  kind: 'releases';
  /** Monday to Friday. */
  days: {
    name: string;
    /** When the market is open in winter, in minutes of the day, UTC. */
    open: { from: number; to: number }[];
    releases: { name: string; at: number; winter: string; summer: string; text: string }[];
  }[];
  openText: string;
  utc: string;
}

/** A change of money: the height of its bar, and its texts. */
interface Step {
  label: string;
  amount: number;
  text: string;
}

export interface CorporateFigures {
  kind: 'corporate-actions';
  dividend: { title: string; text: string; sides: { name: string; steps: Step[]; left: Step }[] };
  split: { title: string; text: string; before: SplitSide; after: SplitSide; value: string };
}

interface SplitSide {
  name: string;
  shares: number;
  sharesText: string;
  price: number;
  priceText: string;
}

export interface WeekendFigures {
  kind: 'weekend-gap';
  /** Days in a row, oldest first. */
  days: { date: string; name: string; weekend: boolean }[];
  markets: {
    name: string;
    /** Daily prices by the index of their day; a market that is closed has none. */
    bars: { day: number; open: number; high: number; low: number; close: number }[];
    /** Weekend gaps: the close before, and the opening or close after; `from` and `to` are indexes of days. */
    weekends: { from: number; to: number; before: number; after: number; text: string }[];
    text: string;
  }[];
}

export interface VolumeFigures {
  kind: 'cost-by-volume';
  panels: {
    title: string;
    /** Cheapest last, because they are read from the top. */
    lines: { name: string; most: number; text: string; cheapest: boolean }[];
    /** The top of the plot, and half of it. */
    most: number;
    mostText: string;
    halfText: string;
  }[];
  /** Lots a month at the right end, and in the steps of the axis. */
  lots: { end: number; text: string };
  ticks: { share: number; text: string }[];
}

interface Node {
  label: string;
  text: string;
}

export interface MoneyFigures {
  kind: 'client-money';
  nodes: Record<'client' | 'bank' | 'company' | 'creditors', Node>;
  ways: Record<'deposit' | 'withdrawal' | 'result' | 'barred', Node>;
}

export type AnyDiagram =
  | SessionsFigures
  | CompositionFigures
  | ReleasesFigures
  | CorporateFigures
  | WeekendFigures
  | VolumeFigures
  | MoneyFigures;

export interface DiagramTable {
  caption: string;
  head: string[];
  rows: string[][];
}

export interface DiagramFigures {
  locale: Locale;
  drawing: AnyDiagram;
  /** A sentence that describes the drawing, for people who cannot see it. */
  alt: string;
  /** The same figures as a table. */
  table: DiagramTable;
}

/** A drawing for one width, with its height. */
export interface Drawn {
  height: number;
  content: ReactElement;
}
