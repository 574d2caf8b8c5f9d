/** Loads the stylesheet of a lazy part and resolves when it applies, so that nothing shows unstyled. A failure is handled like that of a chunk (R61). */
import { loadChunk } from './load-chunk.ts';

const loading = new Map<string, Promise<void>>();

/** @throws when the stylesheet fails to load and `loadChunk` does not reload the page; the next call retries. */
export function stylesheet(href: string): Promise<void> {
  const known = loading.get(href);
  if (known) return known;
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
 * Resolves when every rule of the site applies: a document carries only the style of its own page, and what a script shows may need the rest. At once in
 * development, where each module brings its own style. @throws as `stylesheet` does.
 */
export function siteStyles(): Promise<void> {
  const { sheet } = document.documentElement.dataset;
  return sheet ? stylesheet(sheet) : Promise.resolve();
}
