/**
 * Forwards hints to the other regions of the site (docs/decisions/0048-whole-instances.md): each has its own Valkey, and Strapi reports a change to one region
 * only. That region forwards the change to the same endpoint of the others. Strapi itself would notify them in sequence, and wait ten seconds
 * for each that hangs.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { OnAlarm } from '../../base/alarm.ts';
import type { Hint } from '../../content/feed/strapi-sync.ts';
import { maxHintsInMessage } from './instance-messages.ts';

/** Milliseconds for one message, and before the next attempt. */
const requestTimeoutMs = 3000;
const retryDelayMs = 1000;
/** After these attempts, the region finds the change by its own poll. */
const maxAttempts = 4;

interface Options {
  /** Internal addresses of the other regions. */
  urls: readonly string[];
  /** Shared with Strapi. */
  secret: string;
  onAlarm: OnAlarm;
}

export interface OtherRegions {
  /** Sends hints to every other region in parallel, so that a hanging region does not delay the others. */
  hint: (hints: readonly Hint[]) => void;
  close: () => void;
}

/** Sends hints to one region. Hints that are added during a request are sent together with the next. */
class Region {
  readonly #options: Options;
  readonly #url: string;
  readonly #ended: AbortSignal;
  #waiting: Hint[] = [];
  #isSending = false;
  #reported = false;

  constructor(url: string, options: Options, ended: AbortSignal) {
    this.#url = url;
    this.#options = options;
    this.#ended = ended;
  }

  add(hints: readonly Hint[]): void {
    this.#waiting.push(...hints);
    if (!this.#isSending) void this.#sendAll();
  }

  async #sendAll(): Promise<void> {
    this.#isSending = true;
    let failures = 0;
    while (this.#waiting.length > 0 && !this.#ended.aborted) {
      const hints = this.#waiting.slice(0, maxHintsInMessage);
      const problem = await this.#send(hints);
      if (problem !== null) {
        failures += 1;
        if (!this.#reported)
          this.#options.onAlarm({ kind: 'region-unreachable', subject: new URL(this.#url).host, message: problem });
        this.#reported = true;
        if (failures < maxAttempts) {
          await wait(retryDelayMs, undefined, { signal: this.#ended, ref: false }).catch(() => undefined);
          continue;
        }
      } else this.#reported = false;
      failures = 0;
      this.#waiting = this.#waiting.slice(hints.length);
    }
    this.#isSending = false;
  }

  /** Sends one request. @returns the error; null when the region has accepted the hints. */
  async #send(hints: readonly Hint[]): Promise<string | null> {
    try {
      const answer = await fetch(`${this.#url}/api/content/webhook`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-webhook-secret': this.#options.secret },
        body: JSON.stringify({ hints }),
        redirect: 'error',
        signal: AbortSignal.any([this.#ended, AbortSignal.timeout(requestTimeoutMs)]),
      });
      await answer.body?.cancel();
      return answer.status === 202 ? null : `It answered ${answer.status}.`;
    } catch (error) {
      const { name, cause } = error as Error;
      return `It did not answer (${cause instanceof Error && 'code' in cause ? String(cause.code) : name}).`;
    }
  }
}

export function openOtherRegions(options: Options): OtherRegions {
  const ended = new AbortController();
  const regions = options.urls.map((url) => new Region(url, options, ended.signal));
  return {
    hint(hints) {
      for (const region of regions) region.add(hints);
    },
    close: () => ended.abort(),
  };
}
