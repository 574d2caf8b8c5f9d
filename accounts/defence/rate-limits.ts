/** Creates rate limits. They are counted in memory, or in Valkey when several instances share the load and Valkey is available. */
import { createHash } from 'node:crypto';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { type FormLimit, formLimits } from '../../site/forms/form-limits.ts';
import type { Limits } from '../../site/page/form-services.ts';
import { MemoryLimiter } from '../../base/memory-limiter.ts';
import type { SharedValkey } from './shared-valkey.ts';

/** Hashes a key, because it may be an e-mail address, and counting does not need to store that. */
function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 22);
}

interface Limiter {
  /** Counts a use. @returns seconds to wait, or 0 when the use is allowed. */
  countUse: (key: string) => Promise<number>;
  /** Counts nothing. @returns seconds until a use is allowed, or 0. */
  findWait: (key: string) => Promise<number>;
  forget: (key: string) => Promise<void>;
}

/** Creates one limit. @param name also the prefix of its keys in Valkey. */
function createLimiter(name: string, points: number, seconds: number, valkey: SharedValkey | null): Limiter {
  const memory = new MemoryLimiter({ points, seconds });
  const shared =
    valkey &&
    new RateLimiterRedis({ storeClient: valkey.store, keyPrefix: `limit:${name}`, points, duration: seconds });

  /** @param ask returns the count of a refused use, or null when it is allowed. @param fromMemory answers while Valkey does not. */
  async function askShared(
    ask: (limiter: RateLimiterRedis) => Promise<RateLimiterRes | null>,
    fromMemory: () => number,
  ): Promise<number> {
    if (!shared || valkey.isPaused()) return fromMemory();
    try {
      const refused = await ask(shared);
      valkey.noteAnswer();
      return refused ? Math.max(1, Math.ceil(refused.msBeforeNext / 1000)) : 0;
    } catch (error) {
      valkey.noteFailure(error);
      return fromMemory();
    }
  }

  return {
    countUse: (key) =>
      askShared(
        (limiter) => limiter.consume(key).then(() => null, returnRefusal),
        () => memory.use(key),
      ),
    findWait: (key) =>
      askShared(
        async (limiter) => {
          const count = await limiter.get(key);
          return count && count.consumedPoints >= points ? count : null;
        },
        () => memory.wait(key),
      ),
    async forget(key) {
      memory.forget(key);
      // Also sent while Valkey is paused, but then not awaited: it may only hang, and execute the command later.
      const forgotten = shared?.delete(key).catch((error: unknown) => valkey?.noteFailure(error));
      if (!valkey?.isPaused()) await forgotten;
    },
  };
}

/** `consume` rejects with the count of a refused use, and with an error when Valkey fails. @throws that error. */
function returnRefusal(reason: unknown): RateLimiterRes {
  if (reason instanceof RateLimiterRes) return reason;
  throw reason;
}

/** Larger IPv6 networks that one visitor may own: prefix length, and how many times the limit of a /64 applies. A /48 may belong to several customers with a /56 each. */
const largerNetworks = [
  [56, 4],
  [48, 16],
] as const;

/** Finds the network with the shorter prefix that contains a /64. @param network as `server/http/visit.ts` writes it: `2001:db8:1:2::/64`. @returns null for IPv4. */
function findNetworkAround(network: string, bits: 48 | 56): string | null {
  const [, firstThree, fourth = '0'] = /^([\da-f]+:[\da-f]+:[\da-f]+):([\da-f]+)::\/64$/.exec(network) ?? [];
  if (!firstThree) return null;
  return bits === 48
    ? `${firstThree}::/48`
    : `${firstThree}:${(Number.parseInt(fourth, 16) & 0xff00).toString(16)}::/56`;
}

/** The order of counting: network addresses first, people last (`Limits.use`). */
const rank = (name: string) => (name.endsWith(':address') ? 0 : name.endsWith(':person') ? 2 : 1);

/** Creates the limits of all forms. @param valkey null when the only instance counts in its own memory. */
export function createRateLimits(valkey: SharedValkey | null): Limits {
  const entries = Object.entries(formLimits).map(([name, [points, seconds]]) => {
    const exact = createLimiter(name, points, seconds, valkey);
    const networks = name.endsWith(':address')
      ? largerNetworks.map(([bits, times]) => ({
          bits,
          limiter: createLimiter(`${name}/${bits}`, points * times, seconds, valkey),
        }))
      : [];
    return [name, { exact, networks }] as const;
  });
  const limiters = Object.fromEntries(entries) as Record<FormLimit, (typeof entries)[number][1]>;

  /**
   * Counts the /64 first. If it is refused, its larger networks are not counted, because other people share them. If a larger network is already
   * refused, the /64 is not counted: it would only fill the table, and evict the counts of other visitors.
   */
  async function countWithNetworks(name: FormLimit, key: string): Promise<number> {
    const { exact, networks } = limiters[name];
    const larger = networks.flatMap(({ bits, limiter }) => {
      const network = findNetworkAround(key, bits);
      return network ? [{ limiter, hash: hashKey(network) }] : [];
    });
    for (const { limiter, hash } of larger) {
      const wait = await limiter.findWait(hash);
      if (wait > 0) return wait;
    }
    let wait = await exact.countUse(hashKey(key));
    for (const { limiter, hash } of larger) if (wait === 0) wait = await limiter.countUse(hash);
    return wait;
  }

  return {
    async use(uses) {
      const ordered = (Object.entries(uses) as [FormLimit, string][]).toSorted(([a], [b]) => rank(a) - rank(b));
      for (const [name, key] of ordered) {
        const wait = await countWithNetworks(name, key);
        if (wait > 0) return wait;
      }
      return 0;
    },
    forgive: (name, key) => limiters[name].exact.forget(hashKey(key)),
  };
}
