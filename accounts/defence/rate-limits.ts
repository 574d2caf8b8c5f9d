/** How often who may do what. Counted in memory, or in Valkey when several instances share the work; if Valkey is away, memory goes on counting. */
import { createHash } from 'node:crypto';
import { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { BoundedCounts } from './bounded-counts.ts';

const minuteSeconds = 60;
const hour = 60 * minuteSeconds;

/**
 * Points and seconds. Shared addresses (offices, mobile networks) exist, so limits by network address are wide. A limit by person counts what
 * strangers can spend for somebody else: it never ends in a refusal that only waiting helps against.
 */
const limits = {
  'submit:address': [60, 10 * minuteSeconds],
  /** Without JavaScript the form cannot say how long it was open; such senders get less. */
  'submit-plain:address': [30, 10 * minuteSeconds],
  'register:address': [20, hour],
  'enquiry:address': [10, hour],
  'enquiry:pair': [5, hour],
  'application:address': [10, hour],
  'application:pair': [10, 24 * hour],
  'sign-in:address': [60, 15 * minuteSeconds],
  /** One address guessing at one account; the next one stops a crowd of addresses that guesses at it. */
  'sign-in:pair': [6, 15 * minuteSeconds],
  /** A browser that has signed in at the account before is counted by itself: neither its network nor a crowd keeps it out. */
  'sign-in:device': [6, 15 * minuteSeconds],
  'sign-in:person': [40, hour],
  /** The same refusal is written down once for each address and account. */
  'sign-in-limited:pair': [1, 15 * minuteSeconds],
  'recover:address': [20, hour],
  /** Keep a stranger from filling someone's mailbox. Each kind of mail has its own: one kind does not use up another. */
  'recover-mail:person': [4, hour],
  'verify-mail:person': [4, hour],
  /** Beyond those, one mail for each link that has nearly ended: as long as no mail leaves, the newest link in the mailbox works. */
  'recover-mail-again:person': [1, 28 * minuteSeconds],
  'verify-mail-again:person': [1, 23 * hour],
  /** Further sign-ins from new devices: the owner has been told already. */
  'notice-mail:person': [6, hour],
  /** Links that do not work; those that work are not counted. */
  'token:address': [30, hour],
} as const satisfies Record<string, readonly [number, number]>;

export type LimitName = keyof typeof limits;

export interface RateLimits {
  /**
   * Counts one use of each, network addresses first and people last. What an address may no longer do counts against nobody else: the first
   * limit that refuses ends the counting. @returns seconds to wait, or 0 when all of them allow it.
   */
  use: (uses: Partial<Record<LimitName, string>>) => Promise<number>;
  /** Forgets what was counted, after a success. */
  forgive: (name: LimitName, key: string) => Promise<void>;
  close: () => Promise<void>;
}

/** What is counted by may be an address of mail: the counter's store does not need to know it. */
function keyOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 22);
}

/** A form waits no longer than this for a Valkey that hangs; then memory counts. */
const valkeyTimeoutMs = 500;

/** @param onFault hears of each outage once, not of every try to end it. */
export function connectToValkey(url: string, onFault: (message: string) => void): Redis {
  const valkey = new Redis(url, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    commandTimeout: valkeyTimeoutMs,
  });
  let reported = false;
  valkey.on('ready', () => {
    reported = false;
  });
  valkey.on('error', (error: Error) => {
    if (!reported) onFault(`Valkey: ${error.message}`);
    reported = true;
  });
  return valkey;
}

export interface Limiter {
  /** @returns seconds to wait. */
  use: (key: string) => Promise<number>;
  forget: (key: string) => Promise<void>;
}

/** One limit. @param name also its name in Valkey. */
export function limiterOf(name: string, points: number, seconds: number, valkey: Redis | null): Limiter {
  const memory = new BoundedCounts({ points, seconds });
  const shared =
    valkey && new RateLimiterRedis({ storeClient: valkey, keyPrefix: `limit:${name}`, points, duration: seconds });
  return {
    async use(key) {
      try {
        if (!shared) return Math.ceil(memory.use(key) / 1000);
        await shared.consume(key);
        return 0;
      } catch (error) {
        return error instanceof RateLimiterRes
          ? Math.max(1, Math.ceil(error.msBeforeNext / 1000))
          : Math.ceil(memory.use(key) / 1000);
      }
    },
    async forget(key) {
      memory.forget(key);
      // A Valkey that is away was not counting either.
      await shared?.delete(key).catch(() => undefined);
    },
  };
}

/** Larger networks that one visitor may hold, and how many times the limit of a /64 all of it has. A whole /56 is one customer's, so it cannot use up its /48. */
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

/** @param valkey null where one instance counts for itself. */
export function createRateLimits(valkey: Redis | null): RateLimits {
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
      valkey?.disconnect();
    },
  };
}
