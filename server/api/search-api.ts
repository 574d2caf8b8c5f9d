/** `/api/search?q=…&locale=…`: instruments and then titles that match a query, for the suggestions of the search field. */
import { Hono } from 'hono';
import { cleanCode } from '../../site/i18n/clean-text.ts';
import type { Replica } from '../../content/replica/replica.ts';
import { toSearchable } from '../../content/search/searchable.ts';
import type { SiteSearch } from '../../content/search/site-search.ts';
import type { Locale } from '../../content/locales.ts';
import { getInstrumentIndex, findMeantInstruments } from '../../site/instruments/asset-list.ts';
import { readWhole } from '../content/refill.ts';
import { readQueryLocale } from '../http/language-choice.ts';
import { noStore } from '../http/refusals.ts';
import type { RequestContext, SiteEnv } from '../http/request-context.ts';

const maxSuggestions = 6;
/** Suggestions that are instruments; they come first. */
const maxInstruments = 3;

interface Parts {
  replica: Replica;
  search: SiteSearch;
  hasContent: () => Promise<boolean>;
  /** Counts a search or another lookup. @returns seconds until this visitor may have the next; 0 when they may now. */
  countLookup: (context: RequestContext) => number;
}

export function createSearchApi({ replica, search, hasContent, countLookup }: Parts): Hono<SiteEnv> {
  const api = new Hono<SiteEnv>();

  function findTitles(query: string, locale: Locale): string[] {
    const read = replica.reader();
    const instruments = findMeantInstruments(getInstrumentIndex(read, locale), query, maxInstruments).flatMap((id) => {
      const instrument = read.get('instrument', id, locale);
      return instrument ? `${instrument.symbol} ${instrument.name}` : [];
    });
    const titles = search
      .find(query, locale)
      .slice(0, maxSuggestions)
      .flatMap(({ type, id }) => {
        const document = read.get(type, id, locale);
        return (document && toSearchable(type, document)?.title) ?? [];
      });
    return [...instruments, ...titles].slice(0, maxSuggestions);
  }

  api.get('/', async (context) => {
    const seconds = countLookup(context);
    if (seconds > 0) return context.json([], 429, { ...noStore, 'retry-after': String(seconds) });
    const locale = readQueryLocale(context);
    const query = cleanCode(context.req.query('q') ?? '');
    const titles = await readWhole(hasContent, replica, () => findTitles(query, locale));
    if (titles) return context.json(titles, 200, { 'cache-control': 'public, max-age=60' });
    return context.json([], 503, { ...noStore, 'retry-after': '10' });
  });
  return api;
}
