/** Calls `look` when the visitor returns to this page: meanwhile another tab, or a later page, may have answered what this page asks. */
export function whenSeenAgain(look: () => void): void {
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) look();
  });
  addEventListener('focus', look);
  // The browser restored the page from its back/forward cache.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) look();
  });
}
