/** A figure that a text names: an amount with its unit, and how it is written in a language. */
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
  /** Set when the figure is written in a way that its amount and unit do not tell, such as `100 oz`. */
  text?: string;
}

export interface FigureWords extends Pick<Formats, 'number'> {
  t: Translate;
}

export function figureWords(locale: Locale): FigureWords {
  return { t: translator(locale), number: readFormats(locale).number };
}

/** An error in a placeholder; the message says how to correct it. */
export class FigureFault extends Error {}

const mostDigits = 8;
/** Binary fractions are off in the sixteenth digit: 3 × 1.1 is 3.3 again after rounding to this many. */
const certainDigits = 12;

/** Without the rounding error of binary fractions, and never a minus zero. */
export function rounded(amount: number): number {
  return Number(amount.toPrecision(certainDigits)) + 0;
}

/** Decimals that a number is written with. */
export function countDigits(value: number): number {
  for (let digits = 0; digits < mostDigits; digits += 1) if (Number(value.toFixed(digits)) === value) return digits;
  return mostDigits;
}

/** The most decimals of a price in money that is quoted with more than cents, such as USD 0.0022. */
const mostMoneyDigits = 5;

/** Money has cents, and more decimals only where a small amount has them; one that has no end, as after a division, is rounded to cents. */
function moneyDigits(amount: number): number {
  const digits = countDigits(amount);
  return Math.abs(amount) < 1 && digits > 2 && digits <= mostMoneyDigits ? digits : 2;
}

/** @param digits decimals; without it as many as the figure needs. @param signed true for a plus before what is above zero. */
export function figureText(
  { amount: exact, unit, text }: Figure,
  { t, number }: FigureWords,
  digits?: number,
  signed = false,
): string {
  if (text !== undefined && digits === undefined) return text;
  const amount = rounded(exact);
  const plain = (usual: number) => `${signed && amount > 0 ? '+' : ''}${number(amount, digits ?? usual)}`;
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
      return t('instruments.money', { currency: unit.currency, amount: plain(moneyDigits(amount)) });
    default:
      return plain(countDigits(amount));
  }
}
