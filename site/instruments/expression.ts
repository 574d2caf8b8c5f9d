/**
 * Parses the expression between the braces of a placeholder: a figure, or a sum of figures and numbers, and its format.
 *
 *     EURUSD.spread.prime
 *     EURUSD.price + 0.0035
 *     -2 * XAUUSD.swapLong as USD
 *     USDZAR.spread.prime / EURUSD.spread.prime as number 0
 */
import { type Figure, FigureFault, type FigureUnit, rounded } from './figure.ts';

/** Finds the figure of a name such as `EURUSD.spread.prime` or `count:forex`. @throws FigureFault when there is none. */
type Lookup = (name: string) => Figure;

interface Answer {
  figure: Figure;
  /** Decimals that the placeholder asks for; undefined for as many as needed. */
  digits: number | undefined;
  /** A plus before what is above zero. */
  signed: boolean;
}

/** A position that is rounded up would risk more than it may. */
function roundedDown(amount: number, digits: number): number {
  const scale = 10 ** digits;
  return Math.floor(rounded(amount * scale)) / scale;
}

const token = /\s*([A-Za-z][A-Za-z0-9:.-]*|\d+(?:\.\d+)?|[-+*/()×÷−])/y;
/** Characters between the braces. The longest placeholder of the demonstration has some 80. */
const longestPlaceholder = 300;

function tokenize(text: string): string[] {
  const tokens: string[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const at = token.lastIndex;
    const found = token.exec(text)?.[1];
    if (found === undefined) throw new FigureFault(`cannot be read from “${text.slice(at).trim()}” on`);
    tokens.push(found);
  }
  return tokens;
}

const signs: Record<string, string> = { '×': '*', '÷': '/', '−': '-' };
const plain: FigureUnit = { kind: 'none' };

/** A sum of money and a number is money; of two units, the first one counts. */
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

  result(): Figure {
    const figure = this.#sum();
    if (this.#at < this.#tokens.length) throw new FigureFault(`has “${this.#tokens[this.#at]}” where a sign should be`);
    return figure;
  }

  #next(...wanted: string[]): string | null {
    const found = this.#tokens[this.#at] ?? '';
    const sign = signs[found] ?? found;
    if (!wanted.includes(sign)) return null;
    this.#at += 1;
    return sign;
  }

  #sum(): Figure {
    let left = this.#product();
    for (let sign = this.#next('+', '-'); sign; sign = this.#next('+', '-')) {
      const right = this.#product();
      const amount = sign === '+' ? left.amount + right.amount : left.amount - right.amount;
      left = { amount, unit: combineUnits(left, right) };
    }
    return left;
  }

  #product(): Figure {
    let left = this.#factor();
    for (let sign = this.#next('*', '/'); sign; sign = this.#next('*', '/')) {
      const right = this.#factor();
      const amount = sign === '*' ? left.amount * right.amount : left.amount / right.amount;
      if (!Number.isFinite(amount)) throw new FigureFault('divides by zero');
      // A price over a price is a share of it, not another price.
      const same = sign === '/' && left.unit.kind !== 'none' && left.unit.kind === right.unit.kind;
      left = { amount, unit: same ? plain : combineUnits(left, right) };
    }
    return left;
  }

  #factor(): Figure {
    if (this.#next('-')) {
      const { amount, unit } = this.#factor();
      return { amount: -amount, unit };
    }
    if (this.#next('(')) {
      const inner = this.#sum();
      if (!this.#next(')')) throw new FigureFault('has a bracket that is not closed');
      return inner;
    }
    const found = this.#tokens[this.#at];
    if (found === undefined) throw new FigureFault('ends where a figure should be');
    this.#at += 1;
    if (/^\d/.test(found)) return { amount: Number(found), unit: plain };
    if (!/^[A-Za-z]/.test(found)) throw new FigureFault(`has “${found}” where a figure should be`);
    return this.#lookup(found);
  }
}

const units: Record<string, FigureUnit> = {
  number: plain,
  percent: { kind: 'percent' },
  pips: { kind: 'pips' },
  points: { kind: 'points' },
};

interface Written {
  unit: FigureUnit;
  digits: number | undefined;
  down: boolean;
  signed: boolean;
}

/**
 * Parses the format after `as`: `number`, `percent`, `pips`, `points` or the code of a currency; the decimals; `down` to cut further ones off,
 * `signed` for a plus before what is above zero.
 */
function written(text: string): Written {
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

/** @throws FigureFault when it cannot be read, or names a figure that is not there. */
export function evaluate(text: string, lookup: Lookup): Answer {
  if (text.length > longestPlaceholder) throw new FigureFault(`has more than ${longestPlaceholder} characters`);
  const [sum = '', as, ...more] = text.split(/\sas\s/);
  if (more.length > 0) throw new FigureFault('has “as” twice');
  const figure = new Calculation(tokenize(sum.trim()), lookup).result();
  if (as === undefined) return { figure, digits: undefined, signed: false };
  const { unit, digits, down, signed } = written(as);
  const amount = down ? roundedDown(figure.amount, digits ?? 0) : figure.amount;
  return { figure: { amount, unit }, digits, signed };
}
