/**
 * Finds figures that editors typed and that contradict the instruments: counts, spreads, prices, leverage and swaps next to the name of an
 * instrument, in any language. Also finds figures that repeat the instruments' where a placeholder could be used. Reads texts before placeholders are
 * filled in. Each rule matches a notation that only such a figure has, so that the numbers of an invented trade are not findings. `npm run check` finds
 * them in `demo/` with the same code, so this file imports nothing.
 */

/** What the rules need to know of an instrument. */
export interface FigureInstrument {
  symbol: string;
  assetClass: string;
  pipSize: number;
  referencePrice: number;
  swapLong: number;
  swapShort: number;
  terms: readonly { spread: number; minimumSpread: number; leverage: number }[];
}

/** How a language writes figures; the patterns are JavaScript's, and NUMBER in them stands for a number. */
export interface FigureNotation {
  /** Whether numbers have a decimal point, and commas between thousands. */
  hasDecimalPoint: boolean;
  /** What people call instruments besides their symbols. */
  instruments: Record<string, string>;
  /** What follows a count, by the class of instruments that it counts. */
  counts: Record<string, string>;
  spread: string;
  price: string;
  swap: string;
}

interface Notation {
  raw: FigureNotation;
  counts: readonly (readonly [counted: string, pattern: RegExp])[];
  spread: RegExp;
  price: RegExp;
  swap: RegExp;
}

export const number = String.raw`\d(?:[\d.,]*\d)?`;

const compiled = new WeakMap<FigureNotation, Notation>();

function compile(raw: FigureNotation): Notation {
  const known = compiled.get(raw);
  if (known) return known;
  const pattern = (text: string, flags: string) => new RegExp(text.replaceAll('NUMBER', number), flags);
  const notation = {
    raw,
    counts: Object.entries(raw.counts).map(
      ([counted, words]) => [counted, new RegExp(String.raw`\b(\d{2,5}) (?:${words})\b`, 'g')] as const,
    ),
    spread: pattern(raw.spread, 'gi'),
    price: pattern(raw.price, ''),
    swap: pattern(raw.swap, 'gi'),
  };
  compiled.set(raw, notation);
  return notation;
}

/** An instrument that a text names: by symbol, or by a name that people use for the common ones. */
interface NamedInstrument {
  instrument: FigureInstrument;
  name: string;
  /** Where the name ends in the text. */
  end: number;
}

interface Names {
  pattern: RegExp;
  bySpelling: Map<string, FigureInstrument>;
}

const namesCache = new WeakMap<FigureNotation, WeakMap<readonly FigureInstrument[], Names>>();

function collectNames(notation: FigureNotation, instruments: readonly FigureInstrument[]): Names {
  const cache = namesCache.get(notation) ?? new WeakMap<readonly FigureInstrument[], Names>();
  namesCache.set(notation, cache);
  const cachedNames = cache.get(instruments);
  if (cachedNames) return cachedNames;
  const bySymbol = new Map(instruments.map((one) => [one.symbol, one]));
  // Short symbols of shares are words as well: T, ALL, NOW.
  const bySpelling = new Map([...bySymbol].filter(([symbol, one]) => one.assetClass !== 'stock' || symbol.length > 3));
  for (const [name, symbol] of Object.entries(notation.instruments)) {
    const one = bySymbol.get(symbol);
    if (one) for (const spelling of [name, name.charAt(0).toUpperCase() + name.slice(1)]) bySpelling.set(spelling, one);
  }
  const spellings = [...bySpelling.keys()].sort((a, b) => b.length - a.length);
  const names = {
    pattern: new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${spellings.join('|')})(?![\p{L}\p{N}])`, 'gu'),
    bySpelling,
  };
  cache.set(instruments, names);
  return names;
}

/** Finds the instruments that a text names, in its order. @param instruments the same array in every call, so that names are collected once. */
function instrumentNames(text: string, { raw }: Notation, instruments: readonly FigureInstrument[]): NamedInstrument[] {
  if (instruments.length === 0) return [];
  const { pattern, bySpelling } = collectNames(raw, instruments);
  return [...text.matchAll(pattern)].flatMap((match) => {
    const [name] = match;
    const instrument = bySpelling.get(name);
    return instrument ? [{ instrument, name, end: match.index + name.length }] : [];
  });
}

export interface TypedFigure {
  /** The typed figure with the words around it. */
  text: string;
  message: string;
  /** True when the figure is correct now, but would be wrong after the next change of the instruments. */
  repeats: boolean;
}

function contradiction(text: string, message: string): TypedFigure {
  return { text, message, repeats: false };
}

function repetition(text: string, placeholderName: string): TypedFigure {
  return { text, message: `repeats a figure of the instruments: write {{${placeholderName}}}`, repeats: true };
}

/** The part of a text with one subject: a sentence, or a cell of a table. */
interface Part {
  text: string;
  /** Instruments that it names. */
  named: readonly FigureInstrument[];
  /** The same; if it names none, those named last before it in the same row or paragraph. */
  about: readonly FigureInstrument[];
}

const placeholder = /\{\{[^{}]*\}\}/g;

/** Parses a number in the notation of a language. */
export function readNumber(text: string, { hasDecimalPoint }: Pick<FigureNotation, 'hasDecimalPoint'>): number {
  return Number(hasDecimalPoint ? text.replaceAll(',', '') : text.replaceAll('.', '').replace(',', '.'));
}

function isClose(one: number, other: number): boolean {
  return Math.abs(one - other) < 1e-9;
}

/** Replaces all kinds of space and minus by the plain ones, and removes marks of Markdown. */
function normalize(text: string): string {
  return text
    .replaceAll(/[\u00a0\u202f]/g, ' ')
    .replaceAll('−', '-')
    .replaceAll(/[`*_]/g, '');
}

