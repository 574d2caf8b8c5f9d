/**
 * Scroll reveal (R29): parts below the first screen move into place when they are 120 px in view. Only this script displaces them, and only their
 * position is animated, so they stay visible without JavaScript, in print, and to a search in the page.
 */
const offset = 120;

const observer = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      target.setAttribute('data-reveal', 'done');
      observer.unobserve(target);
    }
  },
  { rootMargin: `0px 0px -${offset}px` },
);

export function revealOnScroll(): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  observer.disconnect();
  for (const part of document.querySelectorAll('main [data-reveal]')) {
    if (part.getBoundingClientRect().top < innerHeight) continue;
    part.setAttribute('data-reveal', 'waiting');
    observer.observe(part);
  }
}
