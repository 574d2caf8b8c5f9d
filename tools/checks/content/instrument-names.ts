/** Finds the instruments that a text names: by symbol, and by the names that people use for the common ones. */
import { type Locale, byLocale, locales } from '../../../content/locales.ts';
import type { Instrument } from '../../../content/model.ts';

export interface NamedInstrument {
  instrument: Instrument;
  name: string;
  /** Where the name ends in the text. */
  end: number;
}

/** Names besides the symbols. */
const common: Partial<Record<Locale, Record<string, string>>> = {
  en: {
    gold: 'XAUUSD',
    silver: 'XAGUSD',
    Brent: 'BRENT',
    Bitcoin: 'BTCUSD',
    Ether: 'ETHUSD',
    'US 500': 'US500',
    'Germany 40': 'DE40',
  },
  es: {
    oro: 'XAUUSD',
    plata: 'XAGUSD',
    Brent: 'BRENT',
    Bitcoin: 'BTCUSD',
    Ether: 'ETHUSD',
    'US 500': 'US500',
    'Alemania 40': 'DE40',
  },
  it: {
    oro: 'XAUUSD',
    argento: 'XAGUSD',
    Brent: 'BRENT',
    Bitcoin: 'BTCUSD',
    Ether: 'ETHUSD',
    'US 500': 'US500',
    'Germania 40': 'DE40',
  },
};

interface Names {
  pattern: RegExp;
  bySpelling: Map<string, Instrument>;
}

const known = byLocale(() => new WeakMap<readonly Instrument[], Names>());

function namesOf(locale: Locale, instruments: readonly Instrument[]): Names {
  const made = known[locale].get(instruments);
  if (made) return made;
  const bySymbol = new Map(instruments.map((one) => [one.symbol, one]));
  // Short symbols of shares are words as well: T, ALL, NOW.
  const bySpelling = new Map([...bySymbol].filter(([symbol, one]) => one.assetClass !== 'stock' || symbol.length > 3));
  for (const [name, symbol] of Object.entries(common[locale] ?? {})) {
    const one = bySymbol.get(symbol);
    for (const spelling of [name, name.charAt(0).toUpperCase() + name.slice(1)]) if (one) bySpelling.set(spelling, one);
  }
  const spellings = [...bySpelling.keys()].sort((a, b) => b.length - a.length);
  const names = {
    pattern: new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${spellings.join('|')})(?![\p{L}\p{N}])`, 'gu'),
    bySpelling,
  };
  known[locale].set(instruments, names);
  return names;
}

/** In the order of the text. @param instruments the same list from call to call: names are collected once for it. */
export function instrumentNames(text: string, locale: Locale, instruments: readonly Instrument[]): NamedInstrument[] {
  if (!locales.includes(locale) || instruments.length === 0) return [];
  const { pattern, bySpelling } = namesOf(locale, instruments);
  return [...text.matchAll(pattern)].flatMap((match) => {
    const [name] = match;
    const instrument = bySpelling.get(name);
    return instrument ? [{ instrument, name, end: match.index + name.length }] : [];
  });
}