function belongsTo(instrument: FigureInstrument, chosen: string): boolean {
  return chosen === '' || instrument.assetClass === chosen || instrument.assetClass.startsWith(`${chosen}-`);
}

function countFindings(text: string, notation: Notation, instruments: readonly FigureInstrument[]): TypedFigure[] {
  return notation.counts.flatMap(([counted, pattern]) => {
    const count = instruments.filter((one) => belongsTo(one, counted)).length;
    const name = `count${counted && `:${counted}`}`;
    return [...text.matchAll(pattern)].flatMap((match): TypedFigure[] => {
      const typed = Number(match[1]);
      if (typed === count) return [repetition(match[0], name)];
      // Only a number close to the count can be an outdated count; fifty shares in an example are not.
      return Math.abs(typed - count) <= count * 0.2
        ? [contradiction(match[0], `is wrong, there are ${count}: write {{${name}}}`)]
        : [];
    });
  });
}

/** Lists the spreads of an instrument in the unit in which texts give them. */
function listSpreads({ assetClass, pipSize, terms }: FigureInstrument): number[] {
  const unit = assetClass.startsWith('forex') ? 1 : pipSize;
  return terms.flatMap(({ spread, minimumSpread }) => [spread * unit, minimumSpread * unit]);
}

function spreadFindings({ text, about }: Part, notation: Notation): TypedFigure[] {
  if (about.length === 0) return [];
  return [...text.matchAll(notation.spread)].flatMap((match): TypedFigure[] => {
    const typed = readNumber(match[1] ?? '', notation.raw);
    const matching = about.find((one) => listSpreads(one).some((spread) => isClose(spread, typed)));
    return matching
      ? [repetition(match[0], `${matching.symbol}.spread.…`)]
      : [contradiction(match[0], `is not a spread of ${joinSymbols(about)}`)];
  });
}

/** The maximum distance of an example's price from the reference price, as a share of it: more than a usual day's move of the class. */
const maxPriceShare = { forex: 0.02, index: 0.05, commodity: 0.1, stock: 0.25, crypto: 0.15 };

function findMaxPriceShare({ assetClass }: FigureInstrument): number {
  return assetClass.startsWith('forex') ? maxPriceShare.forex : maxPriceShare[assetClass as keyof typeof maxPriceShare];
}

/** Matches a number directly after a symbol or in the next cell: `USDZAR 18.00`. It is a price if it has the decimals of a price. */
const priceAlone = new RegExp(String.raw`^ ?\|? ?(${number})(?![\d:]| ?(?:pips?|points?|%))`);

function hasPriceDecimals(typed: string, { referencePrice }: FigureInstrument): boolean {
  const decimals = /[.,](\d+)$/.exec(typed)?.[1]?.length ?? 0;
  return referencePrice < 10 ? decimals >= 4 : decimals === 2;
}

