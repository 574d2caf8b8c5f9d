/** `/api/search?q=…&locale=…`: instruments and then texts that match a query, for the suggestions of the search field. */
import { Hono } from 'hono';
import { cleanCode } from '../../site/i18n/clean-text.ts';
import type { Replica } from '../../content/replica/replica.ts';
import { toSearchable } from '../../content/search/searchable.ts';
import type { SiteSearch } from '../../content/search/site-search.ts';
import type { Locale } from '../../content/locales.ts';
import { getInstrumentIndex, findMeantInstruments } from '../../site/instruments/asset-list.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { translator } from '../../site/i18n/translate.ts';
import { findHitPath } from '../../site/layout/hit-path.ts';
import { linkTo } from '../../site/route-patterns.ts';
import { readWhole } from '../content/refill.ts';
import { readQueryLocale } from '../http/language-choice.ts';
import { noStore } from '../http/refusals.ts';
import type { RequestContext, SiteEnv } from '../http/request-context.ts';

const maxSuggestions = 6;
/** Suggestions that are instruments; they come first. */
const maxInstruments = 3;

interface Suggestion {
  title: string;
  kind: string;
  path: string;
}

interface Options {
  replica: Replica;
  search: SiteSearch;
  hasContent: () => Promise<boolean>;
  /** Counts a search or another lookup. @returns seconds until this visitor may have the next; 0 when they may now. */
  countLookup: (context: RequestContext) => number;
}

export function createSearchApi({ replica, search, hasContent, countLookup }: Options): Hono<SiteEnv> {
  const api = new Hono<SiteEnv>();

  function findSuggestions(query: string, locale: Locale): Suggestion[] {
    const read = replica.reader();
    const t = translator(locale, read.single('interface-word-set', locale));
    const suggest = (title: string, kind: string, path: string) => ({ title, kind, path: localePath(path, locale) });
    const instruments = findMeantInstruments(getInstrumentIndex(read, locale), query, maxInstruments).flatMap((id) => {
      const instrument = read.get('instrument', id, locale);
      if (!instrument) return [];
      const path = linkTo('/cfd-asset-list/:symbol', { symbol: id });
      return suggest(`${instrument.symbol} ${instrument.name}`, t('instruments.hits'), path);
    });
    const texts = search
      .find(query, locale)
      .slice(0, maxSuggestions)
      .flatMap((hit) => {
        const document = read.get(hit.type, hit.id, locale);
        const title = document && toSearchable(hit.type, document)?.title;
        const path = findHitPath(hit, read, locale);
        return title && path ? suggest(title, t(`search.kinds.${hit.type}`), path) : [];
      });
    return [...instruments, ...texts].slice(0, maxSuggestions);
  }

  api.get('/', async (context) => {
    const seconds = countLookup(context);
    if (seconds > 0) return context.json([], 429, { ...noStore, 'retry-after': String(seconds) });
    const locale = readQueryLocale(context);
    const query = cleanCode(context.req.query('q') ?? '');
    const found = await readWhole(hasContent, replica, () => findSuggestions(query, locale));
    if (found) return context.json(found, 200, { 'cache-control': 'public, max-age=60' });
    return context.json([], 503, { ...noStore, 'retry-after': '10' });
  });
  return api;
}
