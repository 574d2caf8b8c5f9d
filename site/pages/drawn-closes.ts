/** The daily closes that blocks draw as a line, by the symbol of an instrument. */
import type { Reader } from '../../content/replica/reader.ts';
import type { Locale } from '../../content/locales.ts';
import type { Closes, ResolvedWorkedExample } from '../blocks/resolved-block.ts';
import { digitsOf } from '../figures/figure.ts';
import { formatsOf } from '../i18n/formats.ts';
import { translator } from '../i18n/translate.ts';

/** Of a small line beside a figure: four weeks of most markets, as in tables. */
const trendDays = 20;

function barsOf(symbol: string, read: Reader, locale: Locale) {
  return read.get('price-history', symbol.toLowerCase(), locale)?.bars ?? [];
}

/** @returns the latest closes, oldest first; null where they are too few for a line. */
export function latestCloses(symbol: string | null, read: Reader, locale: Locale): Closes {
  if (!symbol) return null;
  const closes = barsOf(symbol, read, locale).map(({ close }) => close);
  return closes.length > 1 ? closes.slice(-trendDays) : null;
}

/** All closes that there are, and what they show in words. */
export function closesChart(symbol: string | null, read: Reader, locale: Locale): ResolvedWorkedExample['chart'] {
  const instrument = symbol && read.get('instrument', symbol.toLowerCase(), locale);
  if (!symbol || !instrument) return null;
  const bars = barsOf(symbol, read, locale);
  const [first, last] = [bars[0], bars.at(-1)];
  if (!first || !last || bars.length < 2) return null;
  const { number, date } = formatsOf(locale);
  const closes = bars.map(({ close }) => close);
  const price = (value: number) => number(value, digitsOf(instrument.tickSize));
  return {
    closes,
    about: translator(locale)('blocks.closes', {
      name: instrument.name,
      from: date(first.date),
      to: date(last.date),
      low: price(Math.min(...closes)),
      high: price(Math.max(...closes)),
      close: price(last.close),
    }),
  };
}
