/** Notices that the file or folder at a path was removed or replaced while this process uses it, for example because a disk was mounted or removed. */
import { statSync } from 'node:fs';

export class PlaceLost extends Error {
  override name = 'PlaceLost';
}

function identify(path: string): string | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats ? `${stats.dev} ${stats.ino}` : null;
}

/**
 * Remembers the files and folders at the paths, each as soon as it exists.
 * @returns a function that throws PlaceLost when one was removed or replaced. Data written since its last call may then be lost and must not be confirmed.
 */
export function keepPlaces(...paths: readonly string[]): () => void {
  const identities = paths.map(identify);
  return () => {
    for (const [index, path] of paths.entries()) {
      const now = identify(path);
      identities[index] ??= now;
      if (now !== identities[index])
        throw new PlaceLost(
          `${path} was ${now === null ? 'removed' : 'replaced'} while the site runs. Put the former one back, or start the site again.`,
        );
    }
  };
}
