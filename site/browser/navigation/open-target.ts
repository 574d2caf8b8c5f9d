/** Opens the closed `details` around the target of a fragment: on load, after a swap and when the fragment changes. */
import { swapped } from './swapped.ts';

/** Finds the target of a fragment with its `#`; null when it names no element of the page, or cannot be decoded. */
export function findTarget(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
}

/** Does what current browsers do by themselves when they load a document, but not after a swap, nor on the way back. */
function openTarget(): void {
  const target = findTarget(location.hash);
  if (!target?.closest('details')) return;
  for (let outer = target.closest('details'); outer; outer = outer.parentElement?.closest('details') ?? null)
    outer.open = true;
  target.scrollIntoView({ behavior: 'instant' });
}

export function setUpTargets(): void {
  openTarget();
  document.addEventListener(swapped, openTarget);
  addEventListener('hashchange', openTarget);
}
