/** How often who may do what. Counted in memory, or in Valkey when several instances share the work; if Valkey is away, memory goes on counting. */
import { createHash } from 'node:crypto';
import { Redis } from 'ioredis';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';

const minute = 60;
const hour = 60 * minute;

/** Points and seconds. Shared addresses (offices, mobile networks) exist, so limits by address are wide; those by person are not. */
const limits = {
  'submit:address': [60, 10 * minute],
  /** Without JavaScript the form cannot say how long it was open; such senders get less. */
  'submit-plain:address': [30, 10 * minute],
  'register:address': [20, hour],
  'enquiry:address': [10, hour],
  'enquiry:person': [5, hour],
  'application:address': [10, hour],
  'application:person': [10, 24 * hour],
  'sign-in:address': [60, 15 * minute],
  /** One address guessing at one account; the next one stops a crowd of addresses that guesses at it. */
  'sign-in:pair': [6, 15 * minute],
  'sign-in:person': [40, hour],
  'recover:address': [20, hour],
  /** Also keeps a stranger from filling someone's mailbox. */
  'mail:person': [4, hour],
  'token:address': [30, hour],
} as const satisfies Record<string, readonly [number, number]>;

export type LimitName = keyof typeof limits;

export interface RateLimits {
  /** Counts one use of each. @returns seconds to wait, or 0 when all of them allow it. */
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
const patience = 500;

/** @param onFault hears of each outage once, not of every try to end it. */
export function connectToValkey(url: string, onFault: (message: string) => void): Redis {
  const valkey = new Redis(url, { maxRetriesPerRequest: 1, enableOfflineQueue: false, commandTimeout: patience });
  let reported = false;
  valkey.on('ready', () => { reported = false; });
  valkey.on('error', (error: Error) => {
    if (!reported) onFault(`Valkey: ${error.message}`);
    reported = true;
  });
  return valkey;
}

/** @param valkey null where one instance counts for itself. */
export function createRateLimits(valkey: Redis | null): RateLimits {
  const limiters = Object.fromEntries(Object.entries(limits).map(([name, [points, duration]]) => {
    const options = { keyPrefix: `limit:${name}`, points, duration };
    const memory = new RateLimiterMemory(options);
    return [name, valkey ? new RateLimiterRedis({ ...options, storeClient: valkey, insuranceLimiter: memory }) : memory];
  })) as unknown as Record<LimitName, RateLimiterAbstract>;
  return {
    async use(uses) {
      const waits = await Promise.all((Object.entries(uses) as [LimitName, string][]).map(async ([name, key]) => {
        try {
          await limiters[name].consume(keyOf(key));
          return 0;
        } catch (error) {
          if (error instanceof RateLimiterRes) return Math.max(1, Math.ceil(error.msBeforeNext / 1000));
          throw error;
        }
      }));
      return Math.max(0, ...waits);
    },
    async forgive(name, key) {
      await limiters[name].delete(keyOf(key));
    },
    async close() {
      valkey?.disconnect();
    },
  };
}
