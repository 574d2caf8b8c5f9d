/**
 * Turns a scrollable row into a carousel (R28): the next slide after 5 seconds, a pause button, arrow keys, and no automatic movement
 * for visitors who prefer reduced motion. Loaded when the first carousel is about to come into view.
 */
import EmblaCarousel, { type EmblaCarouselType } from 'embla-carousel';
import Autoplay from 'embla-carousel-autoplay';

const slideIntervalMs = 5000;

function findControl(root: HTMLElement, name: string): HTMLButtonElement | null {
  return root.querySelector<HTMLButtonElement>(`[data-carousel-${name}]`);
}

/** Makes all slides except one inert: a screen reader does not read them, and the keyboard does not reach them. */
function showOnly(embla: EmblaCarouselType): void {
  embla.slideNodes().forEach((slide, index) => {
    slide.inert = index !== embla.selectedScrollSnap();
  });
}

/** Starts a carousel. @returns a function that ends it. */
export function startCarousel(root: HTMLElement): () => void {
  const viewport = root.querySelector<HTMLElement>('[data-carousel-viewport]');
  if (!viewport) return () => undefined;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  // Otherwise the plugin restarts by itself after a swipe; only `update` may start it.
  const autoplay = Autoplay({
    delay: slideIntervalMs,
    playOnInit: false,
    stopOnInteraction: true,
    stopOnFocusIn: false,
  });
  const direction = getComputedStyle(root).direction as 'ltr' | 'rtl';
  const embla = EmblaCarousel(viewport, { direction, loop: true, duration: isCalm ? 0 : 22 }, isCalm ? [] : [autoplay]);
  /** The visitor's choice; hover and focus change only `isHeld`. */
  let isPlaying = !isCalm;
  let isHeld = false;

  const pause = findControl(root, 'pause');
  const update = () => {
    const moves = isPlaying && !isHeld;
    if (!isCalm && moves) autoplay.play();
    else if (!isCalm) autoplay.stop();
    viewport.setAttribute('aria-live', moves ? 'off' : 'polite');
    pause?.setAttribute('aria-pressed', String(!isPlaying));
  };
  const hold = (begins: boolean) => () => {
    isHeld = begins;
    update();
  };
  const listeners = new AbortController();
  const { signal } = listeners;
  root.addEventListener('pointerenter', hold(true), { signal });
  root.addEventListener('pointerleave', hold(false), { signal });
  root.addEventListener('focusin', hold(true), { signal });
  root.addEventListener('focusout', hold(false), { signal });
  findControl(root, 'previous')?.addEventListener('click', () => embla.scrollPrev(), { signal });
  findControl(root, 'next')?.addEventListener('click', () => embla.scrollNext(), { signal });
  pause?.addEventListener(
    'click',
    () => {
      isPlaying = !isPlaying;
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
  if (pause && isCalm) pause.hidden = true;
  embla.reInit();
  update();
  return () => {
    listeners.abort();
    embla.destroy();
  };
}
