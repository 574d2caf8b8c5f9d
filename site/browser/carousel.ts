/**
 * Turns a scrollable row into a carousel (R28): the next slide after 5 seconds, a pause button, arrow keys, and no automatic movement
 * for visitors who prefer reduced motion. Loaded when the first carousel is about to come into view.
 */
import EmblaCarousel, { type EmblaCarouselType } from 'embla-carousel';
import Autoplay from 'embla-carousel-autoplay';

const interval = 5000;

function control(root: HTMLElement, name: string): HTMLButtonElement | null {
  return root.querySelector<HTMLButtonElement>(`[data-carousel-${name}]`);
}

/** Makes every other slide inert: neither read out nor reachable by keyboard. */
function showOnly(embla: EmblaCarouselType): void {
  embla.slideNodes().forEach((slide, index) => {
    slide.inert = index !== embla.selectedScrollSnap();
  });
}

/** @returns a function that ends the carousel. */
export function startCarousel(root: HTMLElement): () => void {
  const viewport = root.querySelector<HTMLElement>('[data-carousel-viewport]');
  if (!viewport) return () => undefined;
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  // Otherwise the plugin restarts by itself after a swipe; only `update` may start it.
  const autoplay = Autoplay({ delay: interval, playOnInit: false, stopOnInteraction: true, stopOnFocusIn: false });
  const direction = getComputedStyle(root).direction as 'ltr' | 'rtl';
  const embla = EmblaCarousel(viewport, { direction, loop: true, duration: still ? 0 : 22 }, still ? [] : [autoplay]);
  /** The choice of the visitor; hover and focus change only `waiting`. */
  let playing = !still;
  let waiting = false;

  const pause = control(root, 'pause');
  const update = () => {
    const moves = playing && !waiting;
    if (!still && moves) autoplay.play();
    else if (!still) autoplay.stop();
    viewport.setAttribute('aria-live', moves ? 'off' : 'polite');
    pause?.setAttribute('aria-pressed', String(!playing));
  };
  const wait = (begins: boolean) => () => {
    waiting = begins;
    update();
  };
  const listeners = new AbortController();
  const { signal } = listeners;
  root.addEventListener('pointerenter', wait(true), { signal });
  root.addEventListener('pointerleave', wait(false), { signal });
  root.addEventListener('focusin', wait(true), { signal });
  root.addEventListener('focusout', wait(false), { signal });
  control(root, 'previous')?.addEventListener('click', () => embla.scrollPrev(), { signal });
  control(root, 'next')?.addEventListener('click', () => embla.scrollNext(), { signal });
  pause?.addEventListener(
    'click',
    () => {
      playing = !playing;
      update();
    },
    { signal },
  );
  viewport.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
      event.preventDefault();
      if ((event.key === 'ArrowRight') === (direction === 'ltr')) embla.scrollNext();
      else embla.scrollPrev();
    },
    { signal },
  );
  embla.on('select', showOnly);
  showOnly(embla);
  // Switches the styles from a row that the visitor scrolls to one that the script moves.
  root.dataset['carousel'] = 'live';
  const controls = root.querySelector<HTMLElement>('[data-carousel-controls]');
  if (controls) controls.hidden = false;
  if (pause && still) pause.hidden = true;
  embla.reInit();
  update();
  return () => {
    listeners.abort();
    embla.destroy();
  };
}
