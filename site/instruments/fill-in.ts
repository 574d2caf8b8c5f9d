/** Fills figures of instruments into the texts and tables of a document (docs/decisions/0029-figures-in-texts.md). */
import type { OnAlarm } from '../../base/alarm.ts';
import type { FillIn } from '../../content/replica/reader.ts';
import type { DocumentType } from '../../content/model.ts';
import { evaluate } from './expression.ts';
import { FigureFault, formatFigure, getFigureTexts } from './figure.ts';
import { findBySymbol } from './find-instruments.ts';
import { isInstrumentTable, fillRows } from './instrument-table.ts';
import { type Filling, findNamedFigure } from './instrument-values.ts';

/** `{{EURUSD.spread.prime}}`; braces that are not closed are ordinary text. */
const placeholder = /\{\{([^{}]*)\}\}/g;

/** Shown for a figure that cannot be found: the sign for “none” in tables. */
const noFigure = '–';

/** Evaluates the inside of a placeholder; null after a fault. */
function fillOne(inside: string, filling: Filling): string | null {
  try {
    const { figure, digits, signed } = evaluate(inside, (name) => findNamedFigure(name, filling));
    return formatFigure(figure, filling.words, digits, signed);
  } catch (error) {
    if (!(error instanceof FigureFault)) throw error;
    filling.onFault(`{{${inside}}} ${error.message}`);
    return null;
  }
}

/** Replaces the placeholders of a text with figures. */
function fillText(text: string, filling: Filling): string {
  return text.replace(
    placeholder,
    (typed, inside: string) => fillOne(inside, filling) ?? (filling.faultsAsTyped ? typed : noFigure),
  );
}

/** Reports a block that names an unknown instrument for its line. */
function reportUndrawn(value: object, filling: Filling): void {
  if (!('instrument' in value) || typeof value.instrument !== 'string') return;
  if (!findBySymbol(value.instrument, filling))
    filling.onFault(`a line is to be drawn of ${value.instrument}: there is no such instrument; it is left out`);
}

function fillValue(value: unknown, filling: Filling): unknown {
  if (typeof value === 'string') return value.includes('{{') ? fillText(value, filling) : value;
  if (Array.isArray(value)) return value.map((item) => fillValue(item, filling));
  if (typeof value !== 'object' || value === null) return value;
  const filledObject = Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, fillValue(item, filling)]),
  );
  reportUndrawn(filledObject, filling);
  return isInstrumentTable(filledObject) ? { ...filledObject, rows: fillRows(filledObject, filling) } : filledObject;
}

/** Whether the stored text of a document contains a placeholder. Must be fast, because every document is tested. */
function hasFigures(data: string): boolean {
  return data.includes('{{') || /"instruments?":["[]/.test(data);
}

function concerns(type: DocumentType, data: string): boolean {
  return type !== 'instrument' && hasFigures(data);
}

/** A preview shows a faulty placeholder as typed, and a draft raises no alarm. */
export const previewFillIn: FillIn = {
  concerns,
  fill(_, document, read) {
    const { locale } = document;
    const filling = { read, locale, words: getFigureTexts(locale), onFault: () => undefined, faultsAsTyped: true };
    return fillValue(document, filling) as typeof document;
  },
};

/** Creates the replica's `FillIn`. @param onAlarm called once for the faults of a document, until they change. */
export function createFillIn(onAlarm: OnAlarm): FillIn {
  const reported = new Map<string, string>();
  return {
    concerns,
    fill(type, document, read) {
      const faults = new Set<string>();
      const { locale, id } = document;
      const filling = {
        read,
        locale,
        words: getFigureTexts(locale),
        onFault: (message: string) => faults.add(message),
      };
      const result = fillValue(document, filling) as typeof document;
      const subject = `${type}/${id}.${locale}`;
      const message = [...faults].join('; ');
      if (message !== (reported.get(subject) ?? '')) {
        if (message === '') reported.delete(subject);
        else {
          reported.set(subject, message);
          onAlarm({ kind: 'faulty-figure', subject, message });
        }
      }
      return result;
    },
  };
}
