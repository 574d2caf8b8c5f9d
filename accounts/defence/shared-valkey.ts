/** Connects to the Valkey in which several instances count together. While it is unavailable or hangs, no form waits for it. */
import { Redis } from 'ioredis';

/** A form waits no longer than this for a Valkey that hangs; then the use is counted in memory. */
const timeoutMs = 500;
/** A form asks up to eight times. After a failure the next ones do not wait again, until this time has passed. */
const pauseMs = 5000;

export class SharedValkey {
  readonly store: Redis;
  readonly #onFault: (message: string) => void;
  #reported = false;
  /** On the clock of `performance.now()`. */
  #pausedUntil = 0;

  /** @param onFault called once for each outage, not for every attempt. */
  constructor(url: string, onFault: (message: string) => void) {
    this.#onFault = onFault;
    this.store = new Redis(url, { maxRetriesPerRequest: 1, enableOfflineQueue: false, commandTimeout: timeoutMs });
    this.store.on('error', (error: Error) => this.#report(error));
    this.store.on('ready', () => {
      this.#pausedUntil = 0;
      this.#reported = false;
    });
  }

  isPaused(): boolean {
    return performance.now() < this.#pausedUntil;
  }

  /** Pauses the use of Valkey after a failed command. */
  noteFailure(error: unknown): void {
    this.#pausedUntil = performance.now() + pauseMs;
    this.#report(error);
  }

  /** Ends an outage after an answered command. */
  noteAnswer(): void {
    this.#reported = false;
  }

  close(): void {
    this.store.disconnect();
  }

  #report(error: unknown): void {
    if (!this.#reported) this.#onFault(`Valkey: ${error instanceof Error ? error.message : String(error)}`);
    this.#reported = true;
  }
}
