/**
 * Asks for every address that visitors asked for, as they do, through the CDN where there is one, once a minute: what comes must be what the archive has. Something
 * else was put between the site and its visitors, or into its memory.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import type { OnAlarm } from '../../base/alarm.ts';
import { readVisibleText, showDifference } from './changed-words.ts';
import { hashBytes } from './store/page-pieces.ts';

interface Parts {
  /** The site's public origin. */
  origin: string;
  /** The addresses to ask for. */
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
/** A longer answer is not a page of ours: its beginning counts. */
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
    const { hashOf, confirmMs = 20_000 } = this.#parts;
    const hash = await this.#ask(address, () => undefined);
    if (hash === null || hashOf(address) === hash || this.#reported.get(address) === hash) return;
    // Another instance may have rendered it just now, and its archive is some seconds late.
    setTimeout(() => void this.#judge(address), confirmMs).unref();
  }

  async #judge(address: string): Promise<void> {
    const { readLately, onAlarm } = this.#parts;
    const chunks: Buffer[] = [];
    const hash = await this.#ask(address, (chunk) => chunks.push(chunk));
    if (hash === null || this.#reported.get(address) === hash) return;
    const lately = await readLately(address).catch(() => null);
    if (!lately?.length || lately.some((html) => hashBytes(html).toString('base64') === hash)) return;
    this.#reported.set(address, hash);
    const texts = [lately.at(-1) ?? '', Buffer.concat(chunks).toString()].map(readVisibleText);
    onAlarm({
      kind: 'not-approved',
      subject: address,
      message: `visitors are given what this site did not render: ${showDifference(texts[0] ?? '', texts[1] ?? '')}`,
    });
  }

  /**
   * Asks for a page as a visitor does. Not by `fetch`, which takes forty megabytes for ten answers a second.
   * @returns its SHA-256 in Base64; null when there is no page: moved, withdrawn or away, which is not this watch's matter.
   */
  async #ask(address: string, take: (chunk: Buffer) => void): Promise<string | null> {
    const url = new URL(address, this.#parts.origin);
    const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(patience)]);
    const hash = createHash('sha256');
    let length = 0;
    try {
      const request = (url.protocol === 'https:' ? https : http).get(url, {
        headers: { 'accept-language': 'en' },
        signal,
      });
      const [response] = (await once(request, 'response', { signal })) as [http.IncomingMessage];
      for await (const chunk of response as AsyncIterable<Buffer>) {
        length += chunk.length;
        if (length > maxPageBytes) break;
        hash.update(chunk);
        take(chunk);
      }
      return response.statusCode === 200 ? hash.digest('base64') : null;
    } catch {
      return null;
    }
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#walk;
  }
}
