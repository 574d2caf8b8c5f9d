/** Puts another page into this document: head, `<main>` and what of header and footer depends on the page. */
import type { PagePayload } from '../../page-payload.ts';
import { sleepIslands, setUpIslands } from '../islands/hydrate-islands.ts';
import { trustedHtml } from '../trusted-html.ts';

/** The same tags that `site/page-payload.ts` takes out of a document. */
const pageHeadTags =
  'title, meta[name=description], meta[name=keywords], meta[name=robots], meta[name^="twitter:"], meta[property], link[rel=canonical], link[rel=alternate], script[type="application/ld+json"]';

/** After a swap, for scripts that care for parts of the page. */
export const swapped = 'site:swapped';

let announcer: HTMLElement | undefined;

/** A screen reader hears a new document by itself; a swap has to be told. */
function announce(title: string): void {
  if (!announcer) {
    announcer = document.createElement('p');
    announcer.className = 'visually-hidden';
    announcer.setAttribute('aria-live', 'polite');
    document.body.append(announcer);
  }
  announcer.textContent = title;
}

/** Header and footer show where one is, as the server writes it (`site/layout/site-frame.tsx`). */
function markCurrent(path: string): void {
  for (const link of document.querySelectorAll('[data-header] a:not([data-language]), body > footer a')) {
    if (link.getAttribute('href') === path) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}

function focusTarget(main: HTMLElement, hash: string): HTMLElement {
  const target =
    (hash && document.getElementById(decodeURIComponent(hash.slice(1)))) || main.querySelector('h1') || main;
  if (target.tabIndex < 0) target.tabIndex = -1;
  return target;
}

/** The browser scrolls with its next frame, so `scroll-behavior` has to wait for that. */
function glideless(scroll: () => void): void {
  const { style } = document.documentElement;
  style.scrollBehavior = 'auto';
  scroll();
  requestAnimationFrame(() =>
    setTimeout(() => {
      style.scrollBehavior = '';
    }),
  );
}

/** @param restoreScroll for a page of the history: puts the window where it was. */
export function swapPage(payload: PagePayload, url: URL, restoreScroll: (() => void) | null): void {
  const main = document.querySelector('main');
  if (!main) throw new Error('This document has no main element.');
  sleepIslands(main);
  for (const old of document.head.querySelectorAll(pageHeadTags)) old.remove();
  document.head.insertAdjacentHTML('beforeend', trustedHtml(payload.head));
  main.innerHTML = trustedHtml(payload.main);
  for (const [locale, address] of Object.entries(payload.languages)) {
    document.querySelector(`a[data-language="${locale}"]`)?.setAttribute('href', address);
  }
  markCurrent(url.pathname);
  setUpIslands(main);
  const target = focusTarget(main, url.hash);
  // A page begins where it begins: gliding there is for links within a page.
  if (restoreScroll) glideless(restoreScroll);
  else if (url.hash) target.scrollIntoView({ behavior: 'instant' });
  else scrollTo({ top: 0, behavior: 'instant' });
  // Before the focus moves: a modal that closes now would take it back.
  document.dispatchEvent(new Event(swapped));
  target.focus({ preventScroll: true });
  announce(document.title);
}
