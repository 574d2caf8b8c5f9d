/** Brings a stylesheet of a lazy part and resolves when it applies, so that nothing is shown unstyled. One that does not come is a chunk that does not (R61). */
import { loadChunk } from './load-chunk.ts';

const loading = new Map<string, Promise<void>>();

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
