/**
 * `/api/instruments.csv`: the instruments that the asset list shows for the same parameters, all pages of them, in the format of the content's
 * own `instruments.csv`. `locale` is the language of the sort by name, and of the decimal sign: with a comma, semicolons separate the cells.
 */
import { Hono } from 'hono';
import { type WireInstrument, formatLines } from '../../content/feed/instrument-file.ts';
import { withDecimalComma } from '../../content/feed/csv.ts';
import { byLocale, defaultLocale, localeRecords } from '../../content/locales.ts';
import type { Replica } from '../../content/replica/replica.ts';
import { readWhole } from '../content/refill.ts';
import { type SharedCaching, buildTypeTag } from '../http/shared-caching.ts';
import { readQueryLocale } from '../http/language-choice.ts';
import { refuseTooMany, refuseWithoutContent } from '../http/refusals.ts';
import type { RequestContext, SiteEnv } from '../http/request-context.ts';
import { parseAssetListState } from '../../site/instruments/asset-list-address.ts';
import { findAssetListRows, getInstrumentIndex } from '../../site/instruments/asset-list.ts';

/** Without the mark, spreadsheets assume another encoding and show wrong accents. */
const byteOrderMark = '\uFEFF';

const decimalCommas = byLocale((locale) => Intl.NumberFormat(localeRecords[locale].tag).format(0.5).includes(','));

interface Options {
  replica: Replica;
  /** Waits for a replica that is being refilled. */
  hasContent: () => Promise<boolean>;
  /** Counts a search or another lookup. @returns seconds until this visitor may have the next; 0 when they may now. */
  countLookup: (context: RequestContext) => number;
  shared: SharedCaching;
}

export function createInstrumentsApi({ replica, hasContent, countLookup, shared }: Options): Hono<SiteEnv> {
  const app = new Hono<SiteEnv>();
  /** The lines of all instruments, which are built once for each state of the content and have the names of every language. */
  let cachedLines: { generation: number; header: string; rows: Map<string, string> } | null = null;

  function readLines(): { header: string; rows: Map<string, string> } {
    const generation = replica.generation();
    if (cachedLines?.generation !== generation) {
      // A wire document has the names of every language, so any locale gives the same.
      const wires = replica.wires('instrument', defaultLocale);
      cachedLines = { generation, ...formatLines([...wires.values()] as WireInstrument[]) };
    }
    return cachedLines;
  }

  app.get('/', async (context) => {
    const seconds = countLookup(context);
    if (seconds > 0)
      return refuseTooMany(context, 'Too many downloads have come from your network in the last minute.', seconds);
    const query = new URLSearchParams(context.req.query());
    const locale = readQueryLocale(context);
    const text = await readWhole(hasContent, replica, () => {
      const { found } = findAssetListRows(getInstrumentIndex(replica.reader(), locale), parseAssetListState(query));
      const { header, rows } = readLines();
      return [header, ...found.flatMap((id) => rows.get(id) ?? [])].join('\n');
    });
    if (text === null) return refuseWithoutContent(context);
    // `withDecimalComma` writes whole lines; the joined lines have no last line break yet.
    const csv = decimalCommas[locale] ? withDecimalComma(text) : `${text}\n`;
    return context.body(`${byteOrderMark}${csv}`, 200, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="instruments.csv"',
      // Where the CDN is not purged, it keeps the list for 5 seconds as it does pages (`page-response.ts`), so a change is soon visible.
      ...Object.fromEntries(shared.headers('public, max-age=0, s-maxage=5', [buildTypeTag('instrument')])),
      'x-robots-tag': 'noindex',
    });
  });
  return app;
}
