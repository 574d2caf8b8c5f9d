/**
 * Renders a few pages in each language before a process says that it is ready. The first render of a process compiles the code, reads header and footer and
 * prepares the queries: 150 ms for the home page and 40 ms for the first search of a language, for which everybody else would wait, at each release.
 * Then it throws away what the start has left: 40 MB of 200, which V8 would keep, because its heap grows more slowly once a site is running.
 */
import { locales } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import type { SitePages, SiteRenderer } from './site-pages.ts';

const searches = { path: '/search', queryString: '?q=spread' };

/** A page that cannot be rendered raises its alarm here, and again when it is asked for. */
export function renderFirst(pages: SitePages, renderer: SiteRenderer): void {
  for (const locale of locales)
    for (const { path, queryString } of [{ path: '/', queryString: '' }, searches]) {
      const answer = pages.answer(
        pages.request(renderer, { locale, path, queryString, requested: localePath(path, locale), payload: false }),
      );
      if (answer.kind === 'page') answer.page.document.in('br');
    }
  // Only there with `--expose-gc` (tools/server-process.json). 140 ms, while nobody waits yet; a plain collection takes 50 and gives nothing back to the system.
  globalThis.gc?.({ type: 'major', flavor: 'last-resort', execution: 'sync' });
}
