/** Puts another page into this document: head, `<main>` and what of header and footer depends on the page. */
import type { PagePayload } from '../page-payload.ts';
import { sleepIslands, tendIslands } from './hydrate-islands.ts';

/** The same tags that `site/page-payload.ts` takes out of a document. */
const pageHeadTags = 'title, meta[name=description], meta[name=keywords], meta[name=robots], meta[name^="twitter:"], meta[property], link[rel=canonical], link[rel=alternate], script[type="application/ld+json"]';

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

/** The menu shows where one is, as the server would have written it. */
function markCurrent(path: string): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-header] a:not([data-language]), body > footer a')) {
    if (link.pathname === path && link.origin === location.origin) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  for (const menu of document.querySelectorAll('[data-header] nav details')) {
    menu.querySelector('summary')?.toggleAttribute('data-current', menu.querySelector('[aria-current]') !== null);
  }
}

function focusTarget(main: HTMLElement, hash: string): HTMLElement {
  const target = (hash && document.getElementById(decodeURIComponent(hash.slice(1)))) || main.querySelector('h1') || main;
  if (target.tabIndex < 0) target.tabIndex = -1;
  return target;
}

/** @param restoreScroll puts the window where the browser's history says; called when the new page stands. */
export function swapPage(payload: PagePayload, url: URL, restoreScroll: () => void): void {
  const main = document.querySelector('main');
  if (!main) throw new Error('This document has no main element.');
  sleepIslands(main);
  for (const old of document.head.querySelectorAll(pageHeadTags)) old.remove();
  document.head.append(document.createRange().createContextualFragment(payload.head));
  main.innerHTML = payload.main;
  for (const [locale, address] of Object.entries(payload.languages)) {
    document.querySelector(`a[data-language="${locale}"]`)?.setAttribute('href', address);
  }
  markCurrent(url.pathname);
  tendIslands(main);
  const { style } = document.documentElement;
  // A page begins where it begins; gliding there is for links within a page.
  style.scrollBehavior = 'auto';
  restoreScroll();
  style.scrollBehavior = '';
  // Before the focus moves: a modal that closes now would take it back.
  document.dispatchEvent(new Event(swapped));
  focusTarget(main, url.hash).focus({ preventScroll: true });
  announce(document.title);
}
