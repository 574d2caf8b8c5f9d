/**
 * Chunks that do not come (R61): a release removed them, something blocks them, or the network failed. The page is then loaded anew, at
 * most once per path within 10 seconds; after that it stays as it is, because its HTML works without them. Every `import()` of the
 * browser goes through here: `load-chunk.test.ts` finds one that does not.
 */
import { reloadLoses } from './held-input.ts';

const reloadGuard = 10_000;
/** The one failure that reloads silences the others: what they would do instead could lead away from the page that is coming. */
let reloading = false;

/** @returns false when this path was reloaded a moment ago, or must not be. */
function reloadOnce(): boolean {
  // Offline, a reload would replace a readable page by the browser's own error.
  if (reloading || !navigator.onLine || reloadLoses()) return reloading;
  const key = `reloaded:${location.pathname}`;
  try {
    if (Date.now() - Number(sessionStorage.getItem(key)) < reloadGuard) return false;
    sessionStorage.setItem(key, String(Date.now()));
  } catch {
    // Without a memory of the last reload the next one could go on for ever.
    return false;
  }
  location.reload();
  return (reloading = true);
}

/** Awaits a dynamic import. @throws what the import threw, unless the page is being reloaded. */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (reloadOnce()) return new Promise(() => undefined);
    throw error;
  }
}
