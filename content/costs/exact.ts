/**
 * Exact decimal arithmetic for money. A value is a fraction of two decimal numbers, so that intermediate results are not rounded: division by a
 * rate and multiplication by another give the same as one division at the end. Rounding happens once, in `roundedTo`.
 */
import { Big } from 'big.js';

/** A copy of the library with its own settings. */
const Decimal = Big();
// A quotient is truncated, never rounded. Rounding half up afterwards then gives the same as for the exact fraction.
Decimal.DP = 40;
Decimal.RM = 0;
// Never use an exponent: no figure of this site has one.
Decimal.NE = -1000;
Decimal.PE = 1000;

const halfUp = 1;
const down = 0;

/** A number as a fraction: `top ÷ bottom`. */
export interface Exact {
  readonly top: Big;
  /** Never zero, always positive. */
  readonly bottom: Big;
}

/** A decimal number as people and spreadsheets write it: `12`, `-0.5`. */
const plainDecimal = /^-?[0-9]{1,40}(?:\.[0-9]{1,40})?$/;

/** @param value a finite number, or a decimal number in plain digits. @throws TypeError for anything else: callers check what people typed. */
export function exact(value: number | string): Exact {
  if (typeof value === 'number' ? !Number.isFinite(value) : !plainDecimal.test(value))
    throw new TypeError(`${value} is no plain decimal number`);
  return { top: new Decimal(value), bottom: new Decimal(1) };
}

/** Whether a text is a decimal number in plain digits. */
export function isPlainDecimal(text: string): boolean {
  return plainDecimal.test(text);
}

export function multiply(...factors: (Exact | number)[]): Exact {
  return factors.map(asExact).reduce((one, other) => ({
    top: one.top.times(other.top),
    bottom: one.bottom.times(other.bottom),
  }));
}

/** @throws RangeError for a divisor of zero. */
export function divide(dividend: Exact | number, divisor: Exact | number): Exact {
  const [above, below] = [asExact(dividend), asExact(divisor)];
  if (below.top.eq(0)) throw new RangeError('Division by zero');
  const sign = below.top.lt(0) ? -1 : 1;
  return { top: above.top.times(below.bottom).times(sign), bottom: above.bottom.times(below.top.abs()) };
}

export function add(...terms: (Exact | number)[]): Exact {
  return terms.map(asExact).reduce((one, other) =>
    one.bottom.eq(other.bottom)
      ? { top: one.top.plus(other.top), bottom: one.bottom }
      : {
          top: one.top.times(other.bottom).plus(other.top.times(one.bottom)),
          bottom: one.bottom.times(other.bottom),
        },
  );
}

export function subtract(one: Exact | number, other: Exact | number): Exact {
  return add(one, multiply(other, -1));
}

/** @returns -1 when the first is smaller, 1 when it is larger, else 0. */
export function compare(one: Exact | number, other: Exact | number): -1 | 0 | 1 {
  const [left, right] = [asExact(one), asExact(other)];
  return left.top.times(right.bottom).cmp(right.top.times(left.bottom));
}

/** Rounds half away from zero. @returns plain digits with exactly `digits` decimals, never `-0`. */
export function roundedTo(value: Exact, digits: number): string {
  return written(value.top.div(value.bottom).round(digits, halfUp), digits);
}

/** The largest multiple of a step that is not above the value, which must not be negative. */
export function flooredTo(value: Exact, step: number): Exact {
  const steps = divide(value, step);
  return multiply({ top: steps.top.div(steps.bottom).round(0, down), bottom: new Decimal(1) }, step);
}

/** Whether a value is a whole multiple of a step. */
export function isWholeMultiple(value: Exact, step: number): boolean {
  return compare(flooredTo(value, step), value) === 0;
}

/** A number with as many decimals as it needs, between `least` and `most`: 1.2 for 1.2000. */
export function shortest(value: Exact, least: number, most: number): string {
  const rounded = value.top.div(value.bottom).round(most, halfUp);
  const decimals = rounded.toFixed().split('.')[1]?.length ?? 0;
  return written(rounded, Math.max(least, decimals));
}

/** A number rounded to `count` significant digits, without zeros at its end: 0.00666667 for a 150th. */
export function significant(value: Exact, count: number): string {
  const { e } = value.top.div(value.bottom);
  return shortest(value, 0, Math.max(0, count - 1 - e));
}

function written(rounded: Big, digits: number): string {
  return rounded.eq(0) ? new Decimal(0).toFixed(digits) : rounded.toFixed(digits);
}

function asExact(value: Exact | number): Exact {
  return typeof value === 'number' ? exact(value) : value;
}
