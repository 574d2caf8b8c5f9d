/**
 * Loads chunks and recovers when one fails (R61): a release removed it, something blocks it, or the network failed. The page then
 * reloads, at most once per path within 10 seconds; after that it stays as it is, because its HTML works without the chunk. Every
 * `import()` in the browser goes through `loadChunk`; `load-chunk.test.ts` enforces that.
 */
import { reloadLoses } from './held-input.ts';

const reloadPauseMs = 10_000;
/** Once a reload has started, later failures never settle: a caller's fallback could navigate away from the page that is reloading. */
let reloading = false;

/** Reloads the page if allowed. @returns true during a reload; false when this path was reloaded within `reloadPauseMs`, or must not be reloaded. */
function reloadOnce(): boolean {
  // Offline, a reload would replace a readable page by the browser's own error.
  if (reloading || !navigator.onLine || reloadLoses()) return reloading;
  const key = `reloaded:${location.pathname}`;
  try {
    if (Date.now() - Number(sessionStorage.getItem(key)) < reloadPauseMs) return false;
    sessionStorage.setItem(key, String(Date.now()));
  } catch {
    // Without session storage nothing remembers the last reload, so the page could reload forever.
    return false;
  }
  location.reload();
  return (reloading = true);
}

/** Awaits a dynamic import. @throws what the import threw; if the page reloads instead, the promise never settles. */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (reloadOnce()) return new Promise(() => undefined);
    throw error;
  }
}
