/** The currency pairs of the content, as rates between currencies. */
import type { Locale } from '../../content/locales.ts';
import type { Instrument } from '../../content/model.ts';
import type { Reader } from '../../content/mirror/reader.ts';
import { instrumentClasses } from '../../content/model-instruments.ts';

type Pair = Pick<Instrument, 'symbol' | 'baseCurrency' | 'quoteCurrency' | 'referencePrice'>;

/** All currency pairs, as rates, made once until one of them changes. Reads no other instrument: of those there may be thousands, and every page with a ticket asks. */
export function ratePairs({ read, locale }: { read: Reader; locale: Locale }): readonly Pair[] {
  return read.computed(`rate pairs ${locale}`, (all) =>
    instrumentClasses
      .filter((one) => one.startsWith('forex'))
      .flatMap((one) => all.list('instrument', locale, { relation: ['class', one] }))
      .map(({ symbol, baseCurrency, quoteCurrency, referencePrice }) => ({
        symbol,
        baseCurrency,
        quoteCurrency,
        referencePrice,
      })),
  );
}