function priceFindings(text: string, notation: Notation, instruments: readonly FigureInstrument[]): TypedFigure[] {
  return instrumentNames(text, notation, instruments).flatMap(({ instrument, end, name }): TypedFigure[] => {
    const rest = text.slice(end);
    const alone = priceAlone.exec(rest);
    const match = alone && hasPriceDecimals(alone[1] ?? '', instrument) ? alone : notation.price.exec(rest);
    if (!match) return [];
    const { symbol, referencePrice } = instrument;
    const typed = readNumber(match[1] ?? '', notation.raw);
    if (isClose(typed, referencePrice)) return [repetition(`${name}${match[0]}`, `${symbol}.price`)];
    const share = Math.abs(typed / referencePrice - 1);
    // A number of another magnitude is not a price: “gold at 12 cents of spread”.
    if (share <= findMaxPriceShare(instrument) || share > 0.6) return [];
    return [
      contradiction(
        `${name}${match[0]}`,
        `is far from ${referencePrice}, the reference price: write {{${symbol}.price}}`,
      ),
    ];
  });
}

/** Checks leverage next to a name: “EURUSD 1:400”, “up to 1:50 for USDZAR”. */
function leverageFindings({ text, named }: Part): TypedFigure[] {
  const typed = [...text.matchAll(/(?<![\d:])1:(\d{2,4})\b/g)];
  const [one] = named;
  // With several names or several figures, no rule can pair them.
  if (!one || named.length > 1 || typed.length > 1) return [];
  const allowed = new Set(one.terms.map(({ leverage }) => leverage));
  return typed.flatMap((match): TypedFigure[] =>
    allowed.has(Number(match[1])) ? [] : [contradiction(match[0], `is not a leverage of ${one.symbol}`)],
  );
}

function swapFindings({ text, about }: Part, notation: Notation): TypedFigure[] {
  if (about.length !== 1) return [];
  return [...text.matchAll(notation.swap)].flatMap((match): TypedFigure[] => {
    const typed = readNumber(match[1] ?? '', notation.raw);
    const matching = about.some(({ swapLong, swapShort }) =>
      [swapLong, swapShort].some((one) => isClose(Math.abs(one), typed)),
    );
    return matching
      ? [repetition(match[0], `${joinSymbols(about)}.swap…`)]
      : [contradiction(match[0], `is not a swap of ${joinSymbols(about)}`)];
  });
}

function joinSymbols(instruments: readonly FigureInstrument[]): string {
  return [...new Set(instruments.map(({ symbol }) => symbol))].join(' or ');
}

/** Splits a text into sentences and cells of tables, each with the instruments that are its subject. */
function splitParts(text: string, notation: Notation, instruments: readonly FigureInstrument[]): Part[] {
  return text.split(/\n+/).flatMap((line) => {
    let lastNamed: readonly FigureInstrument[] = [];
    return line.split(/(?<=[.!?;])\s+|\|/).map((part): Part => {
      const named = instrumentNames(part, notation, instruments).map(({ instrument }) => instrument);
      const about = named.length > 0 ? named : lastNamed;
      lastNamed = about;
      return { text: part, named, about };
    });
  });
}

/** Finds the typed figures of a text that contradict or repeat the instruments. */
export function typedFigures(
  typed: string,
  rawNotation: FigureNotation,
  instruments: readonly FigureInstrument[],
): TypedFigure[] {
  if (!/\d/.test(typed)) return [];
  const notation = compile(rawNotation);
  // A letter replaces each placeholder, so that the words around it stay separate.
  const text = normalize(typed.replace(placeholder, 'x'));
  const parts = splitParts(text, notation, instruments);
  return [
    ...countFindings(text, notation, instruments),
    ...priceFindings(text, notation, instruments),
    ...parts.flatMap((part) => [
      ...spreadFindings(part, notation),
      ...leverageFindings(part),
      ...swapFindings(part, notation),
    ]),
  ];
}

/**
 * A legal text has a version and repeats figures on purpose. An article may describe one day with its own example figures; so only its counts are
 * checked.
 */
export function isReported(type: string, { repeats, message }: TypedFigure): boolean {
  if (!repeats) return true;
  if (type === 'legal-document') return false;
  return !type.endsWith('-article') || message.includes('{{count');
}
