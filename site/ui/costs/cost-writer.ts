/**
 * Writes computed figures for a reader: the locale's separators, a true minus, no break between number and unit. Runs on the server and in islands.
 */
import type { Money } from '../../../content/costs/cost-types.ts';
import type { Messages } from '../../i18n/translate.ts';
import { fill } from '../../i18n/fill.ts';

/** The texts of tickets and calculators, with placeholders in braces. */
export type CostWords = Messages['costs']['words'];

const space = '\u00a0';

/** The formats of each language, by decimals: making one takes longer than writing a dozen figures. */
const formatsByTag = new Map<string, Intl.NumberFormat[]>();

function numberFormat(tag: string, digits: number): Intl.NumberFormat {
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
  /** `0.5` or `0,5`: for an example, and for what stands in a field. */
  decimal: '.' | ',';
  /** Plain digits as a figure, with the same decimals. */
  number: (plain: string) => string;
  /** `USD 6.00`, with the sign of a charge or credit where asked. */
  money: (amount: Money, signed?: boolean) => string;
  /** `1 lot`, `0.5 lots`. */
  lots: (plain: string) => string;
  /** `0.012%`, from plain digits. */
  percent: (plain: string) => string;
  text: (key: keyof CostWords, values?: Record<string, string>) => string;
  /** Plain digits as typed in the language: without separators of thousands. */
  typed: (plain: string) => string;
}

/** @param tag language tag whose conventions numbers follow, such as `es-ES`. */
export function costWriter(tag: string, words: CostWords): CostWriter {
  const decimal = numberFormat(tag, 1).format(1.5).includes(',') ? ',' : '.';
  const number = (plain: string) =>
    // As text, because a JavaScript number has too few digits for the largest amounts.
    numberFormat(tag, plain.split('.')[1]?.length ?? 0)
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
    typed: (plain) => plain.replace('.', decimal),
  };
}
