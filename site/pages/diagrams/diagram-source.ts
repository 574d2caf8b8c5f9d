/** The reader and the formats that all kinds of diagrams share. */
import { exact, roundTo, multiply } from '../../../content/costs/exact.ts';
import { findWallTime } from '../../../content/hours/zoned-time.ts';
import { type Locale, localeRecords } from '../../../content/locales.ts';
import { dayTag } from '../../../content/replica/tags.ts';
import type { Instrument } from '../../../content/model.ts';
import type { Diagram } from '../../../content/model-blocks.ts';
import type { DiagramPoint } from '../../../content/model-diagrams.ts';
import type { DiagramFigures } from '../../drawings/diagram-figures.ts';
import { type InstrumentSource, findBySymbol } from '../../instruments/find-instruments.ts';
import { capitalize } from '../../i18n/day-names.ts';
import { type Translate, translator } from '../../i18n/translate.ts';
import type { CostWriter } from '../../ui/costs/cost-writer.ts';
import { createLocalizedCostWriter } from '../../ui/costs/localized-cost-writer.ts';

export interface DiagramSource extends InstrumentSource {
  t: Translate;
  writer: CostWriter;
}

export function createDiagramSource({ read, locale }: InstrumentSource): DiagramSource {
  return { read, locale, t: translator(locale), writer: createLocalizedCostWriter(locale) };
}

/** Computes the figures of a diagram; null when a required document does not exist. */
export type ComputeFigures = (block: Diagram, source: DiagramSource) => Omit<DiagramFigures, 'locale'> | null;

export function findInstruments({ instruments }: Diagram, source: DiagramSource): Instrument[] {
  return instruments.flatMap((symbol) => findBySymbol(symbol, source) ?? []);
}

/** Returns a point of a group. The parser guarantees that it exists. */
export function findPoint({ points }: Diagram, group: string): DiagramPoint {
  const found = points.find((point) => point.group === group);
  return found ?? { label: '', group, value: null, time: null, text: null };
}

export function formatList(names: readonly string[], locale: Locale): string {
  return new Intl.ListFormat(localeRecords[locale].format, { type: 'conjunction' }).format(names);
}

/** Formats a fraction as a change with its sign: `+1.93%`. */
export function formatChange(fraction: number, { writer }: DiagramSource): string {
  const plain = roundTo(multiply(exact(fraction), 100), 2);
  return `${plain.startsWith('-') || Number(plain) === 0 ? '' : '+'}${writer.percent(plain)}`;
}

/** Lists a day in January and one in July of this year: one in standard time, one in daylight saving time. */
export function listSeasonDays({ read }: DiagramSource): readonly [january: string, july: string] {
  read.note([dayTag]);
  const year = findWallTime(Date.now(), 'UTC').date.slice(0, 4);
  return [`${year}-01-14`, `${year}-07-15`];
}

/** Formats the month of a date as a heading. */
export function formatMonth(date: string, locale: Locale): string {
  const format = new Intl.DateTimeFormat(localeRecords[locale].format, { month: 'long', timeZone: 'UTC' });
  return capitalize(format.format(new Date(date)), locale);
}

/** Formats a date: `9 Oct`. */
export function formatDay(date: string, locale: Locale): string {
  const format = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(localeRecords[locale].format, format).format(new Date(date));
}
