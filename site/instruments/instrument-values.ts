/** The figures of an instrument by the names that editors write: `EURUSD.spread.prime`, `XAUUSD.price`, `count:forex`. */
import type { Instrument } from '../../content/model.ts';
import { type InstrumentTerms, instrumentClasses } from '../../content/model-instruments.ts';
import {
  type Figure,
  FigureFault,
  type FigureUnit,
  type FigureWords,
  countDigits,
  figureText,
  rounded,
} from './figure.ts';
import { type InstrumentSource, classesNamed, instrumentBySymbol } from './find-instruments.ts';
import { contractText, spreadShare, spreadText, termsFor } from './instrument-figures.ts';

const plain: FigureUnit = { kind: 'none' };

function money(amount: number, currency: string): Figure {
  return { amount: rounded(amount), unit: { kind: 'money', currency } };
}

/** Decimals in which traders speak of a price: four for most currency pairs, two for the yen, elsewhere as many as it has. */
function priceDigits({ assetClass, pipSize, referencePrice }: Instrument): number {
  return assetClass.startsWith('forex') ? countDigits(pipSize) : countDigits(referencePrice);
}

/** In the unit in which traders speak of it: pips, points, else the currency of the price. */
function spread(instrument: Instrument, pips: number): Figure {
  const { assetClass, pipSize, quoteCurrency } = instrument;
  if (assetClass.startsWith('forex')) return { amount: pips, unit: { kind: 'pips' } };
  const amount = rounded(pips * pipSize);
  return assetClass === 'index' ? { amount, unit: { kind: 'points' } } : money(amount, quoteCurrency);
}

/** The swap of one lot for one night; negative when the client pays. */
function swap({ swapUnit }: Instrument, amount: number): Figure {
  return swapUnit === 'usd-per-lot' ? money(amount, 'USD') : { amount, unit: { kind: 'percent' } };
}

type OfInstrument = (instrument: Instrument, words: FigureWords) => Figure;
type OfAccount = (instrument: Instrument, terms: InstrumentTerms, words: FigureWords) => Figure;

/** Figures that are the same on every account. */
const ofInstrument: Record<string, OfInstrument> = {
  price: (one) => ({ amount: one.referencePrice, unit: { kind: 'price', digits: priceDigits(one) } }),
  pipSize: (one) => ({ amount: one.pipSize, unit: { kind: 'price', digits: countDigits(one.pipSize) } }),
  /** The value of a move of one pip for one lot. */
  pip(one, words) {
    const pip = money(one.pipSize * one.contractSize, one.quoteCurrency);
    return { ...pip, text: figureText(pip, words, Number.isInteger(pip.amount) ? 0 : undefined) };
  },
  contract: (one, words) => ({ amount: one.contractSize, unit: plain, text: contractText(one, words) }),
  /** The value of one lot at the reference price. */
  value: (one) => money(one.contractSize * one.referencePrice, one.quoteCurrency),
  swapLong: (one) => swap(one, one.swapLong),
  swapShort: (one) => swap(one, one.swapShort),
  minimumLots: (one) => ({ amount: one.minimumLots, unit: plain }),
  maximumLots: (one) => ({ amount: one.maximumLots, unit: plain }),
  lotStep: (one) => ({ amount: one.lotStep, unit: plain }),
};

/** The names of the figures that are the same on every account. */
export const sharedFigures: ReadonlySet<string> = new Set(
  Object.keys(ofInstrument).flatMap((name) => [name, `${name}USD`]),
);

/** Figures that differ by account type. */
const ofAccount: Record<string, OfAccount> = {
  spread: (one, terms, words) => ({ ...spread(one, terms.spread), text: spreadText(one, terms.spread, words) }),
  minimumSpread: (one, terms, words) => ({
    ...spread(one, terms.minimumSpread),
    text: spreadText(one, terms.minimumSpread, words),
  }),
  /** The cost of the spread of one lot, for opening and closing. */
  spreadCost: (one, terms) => money(terms.spread * one.pipSize * one.contractSize, one.quoteCurrency),
  /** The spread as a share of the price, rounded to two significant digits. */
  share: (one, terms) => ({
    amount: Number((spreadShare(one, terms) * 100).toPrecision(2)),
    unit: { kind: 'percent' },
  }),
  commission: (_, terms) => money(terms.commission, 'USD'),
  leverage: (_, terms) => ({ amount: terms.leverage, unit: { kind: 'leverage' } }),
  /** The margin of one lot at the reference price. */
  margin: (one, terms) => money((one.contractSize * one.referencePrice) / terms.leverage, one.quoteCurrency),
};

