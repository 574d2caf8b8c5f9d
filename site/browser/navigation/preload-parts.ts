/**
 * Asks for the parts of a chunk together with it, not one after the other. The build calls it around every `import()` (`vite.config.ts`), in the
 * place of Vite's own helper, which knows stylesheets, nonces and old browsers as well and is a tenth of the first load.
 */
const asked = new Set<string>();

/** @param parts addresses in the build's folder. */
export function preloadParts<Module>(load: () => Promise<Module>, parts: readonly string[] = []): Promise<Module> {
  for (const part of parts) {
    if (asked.has(part)) continue;
    asked.add(part);
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: `/${part}` }));
  }
  return load();
}
