/** The currency pairs of the content, as rates between currencies. */
import { defaultLocale } from '../../content/locales.ts';
import type { Instrument } from '../../content/model.ts';
import type { Reader } from '../../content/replica/reader.ts';
import { instrumentClasses } from '../../content/model-instruments.ts';

type Pair = Pick<Instrument, 'symbol' | 'baseCurrency' | 'quoteCurrency' | 'referencePrice'>;

/** All currency pairs, as rates, made once for every language until one of them changes. Reads no other instrument: of those there may be thousands, and every page with a ticket asks. */
export function ratePairs(read: Reader): readonly Pair[] {
  return read.computed('rate pairs', (all) =>
    instrumentClasses
      .filter((one) => one.startsWith('forex'))
      .flatMap((one) => all.list('instrument', defaultLocale, { relation: ['class', one] }))
      .map(({ symbol, baseCurrency, quoteCurrency, referencePrice }) => ({
        symbol,
        baseCurrency,
        quoteCurrency,
        referencePrice,
      })),
  );
}
