/** Finds the parts of every page that a small script improves, and loads that script when it is needed. */
import { loadChunk } from './loading/load-chunk.ts';
import { openModal } from './overlays/modals.ts';
import { track } from './loading/page-loader.ts';
import { revealOnScroll } from './reveal.ts';
import { swapped } from './navigation/swapped.ts';

let stopCarousels: (() => void)[] = [];

async function startInView(target: HTMLElement): Promise<void> {
  try {
    const { startCarousel } = await loadChunk(() => import('./carousel.ts'));
    if (target.isConnected) stopCarousels.push(startCarousel(target));
  } catch (error) {
    // It stays a scrollable row.
    console.error('A carousel did not start.', error);
  }
}

const carouselObserver = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      carouselObserver.unobserve(target);
      void startInView(target as HTMLElement);
    }
  },
  { rootMargin: '200px' },
);

/** Shows the image that a link leads to in a modal. Its alternative text is the modal's title, so the image has none: it is read out only once. */
async function showEnlarged(link: HTMLAnchorElement): Promise<void> {
  const title = link.querySelector('img')?.alt ?? '';
  // On a phone the image is larger than the screen: this box scrolls, by keyboard too.
  const content = Object.assign(document.createElement('div'), { className: 'enlarged', tabIndex: 0 });
  content.append(Object.assign(document.createElement('img'), { src: link.href, alt: '' }));
  await openModal({ title, content, size: 'wide' });
}

function enhancePage(): void {
  for (const end of stopCarousels) end();
  stopCarousels = [];
  carouselObserver.disconnect();
  for (const carousel of document.querySelectorAll('[data-carousel]')) carouselObserver.observe(carousel);
  revealOnScroll();
}

export function setUpEnhancements(): void {
  enhancePage();
  document.addEventListener(swapped, enhancePage);
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-enlarge]') : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    // Ignore the second click of a double click.
    if (event.detail > 1) return;
    // If the dialog cannot be loaded, follow the link to the image itself.
    track(showEnlarged(link)).catch(() => location.assign(link.href));
  });
}
