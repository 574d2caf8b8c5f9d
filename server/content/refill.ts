/** Makes visitors wait while a broken replica is filled again, which takes a second or two, instead of showing them an error. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Replica } from '../../content/replica/replica.ts';

const pollMs = 20;
const defaultLimitMs = 4000;

/**
 * Creates the function that waits for content. @param limitMs the longest wait for a content service that does not answer; later calls then resolve immediately.
 * @returns a function that resolves to whether there is content, and waits for content if there was some before.
 */
export function createRefill(replica: Pick<Replica, 'size'>, limitMs = defaultLimitMs): () => Promise<boolean> {
  let expected = replica.size() > 0;
  let waiting: Promise<boolean> | null = null;

  async function waitForContent(): Promise<boolean> {
    for (const end = performance.now() + limitMs; replica.size() === 0;)
      if (performance.now() < end) await wait(pollMs);
      else return false;
    return true;
  }

  return async () => {
    if (replica.size() > 0) expected = true;
    else if (expected)
      expected = await (waiting ??= waitForContent().finally(() => {
        waiting = null;
      }));
    return expected;
  };
}

/**
 * Reads the replica when there is content. When the replica breaks meanwhile, reads it again after the refill.
 * @param hasContent from `createRefill`. @returns null when there is no content. @throws what `read` throws from a replica that did not break.
 */
export async function readWhole<Value>(
  hasContent: () => Promise<boolean>,
  replica: Pick<Replica, 'size'>,
  read: () => Value,
): Promise<Value | null> {
  while (await hasContent()) {
    try {
      const value = read();
      if (replica.size() > 0) return value;
    } catch (error) {
      if (replica.size() > 0) throw error;
    }
  }
  return null;
}
