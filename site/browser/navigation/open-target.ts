/**
 * Opens the closed `details` around the target of a fragment. Current browsers do so by themselves when they load a document and when the fragment
 * changes; older ones do not, nor does a swap.
 */

/** Finds the target of a fragment with its `#`; null when it names no element of the page, or cannot be decoded. */
export function findTarget(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
}

/** Opens what is closed around an element. @returns whether something was closed. */
export function openAround(target: HTMLElement): boolean {
  let hasOpened = false;
  for (let outer = target.closest('details'); outer; outer = outer.parentElement?.closest('details') ?? null) {
    hasOpened ||= !outer.open;
    outer.open = true;
  }
  return hasOpened;
}

function showTarget(): void {
  const target = findTarget(location.hash);
  if (target && openAround(target)) target.scrollIntoView({ behavior: 'instant' });
}

export function setUpTargets(): void {
  showTarget();
  addEventListener('hashchange', showTarget);
}
