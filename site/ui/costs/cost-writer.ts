/**
 * Writes computed figures for a reader: the locale's separators, a true minus, no break between number and unit. Runs on the server and in islands.
 */
import type { Money } from '../../../content/costs/cost-types.ts';
import type { Messages } from '../../i18n/translate.ts';
import { fill } from '../../i18n/fill.ts';
import type { CostFacts } from './cost-fields.ts';

/** The texts of tickets and calculators, with placeholders in braces. */
export type CostWords = Messages['costs']['words'];

const space = '\u00a0';

/** The formats of each language, by decimals: creating one takes longer than formatting a dozen figures. */
const formatsByTag = new Map<string, Intl.NumberFormat[]>();

function getNumberFormat(tag: string, digits: number): Intl.NumberFormat {
  const formats = formatsByTag.get(tag) ?? [];
  formatsByTag.set(tag, formats);
  return (formats[digits] ??= new Intl.NumberFormat(tag, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: 'always',
  }));
}

export interface CostWriter {
  words: CostWords;
  /** The separator of `0.5` or `0,5`, for examples and for the values of fields. */
  decimal: '.' | ',';
  /** Formats plain digits as a figure, with the same decimals. */
  number: (plain: string) => string;
  /** Formats `USD 6.00`; with `signed`, also the sign of a charge or credit. */
  money: (amount: Money, signed?: boolean) => string;
  /** Formats `1 lot`, `0.5 lots`. */
  lots: (plain: string) => string;
  /** Formats plain digits as `0.012%`. */
  percent: (plain: string) => string;
  /** Formats a moment on the clock of a time zone, with its name: `Mon 22:05 UTC`. */
  moment: (at: number, zone: string) => string;
  text: (key: keyof CostWords, values?: Record<string, string>) => string;
  /** Formats plain digits as a visitor types them in the language: without separators of thousands. */
  typed: (plain: string) => string;
}

/** Creates a writer. @param tag the language tag whose conventions numbers follow, such as `es-ES`. */
export function createCostWriter(tag: string, words: CostWords): CostWriter {
  const decimal = getNumberFormat(tag, 1).format(1.5).includes(',') ? ',' : '.';
  const number = (plain: string) =>
    // As text, because a JavaScript number has too few digits for the largest amounts.
    getNumberFormat(tag, plain.split('.')[1]?.length ?? 0)
      .format(plain as `${number}`)
      .replace('-', '−');
  const text = (key: keyof CostWords, values: Record<string, string> = {}) => fill(words[key], values);
  return {
    words,
    decimal,
    number,
    text,
    money: ({ amount, currency }, signed = false) => {
      const figure = number(amount);
      const sign = signed && !amount.startsWith('-') && /[1-9]/.test(amount) ? '+' : '';
      return text('money', { amount: `${sign}${figure}`, currency }).replaceAll(' ', space);
    },
    percent: (plain) => text('percent', { amount: number(plain) }).replaceAll(' ', space),
    lots: (plain) => text(plain === '1' ? 'oneLot' : 'lotsAmount', { lots: number(plain) }).replaceAll(' ', space),
    moment: (at, timeZone) =>
      new Intl.DateTimeFormat(tag, {
        timeZone,
        weekday: 'short',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
        timeZoneName: 'short',
      }).format(at),
    typed: (plain) => plain.replace('.', decimal),
  };
}

/** Writes whether a market is open, and until when on the clock of a time zone. */
export function formatMarket(
  { text, until }: NonNullable<CostFacts['market']>,
  writer: CostWriter,
  zone: string,
): string {
  return until === null ? text : fill(text, { time: writer.moment(until, zone) });
}
