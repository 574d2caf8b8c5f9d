/** Figures that a text names: an amount with its unit, formatted in a language. */
import type { Locale } from '../../content/locales.ts';
import { type Formats, readFormats } from '../i18n/formats.ts';
import { type Translate, translator } from '../i18n/translate.ts';

export type FigureUnit =
  | { kind: 'none' | 'pips' | 'points' | 'percent' | 'leverage' }
  /** A price is written with the decimals in which it is quoted. */
  | { kind: 'price'; digits: number }
  | { kind: 'money'; currency: string };

export interface Figure {
  amount: number;
  unit: FigureUnit;
  /** The text of a figure that amount and unit cannot give, such as `100 oz`. */
  text?: string;
}

export interface FigureTexts extends Pick<Formats, 'number'> {
  t: Translate;
}

export function getFigureTexts(locale: Locale): FigureTexts {
  return { t: translator(locale), number: readFormats(locale).number };
}

/** An error in a placeholder; the message says how to correct it. */
export class FigureFault extends Error {}

const maxDigits = 8;
/** Binary fractions are off in the sixteenth digit: 3 × 1.1 is 3.3 again after rounding to this many. */
const reliableDigits = 12;

/** Removes the rounding error of binary fractions, and never returns a minus zero. */
export function roundAmount(amount: number): number {
  return Number(amount.toPrecision(reliableDigits)) + 0;
}

/** Counts the decimals of a number. */
export function countDigits(value: number): number {
  for (let digits = 0; digits < maxDigits; digits += 1) if (Number(value.toFixed(digits)) === value) return digits;
  return maxDigits;
}

/** The most decimals of a price in money that is quoted with more than cents, such as USD 0.0022. */
const maxMoneyDigits = 5;

/** Counts the decimals of an amount of money: cents, and more only for a small exact amount. An endless fraction is rounded to cents. */
function countMoneyDigits(amount: number): number {
  const digits = countDigits(amount);
  return Math.abs(amount) < 1 && digits > 2 && digits <= maxMoneyDigits ? digits : 2;
}

/** Formats a figure. @param digits decimals; without it as many as the figure needs. @param signed true for a plus before a positive figure. */
export function formatFigure(
  { amount: exact, unit, text }: Figure,
  { t, number }: FigureTexts,
  digits?: number,
  signed = false,
): string {
  if (text !== undefined && digits === undefined) return text;
  const amount = roundAmount(exact);
  const plain = (defaultDigits: number) =>
    `${signed && amount > 0 ? '+' : ''}${number(amount, digits ?? defaultDigits)}`;
  switch (unit.kind) {
    case 'pips':
    case 'points':
      return t(`instruments.${unit.kind}`, { amount: plain(Math.max(1, countDigits(amount))) });
    case 'percent':
      return t('instruments.percent', { amount: plain(countDigits(amount)) });
    case 'leverage':
      return `1:${plain(0)}`;
    case 'price':
      return plain(Math.max(unit.digits, countDigits(amount)));
    case 'money':
      return t('instruments.money', { currency: unit.currency, amount: plain(countMoneyDigits(amount)) });
    default:
      return plain(countDigits(amount));
  }
}
