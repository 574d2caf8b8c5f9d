/** Finds the figures of an instrument by the names that editors write: `EURUSD.spread.prime`, `XAUUSD.price`, `count:forex`. */
import type { Instrument } from '../../content/model.ts';
import { type InstrumentTerms, instrumentClasses } from '../../content/model-instruments.ts';
import {
  type Figure,
  FigureFault,
  type FigureUnit,
  type FigureTexts,
  countDigits,
  formatFigure,
  roundAmount,
} from './figure.ts';
import { type InstrumentSource, findClasses, findBySymbol } from './find-instruments.ts';
import { formatContract, calculateSpreadShare, formatSpread, findTerms } from './instrument-figures.ts';

const noUnit: FigureUnit = { kind: 'none' };

function createMoney(amount: number, currency: string): Figure {
  return { amount: roundAmount(amount), unit: { kind: 'money', currency } };
}

/** Counts the decimals of a price as traders quote it: four for most currency pairs, two for the yen, all decimals for other instruments. */
function countPriceDigits({ assetClass, pipSize, referencePrice }: Instrument): number {
  return assetClass.startsWith('forex') ? countDigits(pipSize) : countDigits(referencePrice);
}

/** Creates the figure of a spread in the unit that traders use: pips, points, else the currency of the price. */
function createSpread(instrument: Instrument, pips: number): Figure {
  const { assetClass, pipSize, quoteCurrency } = instrument;
  if (assetClass.startsWith('forex')) return { amount: pips, unit: { kind: 'pips' } };
  const amount = roundAmount(pips * pipSize);
  return assetClass === 'index' ? { amount, unit: { kind: 'points' } } : createMoney(amount, quoteCurrency);
}

/** Creates the figure of a swap of one lot for one night; negative when the client pays. */
function createSwap({ swapUnit }: Instrument, amount: number): Figure {
  return swapUnit === 'usd-per-lot' ? createMoney(amount, 'USD') : { amount, unit: { kind: 'percent' } };
}

type InstrumentFigure = (instrument: Instrument, words: FigureTexts) => Figure;
type AccountFigure = (instrument: Instrument, terms: InstrumentTerms, words: FigureTexts) => Figure;

/** Figures that are the same on every account. */
const instrumentFigures: Record<string, InstrumentFigure> = {
  price: (one) => ({ amount: one.referencePrice, unit: { kind: 'price', digits: countPriceDigits(one) } }),
  pipSize: (one) => ({ amount: one.pipSize, unit: { kind: 'price', digits: countDigits(one.pipSize) } }),
  /** The value of a move of one pip for one lot. */
  pip(one, words) {
    const pip = createMoney(one.pipSize * one.contractSize, one.quoteCurrency);
    return { ...pip, text: formatFigure(pip, words, Number.isInteger(pip.amount) ? 0 : undefined) };
  },
  contract: (one, words) => ({ amount: one.contractSize, unit: noUnit, text: formatContract(one, words) }),
  /** The value of one lot at the reference price. */
  value: (one) => createMoney(one.contractSize * one.referencePrice, one.quoteCurrency),
  swapLong: (one) => createSwap(one, one.swapLong),
  swapShort: (one) => createSwap(one, one.swapShort),
  minimumLots: (one) => ({ amount: one.minimumLots, unit: noUnit }),
  maximumLots: (one) => ({ amount: one.maximumLots, unit: noUnit }),
  lotStep: (one) => ({ amount: one.lotStep, unit: noUnit }),
};

/** The names of the figures that are the same on every account. */
export const sharedFigures: ReadonlySet<string> = new Set(
  Object.keys(instrumentFigures).flatMap((name) => [name, `${name}USD`]),
);

/** Figures that differ by account type. */
const accountFigures: Record<string, AccountFigure> = {
  spread: (one, terms, words) => ({ ...createSpread(one, terms.spread), text: formatSpread(one, terms.spread, words) }),
  minimumSpread: (one, terms, words) => ({
    ...createSpread(one, terms.minimumSpread),
    text: formatSpread(one, terms.minimumSpread, words),
  }),
  /** The cost of the spread of one lot, for opening and closing. */
  spreadCost: (one, terms) => createMoney(terms.spread * one.pipSize * one.contractSize, one.quoteCurrency),
  /** The spread as a share of the price, rounded to two significant digits. */
  share: (one, terms) => ({
    amount: Number((calculateSpreadShare(one, terms) * 100).toPrecision(2)),
    unit: { kind: 'percent' },
  }),
  commission: (_, terms) => createMoney(terms.commission, 'USD'),
  leverage: (_, terms) => ({ amount: terms.leverage, unit: { kind: 'leverage' } }),
  /** The margin of one lot at the reference price. */
  margin: (one, terms) => createMoney((one.contractSize * one.referencePrice) / terms.leverage, one.quoteCurrency),
};