/** The names of all figures of an instrument. */
const figureNames = [...Object.keys(ofInstrument), ...Object.keys(ofAccount)];

/** US dollars for a unit of a currency, at the reference prices. @throws FigureFault when no instrument has its price. */
function dollarsFor(currency: string, source: FigureSource): number {
  if (currency === 'USD') return 1;
  const direct = instrumentBySymbol(`${currency}USD`, source);
  if (direct) return direct.referencePrice;
  const inverse = instrumentBySymbol(`USD${currency}`, source);
  if (!inverse) throw new FigureFault(`no instrument tells what ${currency} is worth in US dollars`);
  return 1 / inverse.referencePrice;
}

/** The source of figures, and the texts to format them. */
interface FigureSource extends InstrumentSource {
  words: FigureWords;
}

/** Options for filling in the texts and tables of a document. */
export interface Filling extends FigureSource {
  /** True to leave a faulty placeholder as it is typed. */
  faultsAsTyped?: boolean;
  /** Called for each placeholder or table that is faulty. */
  onFault: (message: string) => void;
}

/**
 * The figure of an instrument by its name; one in money also in US dollars, with `USD` after its name.
 * @throws FigureFault when it has no such figure.
 */
export function instrumentFigure(
  instrument: Instrument,
  name: string,
  account: string | undefined,
  source: FigureSource,
): Figure {
  const own = name.endsWith('USD') ? name.slice(0, -'USD'.length) : name;
  const figure = ownFigure(instrument, own, account, source.words);
  if (own === name) return figure;
  if (figure.unit.kind !== 'money') throw new FigureFault(`${own} is no money: leave “USD” out`);
  return money(figure.amount * dollarsFor(figure.unit.currency, source), 'USD');
}

function ownFigure(instrument: Instrument, name: string, account: string | undefined, words: FigureWords): Figure {
  const same = ofInstrument[name];
  if (same) {
    if (account !== undefined) throw new FigureFault(`${name} is the same on every account: leave “.${account}” out`);
    return same(instrument, words);
  }
  const own = ofAccount[name];
  if (!own) throw new FigureFault(`“${name}” is no figure; there are ${figureNames.join(', ')}`);
  const accounts = instrument.terms.map((terms) => terms.account);
  const terms = termsFor(instrument, account ?? null);
  if (!terms) throw new FigureFault(`${name} needs an account: write .${accounts.join(' or .')} after it`);
  return own(instrument, terms, words);
}

/** How many instruments a class has; `forex` counts all currency pairs, an empty class everything. */
function countIn(chosen: string, { read, locale }: FigureSource): number {
  if (chosen === '') return read.count('instrument', locale);
  const classes = classesNamed(chosen);
  if (classes.length === 0)
    throw new FigureFault(`“${chosen}” is no class; there are forex, ${instrumentClasses.join(', ')}`);
  return classes.reduce((sum, one) => sum + read.count('instrument', locale, { relation: ['class', one] }), 0);
}

/** The figure that a placeholder names. @throws FigureFault when there is none. */
export function namedFigure(name: string, source: FigureSource): Figure {
  const counted = /^count(?::(.*))?$/.exec(name);
  if (counted) return { amount: countIn(counted[1] ?? '', source), unit: plain };
  const [symbol = '', field = '', account, ...more] = name.split('.');
  if (more.length > 0) throw new FigureFault(`“${name}” has too many parts; write EURUSD.spread.prime`);
  const instrument = instrumentBySymbol(symbol, source);
  if (!instrument) throw new FigureFault(`there is no instrument ${symbol}`);
  if (field === '') throw new FigureFault(`“${name}” names no figure; write ${symbol}.price, for example`);
  return instrumentFigure(instrument, field, account, source);
}
