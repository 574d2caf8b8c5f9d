/** Finds single instruments, their classes, the account whose figures a list shows, and the currency pairs. */
import { type Locale, defaultLocale } from '../../content/locales.ts';
import type { AccountType, Instrument } from '../../content/model.ts';
import { type InstrumentClass, instrumentClasses } from '../../content/model-instruments.ts';
import type { Reader } from '../../content/replica/reader.ts';

/** The reader of instruments, and the language. */
export interface InstrumentSource {
  read: Reader;
  locale: Locale;
}

/** Finds the instrument of a symbol in any case: its id is the symbol in small letters. Reads no other document. */
export function findBySymbol(symbol: string, { read, locale }: InstrumentSource): Instrument | null {
  return read.get('instrument', symbol.toLowerCase(), locale);
}

/** Finds the classes of a name: one, or for `forex` those of all currency pairs. */
export function findClasses(name: string): InstrumentClass[] {
  return instrumentClasses.filter((one) => one === name || (name === 'forex' && one.startsWith('forex')));
}

/** Finds the account whose figures a list shows: the highlighted one, else the first. */
export function findListedAccount(accounts: readonly AccountType[]): AccountType | null {
  return accounts.find(({ highlighted }) => highlighted) ?? accounts[0] ?? null;
}

type Pair = Pick<Instrument, 'symbol' | 'baseCurrency' | 'quoteCurrency' | 'referencePrice'>;

/**
 * Lists all currency pairs as rates, once for all languages until one of them changes. Reads no other instrument: there may be thousands,
 * and every page with a ticket needs this list.
 */
export function listRatePairs(read: Reader): readonly Pair[] {
  return read.computed('rate pairs', (all) =>
    findClasses('forex')
      .flatMap((one) => all.list('instrument', defaultLocale, { relation: ['class', one] }))
      .map(({ symbol, baseCurrency, quoteCurrency, referencePrice }) => ({
        symbol,
        baseCurrency,
        quoteCurrency,
        referencePrice,
      })),
  );
}
