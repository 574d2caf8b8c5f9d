/**
 * Preloads the dependencies of a chunk in parallel with the chunk. The build wraps every `import()` in this function (`vite.config.ts`),
 * instead of Vite's own helper, which also handles stylesheets, nonces and old browsers and is a tenth of the first load.
 */
const asked = new Set<string>();

/** @param parts paths of the dependencies, relative to the build's folder. */
export function preloadParts<Module>(load: () => Promise<Module>, parts: readonly string[] = []): Promise<Module> {
  for (const part of parts) {
    if (asked.has(part)) continue;
    asked.add(part);
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: `/${part}` }));
  }
  return load();
}
