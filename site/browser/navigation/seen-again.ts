/** Calls when the visitor looks at this page again: meanwhile another tab may have answered what it asks, or the page after it. */
export function whenSeenAgain(look: () => void): void {
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) look();
  });
  addEventListener('focus', look);
  // Kept whole by the browser, and shown as it was left.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) look();
  });
}
