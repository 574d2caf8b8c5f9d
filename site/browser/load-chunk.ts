/**
 * Chunks that do not come (R61): a release removed them, or the network failed. The page is then loaded anew, at most once per path
 * within 10 seconds; after that it stays as it is, because its HTML works without them.
 */
const reloadGuard = 10_000;

/** @returns false when this path was reloaded a moment ago. */
function reloadOnce(): boolean {
  const key = `reloaded:${location.pathname}`;
  try {
    const last = Number(sessionStorage.getItem(key));
    if (Date.now() - last < reloadGuard) return false;
    sessionStorage.setItem(key, String(Date.now()));
  } catch {
    // Without a memory of the last reload the next one could go on for ever.
    return false;
  }
  location.reload();
  return true;
}

/** Awaits a dynamic import that something visible depends on. @throws what the import threw, unless the page is being reloaded. */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    // Offline, a reload would replace a readable page by the browser's own error.
    if (navigator.onLine && reloadOnce()) return new Promise(() => undefined);
    throw error;
  }
}
