/**
 * The full-page loader (R25). It shows while a tracked request is pending; a request counts until it succeeds or fails, at most for
 * 3 seconds. Fast answers never show it. Callers track what the visitor waits for: page swaps, submitted forms, searches, what a click
 * opens, and data that a page cannot be read without. Background requests (preloading, proofs of consent, the country) are not tracked.
 */
import { readBrowserText } from '../browser-text.ts';

const clearAfterMs = 3000;
const showAfterMs = 250;

let pending = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let loader: HTMLElement | null = null;

function show(): void {
  loader = document.createElement('div');
  loader.className = 'page-loader';
  loader.setAttribute('role', 'status');
  // A visitor who is typing must still be able to read the page.
  if (document.activeElement?.matches('input')) loader.style.background = 'none';
  const label = document.createElement('span');
  label.textContent = readBrowserText('loading');
  loader.append(label);
  document.body.append(loader);
}

function update(change: 1 | -1): void {
  pending += change;
  if (pending > 0) timer ??= setTimeout(show, showAfterMs);
  if (pending > 0) return;
  clearTimeout(timer);
  timer = undefined;
  loader?.remove();
  loader = null;
}

/** Counts a request as pending until it settles, at most for 3 seconds. @returns the same request. */
export function track<Result>(request: Promise<Result>): Promise<Result> {
  let cleared = false;
  const clear = () => {
    if (cleared) return;
    cleared = true;
    clearTimeout(limit);
    update(-1);
  };
  const limit = setTimeout(clear, clearAfterMs);
  update(1);
  request.then(clear, clear);
  return request;
}
