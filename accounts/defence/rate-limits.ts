/** Rate limits. Counted in memory, or in Valkey when several instances share the load; while Valkey is unavailable, memory goes on counting. */
import { createHash } from 'node:crypto';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { BoundedCounts } from './bounded-counts.ts';
import type { SharedValkey } from './shared-valkey.ts';

const minuteSeconds = 60;
const hour = 60 * minuteSeconds;

/**
 * Points and seconds. Many visitors can share an address (offices, mobile networks), so limits by network address are wide. Strangers can use up
 * somebody else's limit by person, so it must never refuse the owner with no way out but waiting.
 */
const limits = {
  'submit:address': [60, 10 * minuteSeconds],
  /** Without JavaScript the form cannot say how long it was open; such senders get a lower limit. */
  'submit-plain:address': [30, 10 * minuteSeconds],
  'register:address': [20, hour],
  'enquiry:address': [10, hour],
  'enquiry:pair': [5, hour],
  'application:address': [10, hour],
  'application:pair': [10, 24 * hour],
  'sign-in:address': [60, 15 * minuteSeconds],
  /** Stops one address that guesses at one account; `sign-in:person` stops many addresses that guess at it. */
  'sign-in:pair': [6, 15 * minuteSeconds],
  /** A browser that has signed in to the account before is counted separately: neither its network nor an attack locks it out. */
  'sign-in:device': [6, 15 * minuteSeconds],
  'sign-in:person': [40, hour],
  /** The audit trail records the same refusal once for each address and account. */
  'sign-in-limited:pair': [1, 15 * minuteSeconds],
  'recover:address': [20, hour],
  /** These keep a stranger from filling someone's mailbox. Each kind of mail has its own limit: one does not use up the other. */
  'recover-mail:person': [4, hour],
  'verify-mail:person': [4, hour],
  /** Beyond those, one mail for each link that has nearly expired: as long as no mail is sent, the newest link in the mailbox works. */
  'recover-mail-again:person': [1, 28 * minuteSeconds],
  'verify-mail-again:person': [1, 23 * hour],
  /** Notices of sign-ins from new devices. Beyond the limit none is sent: the owner knows already. */
  'notice-mail:person': [6, hour],
  /** Counts links that do not work; those that work are not counted. */
  'token:address': [30, hour],
} as const satisfies Record<string, readonly [number, number]>;

export type LimitName = keyof typeof limits;

export interface RateLimits {
  /**
   * Counts one use of each, network addresses first and people last. The first limit that refuses ends the counting, so that what an address
   * may no longer do counts against nobody else. @returns seconds to wait, or 0 when all limits allow it.
   */
  use: (uses: Partial<Record<LimitName, string>>) => Promise<number>;
  /** Resets a count, after a success. */
  forgive: (name: LimitName, key: string) => Promise<void>;
  close: () => Promise<void>;
}

/** Hashed, because a key may be a mail address, which the store of the counts does not need to know. */
function keyOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 22);
}

export interface Limiter {
  /** @returns seconds to wait, or 0 when the use is allowed. */
  use: (key: string) => Promise<number>;
  forget: (key: string) => Promise<void>;
}

/** One limit. @param name also the prefix of its keys in Valkey. */
export function limiterOf(name: string, points: number, seconds: number, valkey: SharedValkey | null): Limiter {
  const memory = new BoundedCounts({ points, seconds });
  const inMemory = (key: string) => Math.ceil(memory.use(key) / 1000);
  const shared =
    valkey &&
    new RateLimiterRedis({ storeClient: valkey.store, keyPrefix: `limit:${name}`, points, duration: seconds });
  return {
    async use(key) {
      if (!shared || valkey.isPaused()) return inMemory(key);
      try {
        await shared.consume(key);
        valkey.answered();
        return 0;
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) {
          valkey.failed(error);
          return inMemory(key);
        }
        valkey.answered();
        return Math.max(1, Math.ceil(error.msBeforeNext / 1000));
      }
    },
    async forget(key) {
      memory.forget(key);
      // An unavailable Valkey was not counting either; one that hangs gets the command, and forgets when it goes on.
      const forgotten = shared?.delete(key).catch((error: unknown) => valkey?.failed(error));
      if (!valkey?.isPaused()) await forgotten;
    },
  };
}

/**
 * Prefix lengths of larger networks that one visitor may own, and their limits as multiples of the limit of a /64. A whole /56 belongs to one customer, so
 * it cannot use up its /48.
 */
const largerNetworks = [
  [48, 16],
  [56, 4],
] as const;

/** @param network as `server/http/visit.ts` writes it: `2001:db8:1:2::/64`. @returns the network of that length around it, or null for IPv4. */
function networkAround(network: string, bits: 48 | 56): string | null {
  const [, first, fourth = '0'] = /^([\da-f]+:[\da-f]+:[\da-f]+):([\da-f]+)::\/64$/.exec(network) ?? [];
  if (!first) return null;
  return bits === 48 ? `${first}::/48` : `${first}:${(Number.parseInt(fourth, 16) & 0xff00).toString(16)}::/56`;
}

const rank = (name: string) => (name.endsWith(':address') ? 0 : name.endsWith(':person') ? 2 : 1);

/** @param valkey null when the only instance counts in its own memory. */
export function createRateLimits(valkey: SharedValkey | null): RateLimits {
  const all = Object.entries(limits).map(([name, [points, seconds]]) => {
    const own = limiterOf(name, points, seconds, valkey);
    const around = name.endsWith(':address')
      ? largerNetworks.map(([bits, times]) => ({
          bits,
          limiter: limiterOf(`${name}/${bits}`, points * times, seconds, valkey),
        }))
      : [];
    return [name, { own, around }] as const;
  });
  const limiters = Object.fromEntries(all) as Record<LimitName, (typeof all)[number][1]>;

  async function countOne(name: LimitName, key: string): Promise<number> {
    for (const { bits, limiter } of limiters[name].around) {
      const network = networkAround(key, bits);
      const wait = network ? await limiter.use(keyOf(network)) : 0;
      if (wait > 0) return wait;
    }
    return limiters[name].own.use(keyOf(key));
  }

  return {
    async use(uses) {
      for (const [name, key] of (Object.entries(uses) as [LimitName, string][]).toSorted(
        ([a], [b]) => rank(a) - rank(b),
      )) {
        const wait = await countOne(name, key);
        if (wait > 0) return wait;
      }
      return 0;
    },
    async forgive(name, key) {
      await limiters[name].own.forget(keyOf(key));
    },
    async close() {
      valkey?.close();
    },
  };
}
