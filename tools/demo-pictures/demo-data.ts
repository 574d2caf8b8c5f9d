/** What the pictures are made from: instruments, daily prices and trading calendars of a content folder. */
import { filesFeed } from '../../content/feed/files/files-feed.ts';
import { defaultLocale } from '../../content/locales.ts';
import type { MarketWeek } from '../../content/model-hours.ts';
import type { DailyBar, InstrumentTerms } from '../../content/model-instruments.ts';
import type { DocumentType, DocumentTypes, Instrument } from '../../content/model.ts';
import { parseDocument } from '../../content/parse/parse-document.ts';

/** Each function throws when the folder has no such thing. */
export interface DemoData {
  instrument: (symbol: string) => Instrument;
  /** What a Prime account pays. */
  prime: (symbol: string) => InstrumentTerms;
  /** 60 days, oldest first. */
  bars: (symbol: string) => DailyBar[];
  closes: (symbol: string) => number[];
  market: (calendar: string) => MarketWeek;
}

/** @throws when a document that is wanted does not parse. */
export async function readDemoData(folder: string): Promise<DemoData> {
  const { documents } = await filesFeed(folder).snapshot();
  const one = <Type extends DocumentType>(wanted: Type, id: string): DocumentTypes[Type] => {
    const found = documents.find(
      ({ type, locale, wire }) => type === wanted && locale === defaultLocale && (wire as { id?: unknown }).id === id,
    );
    const parsed = found && parseDocument(wanted, defaultLocale, found.wire);
    if (!parsed?.ok) throw new Error(`${folder} has no sound ${wanted} ${id}, from which a picture is made.`);
    return parsed.document;
  };
  const bars = (symbol: string) => one('price-history', symbol.toLowerCase()).bars;
  const prime = (symbol: string) => {
    const terms = one('instrument', symbol.toLowerCase()).terms.find(({ account }) => account === 'prime');
    if (!terms) throw new Error(`${symbol} has no terms of a Prime account, from which a picture is made.`);
    return terms;
  };
  return {
    prime,
    instrument: (symbol) => one('instrument', symbol.toLowerCase()),
    bars,
    closes: (symbol) => bars(symbol).map(({ close }) => close),
    market: (calendar) => one('trading-calendar', calendar),
  };
}
