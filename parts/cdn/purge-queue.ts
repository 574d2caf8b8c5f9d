/**
 * Sends purges, one request at a time; purges that are added meanwhile are sent together. A failed purge is retried with backoff and without end,
 * together with later ones: otherwise the CDN would keep an old page for a day. The queue is in memory: each start purges everything.
 *
 * Each purge is sent twice, a second apart: a stale answer that is on its way may reach the CDN just after the first purge.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Purge, PurgeError } from './cdn-adapters.ts';
import type { PurgeKeys } from './purge-keys.ts';

/** The state of a purge, for editors and operators. */
export interface Receipt {
  /** ISO date-time, as `purgedAt`. */
  changedAt: string;
  /** Null until the purge was sent twice. */
  purgedAt: string | null;
  /** Null once it has succeeded. */
  lastError: string | null;
  everything: boolean;
  /** The cause: the first changed tags, and the number of all. */
  tags: readonly string[];
  tagCount: number;
}

interface QueuedPurge extends Purge {
  sentOnce: boolean;
  receipt: Receipt;
}

/** Milliseconds. */
interface PurgeTimes {
  /** Between the two requests of a purge. */
  repeatDelay: number;
  /** Before the first retry; doubled each time. */
  firstRetry: number;
  maxRetry: number;
}
const defaultTimes: PurgeTimes = { repeatDelay: 1000, firstRetry: 1000, maxRetry: 60_000 };

interface Options {
  send: (purge: Purge) => Promise<void>;
  onSuccess: () => void;
  /** @param first true for the first failure since a success. */
  onFailure: (reason: string, first: boolean) => void;
  times?: Partial<PurgeTimes>;
}

/** Number of successful purges whose receipts are kept. */
const maxDone = 200;
/** Number of tags that a receipt contains. */
const maxTags = 20;

export class PurgeQueue {
  readonly #options: Options;
  readonly #times: PurgeTimes;
  /** The oldest first, as in `#done`. */
  #waiting: QueuedPurge[] = [];
  #done: QueuedPurge[] = [];
  /** The purges of the next request. */
  #next: QueuedPurge[] = [];
  #sending: Promise<void> | null = null;
  #failures = 0;
  #attempted = false;
  readonly #ended = new AbortController();

  constructor(options: Options) {
    this.#options = options;
    this.#times = { ...defaultTimes, ...options.times };
  }

  /** Receipts of the waiting purges, the oldest first. */
  get waiting(): Receipt[] {
    return this.#waiting.map(({ receipt }) => receipt);
  }

  /** Whether the last attempt succeeded; null before the first. */
  get succeeds(): boolean | null {
    return this.#attempted ? this.#failures === 0 : null;
  }

  /** Lists receipts, the newest first. */
  latest(count: number): Receipt[] {
    const receipts = [...this.#done, ...this.#waiting].map(({ receipt }) => receipt);
    return receipts.slice(-count).toReversed();
  }

  /** Finds the newest purge of a key, or of everything; null when none is remembered. */
  findReceipt(key: string): Receipt | null {
    const purge = [...this.#done, ...this.#waiting].findLast(
      ({ keys, gone, everything }) => everything || keys.includes(key) || gone.includes(key),
    );
    return purge?.receipt ?? null;
  }

  /** Adds a purge to the next request. @param tags that changed. */
  add(keys: PurgeKeys, tags: readonly string[]): void {
    this.#remember(keys, tags);
    this.#begin();
  }

  /** Waits for the current request. Then sends all waiting purges and a final one in one request. */
  async stop(keys: PurgeKeys, tags: readonly string[]): Promise<void> {
    this.#ended.abort();
    await this.#sending;
    this.#remember(keys, tags);
    await this.#send(this.#waiting);
  }

  #remember(keys: PurgeKeys, tags: readonly string[]): void {
    const purge: QueuedPurge = {
      ...keys,
      id: randomUUID(),
      sentOnce: false,
      receipt: {
        changedAt: new Date().toISOString(),
        purgedAt: null,
        lastError: null,
        everything: keys.everything,
        tags: tags.slice(0, maxTags),
        tagCount: tags.length,
      },
    };
    this.#waiting.push(purge);
    this.#next.push(purge);
  }

  #begin(): void {
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = null;
    });
  }

  async #sendAll(): Promise<void> {
    while (this.#next.length > 0 && !this.#ended.signal.aborted) {
      const purges = this.#next;
      this.#next = [];
      const pause = await this.#send(purges);
      if (pause === 0) continue;
      this.#next.unshift(...purges);
      await wait(pause, undefined, { signal: this.#ended.signal, ref: false }).catch(() => undefined);
    }
  }

  /** Sends one request. @returns milliseconds until the next attempt; 0 after a success. */
  async #send(purges: readonly QueuedPurge[]): Promise<number> {
    try {
      await this.#options.send(joinPurges(purges));
    } catch (error) {
      return this.#handleFailure(purges, error);
    }
    this.#failures = 0;
    this.#attempted = true;
    const done = purges.filter(({ sentOnce }) => sentOnce);
    for (const { receipt } of done) Object.assign(receipt, { purgedAt: new Date().toISOString(), lastError: null });
    this.#waiting = this.#waiting.filter((purge) => !done.includes(purge));
    this.#done = [...this.#done, ...done].slice(-maxDone);
    this.#options.onSuccess();
    const toRepeat = purges.filter(({ sentOnce }) => !sentOnce);
    for (const purge of toRepeat) purge.sentOnce = true;
    setTimeout(() => {
      this.#next.push(...toRepeat);
      this.#begin();
    }, this.#times.repeatDelay).unref();
    return 0;
  }

  /** Records a failure. @returns milliseconds until the next attempt. */
  #handleFailure(purges: readonly QueuedPurge[], error: unknown): number {
    const reason = error instanceof Error ? error.message : String(error);
    for (const { receipt } of purges) receipt.lastError = reason;
    this.#options.onFailure(reason, this.#failures === 0);
    const { firstRetry, maxRetry } = this.#times;
    const backoff = Math.min(firstRetry * 2 ** this.#failures, maxRetry) * (0.75 + Math.random() / 2);
    this.#failures += 1;
    this.#attempted = true;
    return Math.max(backoff, error instanceof PurgeError ? error.retryAfterMs : 0);
  }
}

/** Joins purges to one, with the id of the newest. */
function joinPurges(purges: readonly Purge[]): Purge {
  const gone = new Set(purges.flatMap((purge) => purge.gone));
  const keys = new Set(purges.flatMap((purge) => purge.keys).filter((key) => !gone.has(key)));
  return {
    id: purges.at(-1)?.id ?? '',
    keys: [...keys],
    gone: [...gone],
    everything: purges.some(({ everything }) => everything),
  };
}
