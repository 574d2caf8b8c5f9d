/** Plans an import: compares it with the existing instruments. Instruments that the file does not name stay unchanged. */
import { isDeepStrictEqual } from 'node:util';
import type { WireInstrument } from '../../content/feed/instrument-file.ts';

interface FigureChange {
  /** The column of the file: `spread.prime`. */
  column: string;
  before: unknown;
  after: unknown;
}

export interface ImportPlan {
  added: WireInstrument[];
  changed: { after: WireInstrument; figures: FigureChange[] }[];
  /** How many instruments the file names without a change. */
  unchanged: number;
  /** How many instruments the file does not name. */
  unnamed: number;
  /** All instruments after the import: existing ones in their order, then new ones. */
  all: WireInstrument[];
}

/** Reads the figures of some fields by column. Converts times to one form, because some stores write them with milliseconds. */
function readFigures(instrument: WireInstrument, fields: readonly string[]): Map<string, unknown> {
  const figures = new Map<string, unknown>();
  for (const field of fields) {
    const value = instrument[field];
    if (field === 'terms') {
      for (const { account, ...terms } of (value ?? []) as Record<string, unknown>[])
        for (const [name, figure] of Object.entries(terms)) figures.set(`${name}.${String(account)}`, figure);
    } else {
      const instant = field === 'pricedAt' ? Date.parse(String(value)) : Number.NaN;
      figures.set(field, Number.isNaN(instant) ? value : new Date(instant).toISOString());
    }
  }
  return figures;
}

function differences(before: WireInstrument, after: WireInstrument): FigureChange[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => field !== 'id' && field !== 'updatedAt' && !isDeepStrictEqual(before[field], after[field]),
  );
  const [old, next] = [readFigures(before, fields), readFigures(after, fields)];
  return [...new Set([...old.keys(), ...next.keys()])]
    .map((column) => ({ column, before: old.get(column) ?? null, after: next.get(column) ?? null }))
    .filter((figure) => figure.before !== figure.after);
}

/** Plans the changes. @param now the time of change of changed instruments, unless the file has a new one. */
export function planImport(
  current: readonly WireInstrument[],
  incoming: readonly WireInstrument[],
  now: string,
): ImportPlan {
  const byId = new Map(incoming.map((one) => [one.id, one]));
  const plan: ImportPlan = { added: [], changed: [], unchanged: 0, unnamed: 0, all: [] };
  for (const before of current) {
    const after = byId.get(before.id);
    byId.delete(before.id);
    const figures = after ? differences(before, after) : [];
    if (!after) plan.unnamed += 1;
    else if (figures.length === 0) plan.unchanged += 1;
    else {
      const dated = { ...after, updatedAt: after['updatedAt'] === before['updatedAt'] ? now : after['updatedAt'] };
      plan.changed.push({ after: dated, figures });
      plan.all.push(dated);
      continue;
    }
    plan.all.push(before);
  }
  plan.added.push(...byId.values());
  plan.all.push(...plan.added);
  return plan;
}

const formatValue = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : 'nothing';

/** Formats the plan for a person. */
export function changeLines({ added, changed, unchanged, unnamed }: ImportPlan): string[] {
  return [
    ...added.map(({ symbol }) => `new: ${symbol}`),
    ...changed.flatMap(({ after, figures }) =>
      figures.map(
        (figure) => `${after.symbol}, ${figure.column}: ${formatValue(figure.before)} → ${formatValue(figure.after)}`,
      ),
    ),
    `${added.length} new, ${changed.length} changed, ${unchanged} as they are; ${unnamed} that the file does not name stay.`,
  ];
}
