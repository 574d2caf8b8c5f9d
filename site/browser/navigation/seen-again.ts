/** Calls `onReturn` when the visitor returns to this page: the visitor may have answered its question in another tab or on a later page. */
export function whenSeenAgain(onReturn: () => void): void {
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) onReturn();
  });
  addEventListener('focus', onReturn);
  // The browser restored the page from its back/forward cache.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) onReturn();
  });
}
