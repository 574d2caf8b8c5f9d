/**
 * The navigator (decision 3): a link to another page of the site swaps it in. It answers the browser's own `navigate` event, so back,
 * forward, hashes, scroll and interruption are the browser's; where that API is missing, links are links. Nothing here may fail a
 * visitor: what cannot be swapped is loaded as a document.
 */
import type { PagePayload } from '../page-payload.ts';
import { payloadAddress, release } from './page-addresses.ts';
import { track } from './page-loader.ts';
import { payloadAt } from './page-preload.ts';
import { swapPage } from './swap-page.ts';

/** How long a swap is waited for before the document is loaded instead. */
const patience = 5000;

const { buildId, lang } = { buildId: document.documentElement.dataset['build'], lang: document.documentElement.lang };

async function obtain(address: string): Promise<PagePayload> {
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error(`${address} did not answer`)), patience));
  const payload = await track(Promise.race([payloadAt(address, true), late]));
  if (payload.buildId !== buildId || payload.lang !== lang) throw new Error(`${address} is of another release, or not for swapping`);
  return payload;
}

let transition: ViewTransition | undefined;

/** Shows a page, in a view transition where the visitor has nothing against motion. */
async function show(payload: PagePayload, url: URL, event: NavigateEvent): Promise<void> {
  const swap = () => {
    if (!event.signal.aborted) swapPage(payload, url, event.navigationType === 'traverse' ? () => event.scroll() : null);
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

function intercept(event: NavigateEvent, url: URL, address: string): void {
  const payload = obtain(address);
  payload.catch((error: unknown) => console.info('A page is loaded as a document.', error));
  const options = { focusReset: 'manual', scroll: 'manual' } as const;
  /** The address bar already shows the target: loading it anew is loading the document. */
  const reload = () => {
    if (!event.signal.aborted) location.reload();
  };
  // The address changes when the page is there, so stopping leaves both at the page that one sees.
  if (event.cancelable && 'NavigationPrecommitController' in window) {
    event.intercept({
      ...options,
      async precommitHandler() {
        try {
          await payload;
        } catch (error) {
          if (event.signal.aborted) throw error;
          if (event.navigationType === 'replace') location.replace(url);
          else location.assign(url);
          throw error;
        }
      },
      handler: async () => show(await payload, url, event).catch(reload),
    });
  } else {
    event.intercept({ ...options, handler: () => payload.then((page) => show(page, url, event)).catch(reload) });
  }
}

export function startNavigator(): void {
  if (!('navigation' in window)) return;
  let clicked: HTMLAnchorElement | null = null;
  // Only what a visitor clicks is swapped: forms and scripts that set an address mean a document.
  document.addEventListener('click', ({ target }) => {
    clicked = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  }, { capture: true });
  navigation.addEventListener('navigate', (event) => {
    const { destination, navigationType } = event;
    const link = clicked;
    clicked = null;
    if (!event.canIntercept || event.hashChange || event.downloadRequest !== null || event.formData) return;
    const traverse = navigationType === 'traverse';
    if (traverse ? !destination.sameDocument : navigationType === 'reload' || link?.href !== destination.url) return;
    const url = new URL(destination.url);
    const address = payloadAddress(url);
    if (address) intercept(event, url, address);
    // A page of this document's history, but a new release stands: the browser would only change the address.
    else if (traverse && release.newer) event.intercept({ handler: async () => location.reload() });
  });
}
