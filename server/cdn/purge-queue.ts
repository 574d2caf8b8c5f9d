/**
 * Sends purges: in order, one request at a time, each twice. What comes while one is under way goes out together with the next. A purge that fails is
 * retried with everything that came since, with backoff and without end: a CDN would keep an old page for a day.
 *
 * Twice, because an answer that a site gave just before the change may reach the CDN just after the purge, and would then be kept. The receipt
 * is written after the second.
 */
import type { JournalEntry, PurgeJournal } from './purge-journal.ts';
import { type Purge, PurgeError } from './cdn-adapters.ts';

export interface QueuedPurge extends JournalEntry {
  /** Resolves to whether it may go out; when not, it is asked again. Absent: at once. */
  mayGo?: () => Promise<boolean>;
  /** Called when this instance has purged it. */
  onDone?: () => void;
}

interface Waiting {
  purge: QueuedPurge;
  sent: boolean;
  /** From `performance.now()`. */
  dueAt: number;
}

interface Options {
  /** Name of this instance, for receipts. */
  name: string;
  journal: PurgeJournal;
  send: (purge: Purge) => Promise<void>;
  /** @param first true for the first failure since a success. */
  onFailure: (reason: string, first: boolean) => void;
  onSuccess: () => void;
  times?: Partial<PurgeTimes>;
}

/** Milliseconds. */
export interface PurgeTimes {
  /** Between the two requests of a purge. */
  second: number;
  /** Before the first retry; doubled each time. */
  firstRetry: number;
  longestRetry: number;
  /** Before a purge that may not go out yet is asked again. */
  askAgain: number;
}
const usualTimes: PurgeTimes = { second: 1000, firstRetry: 1000, longestRetry: 60_000, askAgain: 150 };

/** Purges in one request: each asks the other instances first. */
const mostAtOnce = 100;

export class PurgeQueue {
  readonly #options: Options;
  readonly #times: PurgeTimes;
  #waiting: Waiting[] = [];
  #failures = 0;
  #attempted = false;
  #notBefore = 0;
  #wake: () => void = () => undefined;
  #ending = false;
  readonly #running: Promise<void>;

  constructor(options: Options) {
    this.#options = options;
    this.#times = { ...usualTimes, ...options.times };
    this.#waiting = options.journal.waiting().map((purge) => ({ purge, sent: false, dueAt: 0 }));
    this.#running = this.#run();
  }

  get waiting(): readonly QueuedPurge[] {
    return this.#waiting.map(({ purge }) => purge);
  }

  /** Whether the last attempt succeeded; null before the first. */
  get succeeds(): boolean | null {
    return this.#attempted ? this.#failures === 0 : null;
  }

  add(purge: QueuedPurge): void {
    this.#options.journal.add(purge);
    this.#waiting.push({ purge, sent: false, dueAt: 0 });
    this.#wake();
  }

  /** Drops a purge that another instance has done. */
  settle(id: string, by: string): void {
    if (!this.#waiting.some(({ purge, sent }) => purge.id === id && !sent)) return;
    this.#waiting = this.#waiting.filter(({ purge }) => purge.id !== id);
    this.#options.journal.done(id, Date.now(), by);
  }

  /** Ends after the request under way. @param last is sent once, with all that waits; what fails of it waits in the journal for the next start. */
  async stop(last: JournalEntry): Promise<void> {
    this.#ending = true;
    this.#wake();
    await this.#running;
    this.add(last);
    const left = this.#waiting;
    try {
      await this.#options.send(union(left));
      for (const { purge } of left) this.#done(purge);
    } catch (error) {
      this.#failed(left, error);
    }
  }

  async #run(): Promise<void> {
    while (!this.#ending) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      const next = Math.max(this.#notBefore, Math.min(...this.#waiting.map(({ dueAt }) => dueAt)));
      const pause = next - performance.now();
      if (pause > 0) {
        const timer = Number.isFinite(pause) ? setTimeout(resolve, pause) : undefined;
        await promise;
        clearTimeout(timer);
        continue;
      }
      const due = await this.#allowed(
        this.#waiting.filter(({ dueAt }) => dueAt <= performance.now()).slice(0, mostAtOnce),
      );
      if (due.length > 0 && !this.#isEnding()) await this.#sendDue(due);
    }
  }

  #isEnding(): boolean {
    return this.#ending;
  }

  async #allowed(due: readonly Waiting[]): Promise<Waiting[]> {
    const verdicts = await Promise.all(
      due.map(async ({ sent, purge: { mayGo } }) => {
        try {
          return sent || !mayGo || (await mayGo());
        } catch {
          // The replica is being replaced, for example.
          return false;
        }
      }),
    );
    const later = performance.now() + this.#times.askAgain;
    due.forEach((one, index) => {
      if (!verdicts[index]) one.dueAt = later;
    });
    // Another instance may have purged one of them meanwhile.
    return due.filter((one, index) => verdicts[index] && this.#waiting.includes(one));
  }

  async #sendDue(due: readonly Waiting[]): Promise<void> {
    try {
      await this.#options.send(union(due));
    } catch (error) {
      this.#failed(due, error);
      return;
    }
    this.#failures = 0;
    this.#attempted = true;
    this.#options.onSuccess();
    for (const one of due) {
      if (one.sent) this.#done(one.purge);
      one.sent = true;
      one.dueAt = performance.now() + this.#times.second;
    }
  }

  #done(purge: QueuedPurge): void {
    this.#waiting = this.#waiting.filter((one) => one.purge !== purge);
    this.#options.journal.done(purge.id, Date.now(), this.#options.name);
    purge.onDone?.();
  }

  #failed(due: readonly Waiting[], error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    const { firstRetry, longestRetry } = this.#times;
    const backoff = Math.min(firstRetry * 2 ** this.#failures, longestRetry) * (0.75 + Math.random() / 2);
    this.#options.onFailure(reason, this.#failures === 0);
    this.#attempted = true;
    this.#failures += 1;
    this.#notBefore = performance.now() + Math.max(backoff, error instanceof PurgeError ? error.retryAfterMs : 0);
    for (const { purge } of due) this.#options.journal.failed(purge.id, reason);
  }
}

/** One purge instead of several; its id is that of the newest. */
function union(waiting: readonly Waiting[]): Purge {
  const purges = waiting.map(({ purge }) => purge);
  const gone = new Set(purges.flatMap((purge) => purge.gone));
  const keys = new Set(purges.flatMap((purge) => purge.keys).filter((key) => !gone.has(key)));
  return {
    id: purges.at(-1)?.id ?? '',
    keys: [...keys],
    gone: [...gone],
    everything: purges.some(({ everything }) => everything),
  };
}
