/** Adapts links of the header to the visitor: pages are the same bytes for everybody. */
import { readBrowserText } from '../browser-text.ts';
import { readCookie } from '../cookie.ts';

export function setUpHeaderLinks(): void {
  // The server sets and removes this cookie with the session.
  if (readCookie('signed-in')) {
    document.documentElement.dataset['signedIn'] = '';
    for (const link of document.querySelectorAll('[data-header] a[href$="/login"]'))
      link.textContent = readBrowserText('account');
  }
  // A choice of a language keeps the whole query of the address, also the part that a script has set, or that the server does not know.
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-language]') : null;
    const to = new URL(link?.href ?? location.href);
    const path = to.searchParams.get('path')?.split('?')[0];
    if (!link || !path) return;
    to.searchParams.set('path', path + location.search);
    link.href = to.href;
  });
}
