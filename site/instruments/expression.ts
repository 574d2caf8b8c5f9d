/**
 * Parses the expression between the braces of a placeholder: a figure, or a sum of figures and numbers, and its format.
 *
 *     EURUSD.spread.prime
 *     EURUSD.price + 0.0035
 *     -2 * XAUUSD.swapLong as USD
 *     USDZAR.spread.prime / EURUSD.spread.prime as number 0
 */
import { type Figure, FigureFault, type FigureUnit, roundAmount } from './figure.ts';

/** Finds the figure of a name such as `EURUSD.spread.prime` or `count:forex`. @throws FigureFault when there is none. */
type Lookup = (name: string) => Figure;

interface EvaluatedFigure {
  figure: Figure;
  /** Decimals that the placeholder asks for; undefined for as many as needed. */
  digits: number | undefined;
  /** True for a plus before a positive figure. */
  signed: boolean;
}

/** Rounds down: a position that is rounded up would risk too much money. */
function roundDown(amount: number, digits: number): number {
  const scale = 10 ** digits;
  return Math.floor(roundAmount(amount * scale)) / scale;
}

const token = /\s*([A-Za-z][A-Za-z0-9:.-]*|\d+(?:\.\d+)?|[-+*/()×÷−])/y;
/** The most characters between the braces. The longest placeholder of the demonstration has some 80. */
const maxPlaceholderLength = 300;

function tokenize(text: string): string[] {
  const tokens: string[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const position = token.lastIndex;
    const found = token.exec(text)?.[1];
    if (found === undefined) throw new FigureFault(`cannot be read from “${text.slice(position).trim()}” on`);
    tokens.push(found);
  }
  return tokens;
}

const signs: Record<string, string> = { '×': '*', '÷': '/', '−': '-' };
const noUnit: FigureUnit = { kind: 'none' };

/** Combines the units of two figures: money and a number give money; of two other units, the first one counts. */
function combineUnits(one: Figure, other: Figure): FigureUnit {
  if (one.unit.kind === 'none') return other.unit;
  // Pips times the value of a pip.
  return other.unit.kind === 'money' && one.unit.kind !== 'price' ? other.unit : one.unit;
}

class Calculation {
  readonly #tokens: string[];
  readonly #lookup: Lookup;
  #at = 0;

  constructor(tokens: string[], lookup: Lookup) {
    this.#tokens = tokens;
    this.#lookup = lookup;
  }

  calculate(): Figure {
    const figure = this.#parseSum();
    if (this.#at < this.#tokens.length) throw new FigureFault(`has “${this.#tokens[this.#at]}” where a sign should be`);
    return figure;
  }

  #takeSign(...wanted: string[]): string | null {
    const found = this.#tokens[this.#at] ?? '';
    const sign = signs[found] ?? found;
    if (!wanted.includes(sign)) return null;
    this.#at += 1;
    return sign;
  }

  #parseSum(): Figure {
    let left = this.#parseProduct();
    for (let sign = this.#takeSign('+', '-'); sign; sign = this.#takeSign('+', '-')) {
      const right = this.#parseProduct();
      const amount = sign === '+' ? left.amount + right.amount : left.amount - right.amount;
      left = { amount, unit: combineUnits(left, right) };
    }
    return left;
  }

  #parseProduct(): Figure {
    let left = this.#parseFactor();
    for (let sign = this.#takeSign('*', '/'); sign; sign = this.#takeSign('*', '/')) {
      const right = this.#parseFactor();
      const amount = sign === '*' ? left.amount * right.amount : left.amount / right.amount;
      if (!Number.isFinite(amount)) throw new FigureFault('divides by zero');
      // A price over a price is a share of it, not another price.
      const same = sign === '/' && left.unit.kind !== 'none' && left.unit.kind === right.unit.kind;
      left = { amount, unit: same ? noUnit : combineUnits(left, right) };
    }
    return left;
  }

  #parseFactor(): Figure {
    if (this.#takeSign('-')) {
      const { amount, unit } = this.#parseFactor();
      return { amount: -amount, unit };
    }
    if (this.#takeSign('(')) {
      const inner = this.#parseSum();
      if (!this.#takeSign(')')) throw new FigureFault('has a bracket that is not closed');
      return inner;
    }
    const found = this.#tokens[this.#at];
    if (found === undefined) throw new FigureFault('ends where a figure should be');
    this.#at += 1;
    if (/^\d/.test(found)) return { amount: Number(found), unit: noUnit };
    if (!/^[A-Za-z]/.test(found)) throw new FigureFault(`has “${found}” where a figure should be`);
    return this.#lookup(found);
  }
}

const units: Record<string, FigureUnit> = {
  number: noUnit,
  percent: { kind: 'percent' },
  pips: { kind: 'pips' },
  points: { kind: 'points' },
};

interface Format {
  unit: FigureUnit;
  digits: number | undefined;
  down: boolean;
  signed: boolean;
}

/**
 * Parses the format after `as`: `number`, `percent`, `pips`, `points` or the code of a currency; the decimals; `down` to cut further ones off,
 * `signed` for a plus before a positive figure.
 */
function parseFormat(text: string): Format {
  const [name = '', ...rest] = text.trim().split(/\s+/);
  const unit = units[name] ?? (/^[A-Z]{3}$/.test(name) ? { kind: 'money' as const, currency: name } : null);
  const digits = rest.find((word) => /^[0-8]$/.test(word));
  const [down, signed] = ['down', 'signed'].map((word) => rest.includes(word));
  if (!unit || rest.length !== [digits !== undefined, down, signed].filter(Boolean).length)
    throw new FigureFault(
      `is written as “${text.trim()}”; it may be as number, percent, pips, points or a currency, with decimals: as USD 2, as number 2 down, as number 2 signed`,
    );
  return {
    unit,
    digits: digits === undefined ? undefined : Number(digits),
    down: down ?? false,
    signed: signed ?? false,
  };
}

/** Evaluates an expression. @throws FigureFault when the text is invalid, or names a figure that does not exist. */
export function evaluate(text: string, lookup: Lookup): EvaluatedFigure {
  if (text.length > maxPlaceholderLength) throw new FigureFault(`has more than ${maxPlaceholderLength} characters`);
  const [sum = '', as, ...more] = text.split(/\sas\s/);
  if (more.length > 0) throw new FigureFault('has “as” twice');
  const figure = new Calculation(tokenize(sum.trim()), lookup).calculate();
  if (as === undefined) return { figure, digits: undefined, signed: false };
  const { unit, digits, down, signed } = parseFormat(as);
  const amount = down ? roundDown(figure.amount, digits ?? 0) : figure.amount;
  return { figure: { amount, unit }, digits, signed };
}
