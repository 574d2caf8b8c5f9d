/** Fills figures of instruments into the texts and tables of a document (docs/decisions/0029-figures-in-texts.md). */
import type { OnAlarm } from '../../content/alarm.ts';
import type { FillIn } from '../../content/replica/reader.ts';
import type { DocumentType } from '../../content/model.ts';
import { evaluate } from './expression.ts';
import { FigureFault, figureText, figureWords } from './figure.ts';
import { instrumentBySymbol } from './find-instruments.ts';
import { isInstrumentTable, tableRows } from './instrument-table.ts';
import { type Filling, namedFigure } from './instrument-values.ts';

/** `{{EURUSD.spread.prime}}`; braces that are not closed are ordinary text. */
const placeholder = /\{\{([^{}]*)\}\}/g;

/** Shown for a figure that cannot be found: the sign for “none” in tables. */
const noFigure = '–';

/** The text of a placeholder's inside; null after a fault. */
function filled(inside: string, filling: Filling): string | null {
  try {
    const { figure, digits, signed } = evaluate(inside, (name) => namedFigure(name, filling));
    return figureText(figure, filling.words, digits, signed);
  } catch (error) {
    if (!(error instanceof FigureFault)) throw error;
    filling.onFault(`{{${inside}}} ${error.message}`);
    return null;
  }
}

/** The placeholders of a text as figures. */
function filledText(text: string, filling: Filling): string {
  return text.replace(
    placeholder,
    (typed, inside: string) => filled(inside, filling) ?? (filling.faultsAsTyped ? typed : noFigure),
  );
}

/** A block draws a line of an instrument that it names. */
function tellUndrawn(value: object, filling: Filling): void {
  if (!('instrument' in value) || typeof value.instrument !== 'string') return;
  if (!instrumentBySymbol(value.instrument, filling))
    filling.onFault(`a line is to be drawn of ${value.instrument}: there is no such instrument; it is left out`);
}

function filledValue(value: unknown, filling: Filling): unknown {
  if (typeof value === 'string') return value.includes('{{') ? filledText(value, filling) : value;
  if (Array.isArray(value)) return value.map((item) => filledValue(item, filling));
  if (typeof value !== 'object' || value === null) return value;
  const filledObject = Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, filledValue(item, filling)]),
  );
  tellUndrawn(filledObject, filling);
  return isInstrumentTable(filledObject) ? { ...filledObject, rows: tableRows(filledObject, filling) } : filledObject;
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
    const filling = { read, locale, words: figureWords(locale), onFault: () => undefined, faultsAsTyped: true };
    return filledValue(document, filling) as typeof document;
  },
};

/** @param onAlarm told once of each fault of a document, until its faults change. */
export function fillIn(onAlarm: OnAlarm): FillIn {
  const told = new Map<string, string>();
  return {
    concerns,
    fill(type, document, read) {
      const faults = new Set<string>();
      const { locale, id } = document;
      const filling = { read, locale, words: figureWords(locale), onFault: (message: string) => faults.add(message) };
      const result = filledValue(document, filling) as typeof document;
      const subject = `${type}/${id}.${locale}`;
      const message = [...faults].join('; ');
      if (message !== (told.get(subject) ?? '')) {
        if (message === '') told.delete(subject);
        else {
          told.set(subject, message);
          onAlarm({ kind: 'faulty-figure', subject, message });
        }
      }
      return result;
    },
  };
}
