/** Parses numbers as visitors type them: `0,5` and `0.5`, `1.234,50` and `1,234.50`, with spaces or apostrophes between thousands. */

import { cleanCode } from './clean-text.ts';

/** Between thousands: spaces, apostrophes, the Arabic separator. */
const thousandsMark = /[\s'’ʼ\u066c]/g;
const shape = /^[+-]?[0-9]*(?:[.,][0-9]+)*[.,]?$/;
const maxLength = 40;

interface Conventions {
  /** The separator before decimals in the visitor's language. */
  decimal: '.' | ',';
  /** A figure that the number is probably close to, such as the price of the day. */
  near?: number | undefined;
}

/** Whether a single separator could be one between thousands: `1.085` in Spanish. */
function couldBeThousands(digits: string, separator: string): boolean {
  const [whole = '', rest = ''] = digits.split(separator);
  return /^[1-9][0-9]{0,2}$/.test(whole) && rest.length === 3;
}

function measureDistance(text: string, near: number): number {
  return Math.abs(Math.log(Number(text) / near));
}

/** Replaces the separators with those of plain digits. @returns null when the groups of digits are invalid. */
function removeGroups(digits: string, { decimal, near }: Conventions): string | null {
  const separators: string[] = digits.match(/[.,]/g) ?? [];
  const last = separators.at(-1);
  if (last === undefined) return digits;
  const other = last === '.' ? ',' : '.';
  if (separators.includes(other)) {
    const [whole = '', rest = '', more] = digits.split(last);
    return more === undefined && /^[0-9]{1,3}(?:[.,][0-9]{3})+$/.test(whole)
      ? `${whole.replaceAll(other, '')}.${rest}`
      : null;
  }
  const grouped = digits.replaceAll(last, '');
  if (separators.length > 1) return /^[0-9]{1,3}(?:[.,][0-9]{3})+$/.test(digits) ? grouped : null;
  const asDecimal = digits.replace(last, '.');
  if (last === decimal || !couldBeThousands(digits, last)) return asDecimal;
  // In Spanish 1.085 is a thousand and 85, unless the price of the day is near 1.08.
  return near !== undefined && measureDistance(asDecimal, near) < measureDistance(grouped, near) ? asDecimal : grouped;
}

/**
 * Parses a number. Both separators are understood; where one could mean thousands or decimals, the language decides.
 * @returns plain digits, such as `1234.5`, without needless zeros in front; null when the text is not a number.
 */
export function parseDecimal(typed: string, conventions: Conventions): string | null {
  const cleaned = cleanCode(typed);
  if (cleaned.length > maxLength) return null;
  const text = cleaned
    .replaceAll(thousandsMark, '')
    .replaceAll('\u066b', conventions.decimal)
    .replaceAll('\u060c', ',');
  if (!shape.test(text) || !/[0-9]/.test(text)) return null;
  const plain = removeGroups(text.replace(/^[+-]/, ''), conventions);
  if (plain === null) return null;
  const [whole = '', rest = ''] = plain.split('.');
  const digits = `${whole.replace(/^0+(?=[0-9])/, '') || '0'}${rest === '' ? '' : `.${rest}`}`;
  return text.startsWith('-') ? `-${digits}` : digits;
}
