/** Puts another page into this document: head, `<main>`, and the parts of header and footer that depend on the page. */
import type { PagePayload } from '../../page-payload.ts';
import { findSectionAddress } from '../../i18n/section-address.ts';
import { findTarget, openAround } from './open-target.ts';
import { swapped } from './swapped.ts';
import { trustedHtml } from '../trusted-html.ts';

/** The same tags that `site/page-payload.ts` takes out of a document. */
const pageHeadTags =
  'title, meta[name=description], meta[name=keywords], meta[name=robots], meta[name^="twitter:"], meta[property], link[rel=canonical], link[rel=alternate], script[type="application/ld+json"]';

let announcer: HTMLElement | undefined;

/** Announces a swap to screen readers, which announce only a new document by themselves. */
function announce(title: string): void {
  if (!announcer) {
    announcer = document.createElement('p');
    announcer.className = 'visually-hidden';
    announcer.setAttribute('aria-live', 'polite');
    document.body.append(announcer);
  }
  announcer.textContent = title;
}

/** Marks the links that lead to the target. @returns whether there is one. */
function markLinks(links: string, target: string | null, value: string): boolean {
  let found = false;
  for (const link of document.querySelectorAll(links)) {
    if (link.getAttribute('href') === target) {
      link.setAttribute('aria-current', value);
      found = true;
    } else link.removeAttribute('aria-current');
  }
  return found;
}

/** Marks the links to the current page in header and footer, or to its section in the header, as the server does (`site/layout/site-frame.tsx`). */
function markCurrent(path: string): void {
  const inHeader = '[data-header] a:not([data-language])';
  markLinks('body > footer a', path, 'page');
  if (!markLinks(inHeader, path, 'page')) markLinks(inHeader, findSectionAddress(path), 'true');
}

function focusTarget(main: HTMLElement, hash: string): HTMLElement {
  const named = findTarget(hash);
  // The target of a question is empty: a screen reader reads the question, which Enter opens and closes.
  const target =
    named?.closest('details')?.querySelector('summary') ||
    named ||
    main.querySelector<HTMLElement>('[autofocus]') ||
    main.querySelector('h1') ||
    main;
  if (target.tabIndex < 0) target.tabIndex = -1;
  return target;
}

/** Scrolls without animation. The browser scrolls in its next frame, so `scroll-behavior` can be restored only after that. */
function scrollInstantly(scroll: () => void): void {
  const { style } = document.documentElement;
  style.scrollBehavior = 'auto';
  scroll();
  requestAnimationFrame(() =>
    setTimeout(() => {
      style.scrollBehavior = '';
    }),
  );
}

/**
 * Swaps a page in.
 * @param restoreScroll restores the scroll position on Back and Forward; null for a new page.
 * @throws when the document has no `<main>`.
 */
export function swapPage(payload: PagePayload, url: URL, restoreScroll: (() => void) | null): void {
  const main = document.querySelector('main');
  if (!main) throw new Error('This document has no main element.');
  for (const old of document.head.querySelectorAll(pageHeadTags)) old.remove();
  document.head.insertAdjacentHTML('beforeend', trustedHtml(payload.head));
  main.innerHTML = trustedHtml(payload.main);
  for (const [locale, address] of Object.entries(payload.languages)) {
    document.querySelector(`a[data-language="${locale}"]`)?.setAttribute('href', address);
  }
  markCurrent(url.pathname);
  const target = focusTarget(main, url.hash);
  // Before the scroll position is restored: what is open moves what is below.
  openAround(target);
  // Smooth scrolling is only for links within a page; a new page jumps to its position.
  if (restoreScroll) scrollInstantly(restoreScroll);
  else if (url.hash) target.scrollIntoView({ behavior: 'instant' });
  else scrollTo({ top: 0, behavior: 'instant' });
  // Before the focus moves: a modal that closes on this event moves the focus back.
  document.dispatchEvent(new Event(swapped));
  target.focus({ preventScroll: true });
  announce(document.title);
}
