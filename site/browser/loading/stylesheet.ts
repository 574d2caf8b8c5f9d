/** Loads the stylesheet of a lazy part and resolves when it applies, so that nothing shows unstyled. A failure is handled like that of a chunk (R61). */
import { loadChunk } from './load-chunk.ts';

const loading = new Map<string, Promise<void>>();

/** Loads a stylesheet once. @throws when it fails to load and `loadChunk` does not reload the page; the next call retries. */
export function loadStylesheet(href: string): Promise<void> {
  const pending = loading.get(href);
  if (pending) return pending;
  const link = document.createElement('link');
  const loaded = loadChunk(
    () =>
      new Promise<void>((resolve, reject) => {
        link.addEventListener('load', () => resolve());
        link.addEventListener('error', () => {
          loading.delete(href);
          link.remove();
          reject(new Error(`The stylesheet ${href} did not load.`));
        });
      }),
  );
  loading.set(href, loaded);
  link.rel = 'stylesheet';
  link.href = href;
  document.head.append(link);
  return loaded;
}

/**
 * Loads all rules of the site: a document contains only the style of its own page, and a script may show parts that need the rest. Resolves at once in
 * development, where each module loads its own style. @throws as `loadStylesheet` does.
 */
export function loadSiteStyles(): Promise<void> {
  const { sheet } = document.documentElement.dataset;
  return sheet ? loadStylesheet(sheet) : Promise.resolve();
}