/** The names of all figures of an instrument. */
const figureNames = [...Object.keys(instrumentFigures), ...Object.keys(accountFigures)];

/** Finds the price of a currency in US dollars, at the reference prices. @throws FigureFault when no instrument has its price. */
function findDollarRate(currency: string, source: FigureSource): number {
  if (currency === 'USD') return 1;
  const direct = findBySymbol(`${currency}USD`, source);
  if (direct) return direct.referencePrice;
  const inverse = findBySymbol(`USD${currency}`, source);
  if (!inverse) throw new FigureFault(`no instrument tells what ${currency} is worth in US dollars`);
  return 1 / inverse.referencePrice;
}

/** The source of figures, and the texts to format them. */
interface FigureSource extends InstrumentSource {
  words: FigureTexts;
}

/** Options for filling in the texts and tables of a document. */
export interface Filling extends FigureSource {
  /** True to leave a faulty placeholder as it is typed. */
  faultsAsTyped?: boolean;
  /** Called for each placeholder or table that is faulty. */
  onFault: (message: string) => void;
}

/**
 * Finds the figure of an instrument by its name. `USD` after the name of an amount of money converts it to US dollars.
 * @throws FigureFault when it has no such figure.
 */
export function findInstrumentFigure(
  instrument: Instrument,
  name: string,
  account: string | undefined,
  source: FigureSource,
): Figure {
  const baseName = name.endsWith('USD') ? name.slice(0, -'USD'.length) : name;
  const figure = findFigure(instrument, baseName, account, source.words);
  if (baseName === name) return figure;
  if (figure.unit.kind !== 'money') throw new FigureFault(`${baseName} is no money: leave “USD” out`);
  return createMoney(figure.amount * findDollarRate(figure.unit.currency, source), 'USD');
}

function findFigure(instrument: Instrument, name: string, account: string | undefined, words: FigureTexts): Figure {
  const sharedFigure = instrumentFigures[name];
  if (sharedFigure) {
    if (account !== undefined) throw new FigureFault(`${name} is the same on every account: leave “.${account}” out`);
    return sharedFigure(instrument, words);
  }
  const accountFigure = accountFigures[name];
  if (!accountFigure) throw new FigureFault(`“${name}” is no figure; there are ${figureNames.join(', ')}`);
  const accounts = instrument.terms.map((terms) => terms.account);
  const terms = findTerms(instrument, account ?? null);
  if (!terms) throw new FigureFault(`${name} needs an account: write .${accounts.join(' or .')} after it`);
  return accountFigure(instrument, terms, words);
}

/** Counts the instruments of a class; `forex` counts all currency pairs, an empty class all instruments. */
function countInstruments(chosen: string, { read, locale }: FigureSource): number {
  if (chosen === '') return read.count('instrument', locale);
  const classes = findClasses(chosen);
  if (classes.length === 0)
    throw new FigureFault(`“${chosen}” is no class; there are forex, ${instrumentClasses.join(', ')}`);
  return classes.reduce((sum, one) => sum + read.count('instrument', locale, { relation: ['class', one] }), 0);
}

/** Finds the figure that a placeholder names. @throws FigureFault when there is none. */
export function findNamedFigure(name: string, source: FigureSource): Figure {
  const counted = /^count(?::(.*))?$/.exec(name);
  if (counted) return { amount: countInstruments(counted[1] ?? '', source), unit: noUnit };
  const [symbol = '', field = '', account, ...more] = name.split('.');
  if (more.length > 0) throw new FigureFault(`“${name}” has too many parts; write EURUSD.spread.prime`);
  const instrument = findBySymbol(symbol, source);
  if (!instrument) throw new FigureFault(`there is no instrument ${symbol}`);
  if (field === '') throw new FigureFault(`“${name}” names no figure; write ${symbol}.price, for example`);
  return findInstrumentFigure(instrument, field, account, source);
}
