/**
 * The navigator (docs/decisions/0013-navigator.md): a link to another page of the site swaps it in. It answers the browser's own
 * `navigate` event, so back, forward, hashes, scroll and interruption are the browser's; where that API is missing, links are links.
 * Nothing here may fail a visitor: what cannot be swapped is loaded as a document.
 */
import type { PagePayload } from '../../page-payload.ts';
import { holdsInput } from '../loading/held-input.ts';
import { payloadAddress } from './page-addresses.ts';
import { track } from '../loading/page-loader.ts';
import { payloadAt } from './page-preload.ts';
import { swapPage } from './swap-page.ts';

/** How long a swap is waited for before the document is loaded instead. */
const patience = 5000;

const {
  lang,
  dataset: { build: buildId },
} = document.documentElement;

async function obtain(address: string): Promise<PagePayload> {
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error(`${address} did not answer`)), patience),
  );
  const payload = await track(Promise.race([payloadAt(address, true), late]));
  if (payload.buildId !== buildId || payload.lang !== lang)
    throw new Error(`${address} is of another release, or not for swapping`);
  return payload;
}

let transition: ViewTransition | undefined;

const address = () => location.pathname + location.search;
/** Of the page that stands in the document; the location may be ahead of it. */
let shown = address();
let latest: NavigateEvent | undefined;

/** Shows a page, in a view transition where the visitor has nothing against motion. */
async function show(payload: PagePayload, url: URL, event: NavigateEvent): Promise<void> {
  const swap = () => {
    if (event.signal.aborted) return;
    swapPage(payload, url, event.navigationType === 'traverse' ? () => event.scroll() : null);
    shown = address();
  };
  transition?.skipTransition();
  if (!('startViewTransition' in document) || matchMedia('(prefers-reduced-motion: reduce)').matches) return swap();
  const own = document.startViewTransition(swap);
  transition = own;
  // Skipping one rejects its promises; that is not news.
  own.ready.catch(() => undefined);
  own.finished.catch(() => undefined);
  await own.updateCallbackDone;
}

function intercept(event: NavigateEvent, url: URL, from: string): void {
  const payload = obtain(from);
  payload.catch((error: unknown) => console.info('A page is loaded as a document.', error));
  /** The address bar already shows the target: loading it anew is loading the document. */
  const reload = () => {
    if (!event.signal.aborted) location.reload();
  };
  const options = {
    focusReset: 'manual',
    scroll: 'manual',
    handler: () => payload.then((page) => show(page, url, event)).catch(reload),
  } as const;
  // The address changes when the page is there, so stopping leaves both at the page that one sees.
  if (event.cancelable && 'NavigationPrecommitController' in window) {
    event.intercept({
      ...options,
      async precommitHandler() {
        try {
          await payload;
        } catch (error) {
          if (event.signal.aborted) throw error;
          // Back stays back, and its document is loaded after it: an entry of its own would cut off what lies ahead.
          if (event.navigationType === 'traverse') return;
          if (event.navigationType === 'replace') location.replace(url);
          else location.assign(url);
          throw error;
        }
      },
    });
  } else {
    event.intercept(options);
    // Stopped, with the address of a page that did not come.
    event.signal.addEventListener('abort', () =>
      setTimeout(() => {
        if (latest === event && shown !== address()) location.reload();
      }),
    );
  }
}

export function startNavigator(): void {
  if (!('navigation' in window)) return;
  let clicked: HTMLAnchorElement | null = null;
  // Only what a visitor clicks is swapped: forms and scripts that set an address mean a document.
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
    // A place that one stands at already changes no hash.
    const withinPage = event.hashChange || (destination.sameDocument && navigationType !== 'traverse');
    if (!event.canIntercept || (withinPage && shown === address()) || event.downloadRequest !== null || event.formData)
      return;
    const url = new URL(destination.url);
    const from = payloadAddress(url);
    if (navigationType === 'traverse') {
      if (!destination.sameDocument) return;
      if (from) intercept(event, url, from);
      // The browser would only change the address: this page was left before it was known that it cannot be swapped, or of a newer release.
      else event.intercept({ handler: async () => location.reload() });
    } else if (
      from &&
      navigationType !== 'reload' &&
      link?.href === destination.url &&
      payloadAddress(new URL(location.href)) &&
      !holdsInput()
    ) {
      // A page that cannot be swapped in keeps a document of its own, or Back would find its address and not the page.
      intercept(event, url, from);
    }
  });
}
