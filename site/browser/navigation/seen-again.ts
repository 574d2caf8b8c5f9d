/** Calls `look` when the visitor returns to this page: the visitor may have answered its question in another tab or on a later page. */
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
