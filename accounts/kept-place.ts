/** Notices that a path leads elsewhere: its file or folder was removed or replaced while this process uses it, or a disk was mounted or taken away. */
import { statSync } from 'node:fs';

export class PlaceLost extends Error {
  override name = 'PlaceLost';
}

function identify(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false });
  return found ? `${found.dev} ${found.ino}` : null;
}

/**
 * Remembers what the paths lead to now, or as soon as they lead to something.
 * @returns a function that throws PlaceLost when one of them leads elsewhere. What was written since the last call may then be lost: confirm nothing.
 */
export function keepPlaces(...paths: readonly string[]): () => void {
  const known = paths.map(identify);
  return () => {
    for (const [index, path] of paths.entries()) {
      const now = identify(path);
      known[index] ??= now;
      if (now !== known[index])
        throw new PlaceLost(
          `${path} was ${now === null ? 'removed' : 'replaced'} while the site runs. Put the former one back, or start the site again.`,
        );
    }
  };
}
