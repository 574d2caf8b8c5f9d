/** A replica that broke while the site runs is filled again within a second or two: visitors wait for that, and are not sent away. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Mirror } from '../../content/mirror/mirror.ts';

const lookEveryMs = 20;
const usualLimitMs = 4000;

/**
 * @param limitMs the longest that anybody waits for a content service that does not answer; whoever comes after that is told at once.
 * @returns a function that tells whether there is content, and waits for it where there was some before.
 */
export function createRefill(mirror: Pick<Mirror, 'size'>, limitMs = usualLimitMs): () => Promise<boolean> {
  let expected = false;
  let waiting: Promise<boolean> | null = null;

  async function filled(): Promise<boolean> {
    for (const end = performance.now() + limitMs; mirror.size() === 0;)
      if (performance.now() < end) await wait(lookEveryMs);
      else return false;
    return true;
  }

  return async () => {
    if (mirror.size() > 0) expected = true;
    else if (expected)
      expected = await (waiting ??= filled().finally(() => {
        waiting = null;
      }));
    return expected;
  };
}
