/** `/api/search?q=…&locale=…`: titles that match a query, for the search field's list of suggestions. */
import { Hono } from 'hono';
import type { Mirror } from '../../content/mirror/mirror.ts';
import { searchableOf } from '../../content/search/searchable.ts';
import type { SiteSearch } from '../../content/search/site-search.ts';
import { defaultLocale, isLocale } from '../../content/locales.ts';
import type { RequestContext, SiteEnv } from '../http/request-context.ts';

const most = 6;

/** @param wait counts a search by this visitor and returns the seconds until they may search; 0 when they may now. */
export function searchApi(
  search: SiteSearch,
  mirror: Mirror,
  wait: (context: RequestContext) => number,
): Hono<SiteEnv> {
  const api = new Hono<SiteEnv>();
  api.get('/', async (context) => {
    const seconds = wait(context);
    if (seconds > 0) return context.json([], 429, { 'cache-control': 'no-store', 'retry-after': String(seconds) });
    const wish = context.req.query('locale');
    const locale = isLocale(wish) ? wish : defaultLocale;
    await search.ready(locale);
    const read = mirror.reader();
    const titles = search
      .find(context.req.query('q') ?? '', locale)
      .slice(0, most)
      .flatMap(({ type, id }) => {
        const document = read.get(type, id, locale);
        return (document && searchableOf(type, document)?.title) ?? [];
      });
    return context.json(titles, 200, { 'cache-control': 'public, max-age=60' });
  });
  return api;
}
