/** Preloads the pages that a visitor is likely to open: links that are hovered, focused or touched and, when the browser is idle, links in view. */
import { buildPayloadAddress } from './page-addresses.ts';
import { loadPayloadAt, preloadLater } from './page-preload.ts';
import { swapped } from './swapped.ts';
import { whenIdle, whenLoadedAndIdle } from '../when-idle.ts';

/** The number of links in view that one page preloads: enough for the likely links, with little load for the server. */
const maxLinksInView = 6;

const { connection } = navigator as Navigator & { connection?: { saveData?: boolean; effectiveType?: string } };

function findPayloadAddress(link: HTMLAnchorElement | null): string | null {
  if (!link || link.target || link.download || (link.hash && link.pathname === location.pathname)) return null;
  return link.href === location.href ? null : buildPayloadAddress(new URL(link.href));
}

function preloadIntent({ target }: Event): void {
  const address = target instanceof Element ? findPayloadAddress(target.closest<HTMLAnchorElement>('a[href]')) : null;
  if (address) loadPayloadAt(address).catch(() => undefined);
}

function preloadInView(): void {
  // A page with parameters may be one of thousands that the server does not keep: it waits for the visitor's intent.
  const links = document.querySelectorAll<HTMLAnchorElement>('main a[href]:not([href*="?"])');
  const visible = [...links].filter((link) => {
    const { top, height } = link.getBoundingClientRect();
    return height > 0 && top >= 0 && top < innerHeight;
  });
  const addresses = new Set(visible.map(findPayloadAddress));
  addresses.delete(null);
  for (const address of [...addresses].slice(0, maxLinksInView)) preloadLater(address as string);
}

/** Call it when the route rules are known. */
export function startPreloading(): void {
  // Without the navigator nothing would use what is preloaded.
  if (!('navigation' in window) || connection?.saveData) return;
  for (const type of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(type, preloadIntent, { passive: true });
  if (connection?.effectiveType && connection.effectiveType !== '4g') return;
  whenLoadedAndIdle(preloadInView);
  document.addEventListener(swapped, () => whenIdle(preloadInView));
}
