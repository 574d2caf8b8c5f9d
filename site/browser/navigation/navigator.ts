/**
 * The navigator (docs/decisions/0013-navigator.md): swaps in the page that a clicked link leads to. It intercepts the browser's own
 * `navigate` event, so back, forward, hashes, scroll and interruption stay the browser's; without that API, links load documents.
 * The browser loads a page as a document when it cannot be swapped in.
 */
import type { PagePayload } from '../../page-payload.ts';
import { holdsInput } from '../loading/held-input.ts';
import { buildPayloadAddress } from './page-addresses.ts';
import { track } from '../loading/page-loader.ts';
import { loadPayloadAt } from './page-preload.ts';
import { loadSiteStyles } from '../loading/stylesheet.ts';
import { swapPage } from './swap-page.ts';

/** Milliseconds to wait for a payload before the document is loaded instead. */
const payloadTimeoutMs = 5000;

const {
  lang,
  dataset: { build: buildId },
} = document.documentElement;

async function loadPayload(address: string): Promise<PagePayload> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`${address} did not answer`)), payloadTimeoutMs);
  const loaded = Promise.all([loadPayloadAt(address, true), loadSiteStyles()]);
  const [payload] = await track(Promise.race([loaded, timeout])).finally(() => clearTimeout(timer));
  if (payload.buildId !== buildId || payload.lang !== lang)
    throw new Error(`${address} is of another release, or not for swapping`);
  return payload;
}

let transition: ViewTransition | undefined;

const buildPath = ({ pathname, search }: URL | Location = location) => pathname + search;
/** The path of the page that the document shows; `location` may already have the next path. */
let shownPath = buildPath();
let latest: NavigateEvent | undefined;

/**
 * Swaps a page in, with a view transition unless the visitor prefers reduced motion.
 * @param link the clicked link: the picture of its article becomes the picture of the next page (`article-pages.module.css`).
 */
async function show(
  payload: PagePayload,
  url: URL,
  event: NavigateEvent,
  link: HTMLAnchorElement | null,
): Promise<void> {
  const swap = () => {
    if (event.signal.aborted) return;
    swapPage(payload, url, event.navigationType === 'traverse' ? () => event.scroll() : null);
    shownPath = buildPath();
  };
  transition?.skipTransition();
  if (!('startViewTransition' in document) || matchMedia('(prefers-reduced-motion: reduce)').matches) return swap();
  const picture = link?.closest('article')?.querySelector('img');
  if (picture) {
    // A transition name must be unique, so the current article's picture gives it up for the next article's.
    for (const other of document.querySelectorAll<HTMLElement>('main img'))
      if (getComputedStyle(other).viewTransitionName !== 'none') other.style.viewTransitionName = 'none';
    picture.style.viewTransitionName = 'article-picture';
  }
  const viewTransition = document.startViewTransition(swap);
  transition = viewTransition;
  // A skipped transition rejects its promises, as expected.
  viewTransition.ready.catch(() => undefined);
  viewTransition.finished.catch(() => undefined);
  await viewTransition.updateCallbackDone;
}

function intercept(event: NavigateEvent, url: URL, from: string, link: HTMLAnchorElement | null = null): void {
  const payload = loadPayload(from);
  payload.catch((error: unknown) => console.info('A page is loaded as a document.', error));
  /** The address bar already shows the target, so a reload loads its document. */
  const reload = () => {
    if (!event.signal.aborted) location.reload();
  };
  const options = {
    focusReset: 'manual',
    scroll: 'manual',
    handler: () => payload.then((page) => show(page, url, event, link)).catch(reload),
  } as const;
  // With precommit, the address changes only after the payload has arrived: a stopped navigation changes nothing.
  if (event.cancelable && 'NavigationPrecommitController' in window) {
    event.intercept({
      ...options,
      async precommitHandler() {
        try {
          await payload;
        } catch (error) {
          if (event.signal.aborted) throw error;
          // Let Back or Forward commit; `handler` then reloads. A new history entry would cut off the entries ahead.
          if (event.navigationType === 'traverse') return;
          if (event.navigationType === 'replace') location.replace(url);
          else location.assign(url);
          throw error;
        }
      },
    });
  } else {
    event.intercept(options);
    // The visitor stopped the navigation when the address had already changed: load the document of that address.
    event.signal.addEventListener('abort', () =>
      setTimeout(() => {
        if (latest === event && shownPath !== buildPath()) location.reload();
      }),
    );
  }
}

export function startNavigator(): void {
  if (!('navigation' in window)) return;
  // A reloaded document shares its history with pages that were swapped in before. If the visitor went back to one of them during the load, only the
  // address changed, because no script could swap the page yet.
  const loaded = navigation.activation?.entry.url;
  if (loaded && buildPath(new URL(loaded)) !== shownPath) return location.reload();
  let clicked: HTMLAnchorElement | null = null;
  // Only clicked links are swapped in: forms, and scripts that set an address, expect a document.
  document.addEventListener(
    'click',
    ({ target }) => {
      clicked = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    },
    { capture: true },
  );
  navigation.addEventListener('navigate', (event) => {
    const { destination, navigationType } = event;
    const link = clicked;
    clicked = null;
    latest = event;
    // A link to the hash that the address already has is no `hashChange`, but stays in the document.
    const withinPage = event.hashChange || (destination.sameDocument && navigationType !== 'traverse');
    if (
      !event.canIntercept ||
      (withinPage && shownPath === buildPath()) ||
      event.downloadRequest !== null ||
      event.formData
    )
      return;
    const url = new URL(destination.url);
    const from = buildPayloadAddress(url);
    if (navigationType === 'traverse') {
      if (!destination.sameDocument) return;
      if (from) intercept(event, url, from);
      // Otherwise the browser would only change the address: a route rule or a newer release may have become known since the visitor left that page.
      else event.intercept({ handler: async () => location.reload() });
    } else if (
      from &&
      navigationType !== 'reload' &&
      link?.href === destination.url &&
      buildPayloadAddress(new URL(location.href)) &&
      !holdsInput()
    ) {
      // The current page must be swappable, too: otherwise Back would return to its address without being able to swap
      // it in again.
      intercept(event, url, from, link);
    }
  });
}
