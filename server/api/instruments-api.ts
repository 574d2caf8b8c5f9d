/**
 * `/api/instruments.csv`: the instruments that the asset list shows for the same parameters, all pages of them, in the format of the content's own
 * `instruments.csv`. `locale` is the language whose names decide the order by name.
 */
import { Hono } from 'hono';
import { type WireInstrument, writeInstruments } from '../../content/feed/files/instrument-file.ts';
import { defaultLocale, isLocale } from '../../content/locales.ts';
import type { Mirror } from '../../content/mirror/mirror.ts';
import type { RequestContext, SiteEnv } from '../http/request-context.ts';
import { assetListState } from '../../site/pages/instruments/asset-list-address.ts';
import { assetListRows, listedAccount } from '../../site/pages/instruments/asset-list.ts';

/** Without it, spreadsheets read the accents of names as another encoding. */
const byteOrderMark = '\uFEFF';

interface Parts {
  mirror: Mirror;
  /** Waits for a replica that is being refilled. */
  hasContent: () => Promise<boolean>;
  /** Counts a search. @returns seconds until this visitor may search again; 0 when they may now. */
  useSearch: (context: RequestContext) => number;
}

const noStore = { 'cache-control': 'no-store' };

export function instrumentsApi({ mirror, hasContent, useSearch }: Parts): Hono<SiteEnv> {
  const app = new Hono<SiteEnv>();
  app.get('/', async (context) => {
    const seconds = useSearch(context);
    if (seconds > 0)
      return context.text('Too many downloads have come from your network in the last minute.', 429, {
        ...noStore,
        'retry-after': String(seconds),
      });
    if (!(await hasContent()))
      return context.text('The site is waiting for its content.', 503, { ...noStore, 'retry-after': '10' });
    const query = new URLSearchParams(context.req.query());
    const asked = query.get('locale');
    const locale = isLocale(asked) ? asked : defaultLocale;
    const read = mirror.reader();
    const account = listedAccount(read.list('account-type', locale));
    const { found } = assetListRows(read.list('instrument', locale), assetListState(query), account?.id ?? null);
    const wires = found
      .map(({ id, locale: own }) => mirror.wire({ type: 'instrument', id, locale: own }) as WireInstrument | null)
      .filter((wire) => wire !== null);
    return context.body(`${byteOrderMark}${writeInstruments(wires)}`, 200, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="instruments.csv"',
      'cache-control': 'public, max-age=0, s-maxage=5',
      'x-robots-tag': 'noindex',
    });
  });
  return app;
}
