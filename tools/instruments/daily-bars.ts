/** Generates the text of `demo/daily-bars.csv` from the folder's instruments and calendars. */
import { dailyBarFile, writeDailyBars } from '../../content/feed/daily-bar-file.ts';
import { filesFeed } from '../../content/feed/files-feed.ts';
import { defaultLocale } from '../../content/locales.ts';
import type { DocumentType, DocumentTypes } from '../../content/model.ts';
import { parseDocument } from '../../content/parse/parse-document.ts';
import { countTickDigits, generateBars } from './generated-bars.ts';

/** Generates the bars of every instrument of a content folder. @throws when a document does not parse or a calendar is missing. */
export async function generateBarFile(folder: string): Promise<string> {
  const { documents } = await filesFeed(folder).snapshot();
  const parseAll = <Type extends DocumentType>(wanted: Type): DocumentTypes[Type][] =>
    documents
      .filter(({ type, locale }) => type === wanted && locale === defaultLocale)
      .map(({ wire, source }) => {
        const parsed = parseDocument(wanted, defaultLocale, wire);
        if (!parsed.ok)
          throw new Error(`${source} has faults: npm run check names them. ${dailyBarFile} is unchanged.`);
        return parsed.document;
      });
  const calendars = new Map(parseAll('trading-calendar').map((calendar) => [calendar.id, calendar]));
  return writeDailyBars(
    parseAll('instrument').map((instrument) => {
      const { symbol, calendar, tickSize } = instrument;
      const market = calendars.get(calendar);
      if (!market) throw new Error(`${symbol} has no calendar ${calendar}. ${dailyBarFile} is unchanged.`);
      return { symbol, digits: countTickDigits(tickSize), bars: generateBars(instrument, market) };
    }),
  );
}
