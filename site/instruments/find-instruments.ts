/** Single instruments, classes of them, the account whose figures a list shows, and the currency pairs. */
import { type Locale, defaultLocale } from '../../content/locales.ts';
import type { AccountType, Instrument } from '../../content/model.ts';
import { type InstrumentClass, instrumentClasses } from '../../content/model-instruments.ts';
import type { Reader } from '../../content/replica/reader.ts';

/** The reader of instruments, and the language. */
export interface InstrumentSource {
  read: Reader;
  locale: Locale;
}

/** The instrument of a symbol in any case: its id is the symbol in small letters. Reads no other. */
export function instrumentBySymbol(symbol: string, { read, locale }: InstrumentSource): Instrument | null {
  return read.get('instrument', symbol.toLowerCase(), locale);
}

/** The classes that a name stands for: one, or for `forex` those of all currency pairs. */
export function classesNamed(name: string): InstrumentClass[] {
  return instrumentClasses.filter((one) => one === name || (name === 'forex' && one.startsWith('forex')));
}

/** The account whose figures a list shows: the one that is highlighted, else the first. */
export function listedAccount(accounts: readonly AccountType[]): AccountType | null {
  return accounts.find(({ highlighted }) => highlighted) ?? accounts[0] ?? null;
}

type Pair = Pick<Instrument, 'symbol' | 'baseCurrency' | 'quoteCurrency' | 'referencePrice'>;

/**
 * All currency pairs, as rates, made once for every language until one of them changes. Reads no other instrument: of those there may be thousands,
 * and every page with a ticket asks.
 */
export function ratePairs(read: Reader): readonly Pair[] {
  return read.computed('rate pairs', (all) =>
    classesNamed('forex')
      .flatMap((one) => all.list('instrument', defaultLocale, { relation: ['class', one] }))
      .map(({ symbol, baseCurrency, quoteCurrency, referencePrice }) => ({
        symbol,
        baseCurrency,
        quoteCurrency,
        referencePrice,
      })),
  );
}
