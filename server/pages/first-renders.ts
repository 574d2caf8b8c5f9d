/**
 * Renders a few pages in each language before a process reports that it is ready. The first render of a process compiles the code, reads header and
 * footer and prepares the queries. That takes 150 ms for the home page and 40 ms for the first search of a language, for which all visitors would
 * wait after each release. Then it collects the garbage of the start, 40 MB of 200, which V8 would keep otherwise.
 */
import { locales } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import type { SitePages, SiteRenderer } from './site-pages.ts';

const searches = { path: '/search', queryString: '?q=spread' };

/** Renders the pages. A page that cannot be rendered raises its alarm here, and again on a request. */
export function renderFirst(pages: SitePages, renderer: SiteRenderer): void {
  for (const locale of locales)
    for (const { path, queryString } of [{ path: '/', queryString: '' }, searches]) {
      const answer = pages.answer(
        pages.request(renderer, { locale, path, queryString, requested: localePath(path, locale), payload: false }),
      );
      if (answer.kind === 'page') answer.page.document.encode('br');
    }
  // `gc` exists only with `--expose-gc` (tools/server-process.json). Takes 140 ms, before visitors come; a normal collection takes 50 ms, but returns
  // no memory to the system.
  globalThis.gc?.({ type: 'major', flavor: 'last-resort', execution: 'sync' });
}
