/**
 * Exact decimal arithmetic for money. A value is a fraction of two decimal numbers, so that intermediate results are not rounded: division by a
 * rate and multiplication by another give the same as one division at the end. Rounding happens once, in `roundTo`.
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

const roundHalfUp = 1;
const roundDown = 0;

/** A number as a fraction: `top ÷ bottom`. */
export interface Exact {
  readonly top: Big;
  /** Never zero, always positive. */
  readonly bottom: Big;
}

/** A decimal number as people and spreadsheets write it: `12`, `-0.5`. */
const plainDecimal = /^-?[0-9]{1,40}(?:\.[0-9]{1,40})?$/;

/** Converts a finite number, or a decimal number in plain digits. @throws TypeError for anything else: callers check what people typed. */
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
  return factors.map(toExact).reduce((one, other) => ({
    top: one.top.times(other.top),
    bottom: one.bottom.times(other.bottom),
  }));
}

/** Divides exactly. @throws RangeError for a divisor of zero. */
export function divide(dividend: Exact | number, divisor: Exact | number): Exact {
  const [numerator, denominator] = [toExact(dividend), toExact(divisor)];
  if (denominator.top.eq(0)) throw new RangeError('Division by zero');
  const sign = denominator.top.lt(0) ? -1 : 1;
  return {
    top: numerator.top.times(denominator.bottom).times(sign),
    bottom: numerator.bottom.times(denominator.top.abs()),
  };
}

export function add(...terms: (Exact | number)[]): Exact {
  return terms.map(toExact).reduce((one, other) =>
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

/** Compares two values. @returns -1 when the first is smaller, 1 when it is larger, else 0. */
export function compare(one: Exact | number, other: Exact | number): -1 | 0 | 1 {
  const [left, right] = [toExact(one), toExact(other)];
  return left.top.times(right.bottom).cmp(right.top.times(left.bottom));
}

/** Rounds half away from zero. @returns plain digits with exactly `digits` decimals, never `-0`. */
export function roundTo(value: Exact, digits: number): string {
  return formatDecimals(value.top.div(value.bottom).round(digits, roundHalfUp), digits);
}

/** Finds the largest multiple of a step that is not above the value. The value must not be negative. */
export function floorTo(value: Exact, step: number): Exact {
  const steps = divide(value, step);
  return multiply({ top: steps.top.div(steps.bottom).round(0, roundDown), bottom: new Decimal(1) }, step);
}

/** Whether a value is a whole multiple of a step. */
export function isWholeMultiple(value: Exact, step: number): boolean {
  return compare(floorTo(value, step), value) === 0;
}

/** Formats a number with as many decimals as it needs, between `minDecimals` and `maxDecimals`: 1.2 for 1.2000. */
export function formatShortest(value: Exact, minDecimals: number, maxDecimals: number): string {
  const rounded = value.top.div(value.bottom).round(maxDecimals, roundHalfUp);
  const decimals = rounded.toFixed().split('.')[1]?.length ?? 0;
  return formatDecimals(rounded, Math.max(minDecimals, decimals));
}

/** Formats a number rounded to `count` significant digits, without zeros at its end: 0.00666667 for a 150th. */
export function formatSignificant(value: Exact, count: number): string {
  const { e } = value.top.div(value.bottom);
  return formatShortest(value, 0, Math.max(0, count - 1 - e));
}

function formatDecimals(rounded: Big, digits: number): string {
  return rounded.eq(0) ? new Decimal(0).toFixed(digits) : rounded.toFixed(digits);
}

function toExact(value: Exact | number): Exact {
  return typeof value === 'number' ? exact(value) : value;
}
