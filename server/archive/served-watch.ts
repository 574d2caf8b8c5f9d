/**
 * Asks for every address as a visitor does, through the CDN where there is one, once a minute: what comes must be what the archive has. Something else was put between
 * the site and its visitors, or into its memory.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { OnAlarm } from '../../content/alarm.ts';
import { readBoundedBytes } from '../http/bounded-body.ts';
import { readVisibleText, showDifference } from './changed-words.ts';
import { hashBytes } from './store/page-pieces.ts';

interface Parts {
  /** The site's public origin. */
  origin: string;
  /** The addresses of the site's pages. */
  listPages: () => string[];
  /** SHA-256 in Base64 of what visitors of an address get now; undefined for one that is no page. */
  hashOf: (address: string) => string | undefined;
  /** What an address was lately, the newest last: caches may still have it. @throws when the archive is away. */
  readLately: (address: string) => Promise<string[]>;
  onAlarm: OnAlarm;
  /** Milliseconds for all addresses. */
  roundMs?: number;
  /** Milliseconds between an odd answer and the alarm. */
  confirmMs?: number;
}

/** At most ten requests a second: more than 600 pages take longer than a minute. */
const shortestPauseMs = 100;
const patience = 10_000;
/** A longer answer is not a page of ours, and counts as an empty one. */
const maxPageBytes = 4 * 1024 * 1024;

export class ServedWatch {
  readonly #parts: Parts;
  /** Faults that were reported, by address: each once. */
  readonly #reported = new Map<string, string>();
  readonly #stop = new AbortController();
  #walk: Promise<void> | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  start(): void {
    this.#walk = this.#visit().catch(() => undefined);
  }

  async #visit(): Promise<void> {
    const { listPages, roundMs = 60_000 } = this.#parts;
    const { signal } = this.#stop;
    for (;;) {
      const pages = listPages();
      const pause = Math.max(Math.min(shortestPauseMs, roundMs / 10), roundMs / (pages.length + 1));
      await wait(pause, undefined, { signal, ref: false });
      for (const address of pages) {
        await this.#look(address);
        await wait(pause, undefined, { signal, ref: false });
      }
    }
  }

  async #look(address: string): Promise<void> {
    const { origin, hashOf } = this.#parts;
    let served: Buffer;
    try {
      const response = await fetch(origin + address, {
        redirect: 'manual',
        headers: { 'accept-language': 'en' },
        signal: AbortSignal.any([this.#stop.signal, AbortSignal.timeout(patience)]),
      });
      // Moved, withdrawn or away: not this watch's matter.
      if (response.status !== 200) return;
      served = (await readBoundedBytes(response, maxPageBytes)) ?? Buffer.alloc(0);
    } catch {
      return;
    }
    const hash = hashBytes(served).toString('base64');
    if (hashOf(address) === hash || this.#reported.get(address) === hash) return;
    // Another instance may have rendered it just now, and its archive is some seconds late.
    setTimeout(() => void this.#judge(address, served), this.#parts.confirmMs ?? 20_000).unref();
  }

  async #judge(address: string, served: Buffer): Promise<void> {
    const { readLately, onAlarm } = this.#parts;
    const hash = hashBytes(served).toString('base64');
    if (this.#stop.signal.aborted || this.#reported.get(address) === hash) return;
    const lately = await readLately(address).catch(() => null);
    if (!lately?.length || lately.some((html) => hashBytes(html).toString('base64') === hash)) return;
    this.#reported.set(address, hash);
    const [before, after] = [lately.at(-1) ?? '', served.toString()].map(readVisibleText) as [string, string];
    onAlarm({
      kind: 'not-approved',
      subject: address,
      message: `visitors are given what this site did not render: ${showDifference(before, after)}`,
    });
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#walk;
  }
}
