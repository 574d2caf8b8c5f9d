/** The fields of the block `diagram`, and the instruments and points that each kind of diagram requires, so that no picture is wrong. */
import * as v from 'valibot';
import {
  type DiagramKind,
  type DiagramPoint,
  type DiagramTime,
  diagramGroups,
  diagramKinds,
} from '../model-diagrams.ts';
import type { Weekday } from '../model-hours.ts';
import { zoneSchema } from './calendar-lines.ts';
import { instrumentNames, list, number, orNull, requiredText, text } from './wire-pieces.ts';

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const timeLine =
  /^(?:(?<weekday>Sun|Mon|Tue|Wed|Thu|Fri|Sat) )?(?<from>[0-2]\d:[0-5]\d)(?:-(?<to>[0-2]\d:[0-5]\d))? (?<zone>[A-Za-z_/+-]{3,40})$/;

function parseMinutes(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
}

const time = v.pipe(
  orNull(text),
  v.rawTransform<string | null, DiagramTime | null>(({ dataset, addIssue, NEVER }) => {
    if (dataset.value === null) return null;
    const { weekday, from = '', to, zone = '' } = timeLine.exec(dataset.value)?.groups ?? {};
    const minutes = [from, ...(to ? [to] : [])].map(parseMinutes);
    if (!from || minutes.some((one) => one > 1440) || !v.is(zoneSchema, zone)) {
      addIssue({ message: 'must be a time like “08:00-17:00 Europe/London” or “Wed 10:30 America/New_York”' });
      return NEVER;
    }
    return {
      weekday: weekday ? (weekdays.indexOf(weekday) as Weekday) : null,
      from: parseMinutes(from),
      to: to ? parseMinutes(to) : null,
      zone,
    };
  }),
);

const maxPoints = 40;

export const diagramFields = {
  kind: v.picklist(diagramKinds),
  instruments: v.pipe(instrumentNames, v.maxLength(6, 'at most 6 symbols')),
  points: v.pipe(
    list(
      v.object({
        label: requiredText,
        group: orNull(text),
        value: orNull(number),
        time,
        text: orNull(text),
      }),
    ),
    v.maxLength(maxPoints, `at most ${maxPoints} points`),
  ),
};

/** The number of symbols that each kind needs. */
const symbolCounts: Record<DiagramKind, readonly [least: number, most: number]> = {
  sessions: [0, 0],
  composition: [1, 3],
  releases: [1, 1],
  'corporate-actions': [1, 1],
  'weekend-gap': [2, 2],
  'cost-by-volume': [1, 1],
  'client-money': [0, 0],
};

function findPointProblem(
  kind: DiagramKind,
  points: readonly DiagramPoint[],
  symbols: readonly string[],
): string | null {
  const groups: readonly string[] = kind === 'corporate-actions' || kind === 'client-money' ? diagramGroups[kind] : [];
  const wrongGroup = groups.find((group) => points.filter((point) => point.group === group).length !== 1);
  if (wrongGroup) return `needs one point of the group “${wrongGroup}”`;
  switch (kind) {
    case 'sessions':
      return points.length >= 2 && points.every(({ time: at }) => at && at.to !== null && at.weekday === null)
        ? null
        : 'needs two points or more, each with a time like “08:00-17:00 Europe/London”';
    case 'releases':
      return points.length > 0 && points.every(({ time: at }) => at && at.weekday !== null && at.to === null)
        ? null
        : 'needs points with a time like “Wed 10:30 America/New_York”';
    case 'composition': {
      const wrongSymbol = symbols.find((symbol) => {
        const members = points.filter(({ group }) => group === symbol);
        const sum = members.reduce((total, { value }) => total + (value ?? 0), 0);
        return members.filter(({ value }) => value === null).length > 1 || members.length < 2 || sum <= 0 || sum > 100;
      });
      return wrongSymbol
        ? `needs points of the group “${wrongSymbol}” with shares of 100, and at most one without a value for the rest`
        : null;
    }
    case 'corporate-actions':
      return points.every(({ value }) => value !== null && value > 0) ? null : 'each point needs a value above zero';
    case 'cost-by-volume':
      return points.length > 0 && points.every(({ value }) => value !== null && value >= 0 && value <= 60)
        ? null
        : 'needs points whose values are nights, from 0 to 60';
    default:
      return null;
  }
}

interface DiagramData {
  kind: DiagramKind;
  instruments: readonly string[];
  points: readonly DiagramPoint[];
}

/** @returns a sentence about missing or wrong data; null when the diagram can be drawn. */
export function findDiagramProblem({ kind, instruments, points }: DiagramData): string | null {
  const [min, max] = symbolCounts[kind];
  if (instruments.length >= min && instruments.length <= max) return findPointProblem(kind, points, instruments);
  return `must name ${min === max ? String(min) : `${min} to ${max}`} symbols`;
}
