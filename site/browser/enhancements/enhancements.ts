/** Parts of a page that a small script of their own makes better: found on every page, loaded when they are needed. */
import { loadChunk } from '../loading/load-chunk.ts';
import { openModal } from '../overlays/modals.ts';
import { track } from '../loading/page-loader.ts';
import { revealOnScroll } from './reveal.ts';
import { swapped } from '../navigation/swap-page.ts';

let endings: (() => void)[] = [];

async function moveCarousel(target: HTMLElement): Promise<void> {
  try {
    const { startCarousel } = await loadChunk(() => import('./carousel.ts'));
    if (target.isConnected) endings.push(startCarousel(target));
  } catch (error) {
    // It stays a row that scrolls.
    console.error('A carousel did not start.', error);
  }
}

const inView = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      inView.unobserve(target);
      void moveCarousel(target as HTMLElement);
    }
  },
  { rootMargin: '200px' },
);

/** Shows the image that a link leads to in a modal, named by its alternative text, which need not be heard twice. */
async function enlarge(link: HTMLAnchorElement): Promise<void> {
  const title = link.querySelector('img')?.alt ?? '';
  // On a phone it is larger than the screen and scrolls, with the keyboard too.
  const content = Object.assign(document.createElement('div'), { className: 'enlarged', tabIndex: 0 });
  content.append(Object.assign(document.createElement('img'), { src: link.href, alt: '' }));
  await openModal({ title, content, size: 'wide' });
}

function enhancePage(): void {
  for (const end of endings) end();
  endings = [];
  inView.disconnect();
  for (const carousel of document.querySelectorAll('[data-carousel]')) inView.observe(carousel);
  revealOnScroll();
}

export function setUpEnhancements(): void {
  enhancePage();
  document.addEventListener(swapped, enhancePage);
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-enlarge]') : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    // The second of a double click.
    if (event.detail > 1) return;
    // The link leads to the image itself, which is what remains when the dialog cannot be loaded.
    track(enlarge(link)).catch(() => location.assign(link.href));
  });
}
