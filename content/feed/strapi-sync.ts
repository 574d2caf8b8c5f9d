/**
 * Keeps a replica equal to Strapi in three ways: a full sync at the start and at intervals; hints (from a webhook or another instance) that name
 * documents to read again; and a poll that finds changes without a hint. A hint is never trusted: the sync reads the named documents from Strapi,
 * so a duplicate, late or forged hint does no harm. While Strapi fails, the replica stays as it is and the sync retries with backoff.
 */
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { OnAlarm } from '../../base/alarm.ts';
import { ConcurrencyGate } from '../../base/concurrency-gate.ts';
import { type DocumentAddress, type DocumentName, documentKey, nameKey, uniqueNames } from '../document-address.ts';
import type { ApplyReport, Replica } from '../replica/replica.ts';
import { traced } from '../../base/tracing.ts';
import { findChangedNames } from './changed-names.ts';
import { PublishedVersions } from './published-versions.ts';
import { Removals, describeHeld } from './removals.ts';
import { type PublishedVersion, type StrapiFeed, mergeFetched } from './strapi-feed.ts';
import { strapiTypes } from './strapi-types.ts';

/** The document or file to read again. */
export type Hint = DocumentName | { media: string };

/** How a change was found: by a hint (from a webhook, another instance or a repair of the replica), a poll, or a full sync. */
export type ChangeCause = 'hint' | 'poll' | 'everything';

/** The intervals and timeouts of a sync with Strapi, and its backoff after failures. */
export interface SyncTimes {
  /** Milliseconds between polls. */
  poll: number;
  /** Milliseconds between full syncs. */
  full: number;
  /** Longest backoff after failures, in milliseconds. */
  maxPause: number;
  /** Timeout of a request to Strapi, in milliseconds. */
  answer: number;
  /** Milliseconds that a first start without a replica waits for Strapi before it listens and answers 503. */
  firstStart: number;
}

/** With these times, the site shows each change within half a minute: after `poll`, or after `maxPause` when Strapi was down. */
export const defaultTimes: SyncTimes = {
  poll: 10_000,
  full: 15 * 60_000,
  maxPause: 12_000,
  answer: 15_000,
  firstStart: 8_000,
};

/** The state of the sync with Strapi, for operators. */
export interface SyncStatus {
  /** ISO date-time of the last successful sync; null before the first. */
  equalAt: string | null;
  failures: number;
  lastFailure: string | null;
  /** Why documents that are gone in Strapi are still shown; null when nothing is held. */
  held: string | null;
}

interface SyncOptions {
  feed: StrapiFeed;
  replica: Replica;
  onAlarm: OnAlarm;
  /** @param changed tags. @returns a promise that resolves once visitors see the change. */
  onChange: (changed: Set<string>, cause: ChangeCause) => void | Promise<void>;
  onStatus?: (status: SyncStatus) => void;
  times?: Partial<SyncTimes>;
}

/** For more documents than this, the sync reads whole lists: it sends fewer and larger requests, and judges the removals together. */
const manyDocuments = 200;
const never = Number.NEGATIVE_INFINITY;
const maxHintTries = 3;
/** Milliseconds between full syncs while a removal is held or a full sync failed: the content service may recover at any time. */
const retryInterval = 30_000;
const firstPauseMs = 500;

/** Calculates an exponential backoff, with jitter so that instances do not retry together. @param failures one or more, in a row. @returns milliseconds. */
export function calculatePause(failures: number, { maxPause }: SyncTimes): number {
  const pause = Math.min(maxPause, firstPauseMs * 2 ** (failures - 1));
  return pause * (0.75 + Math.random() / 2);
}

export class StrapiSync {
  readonly #options: SyncOptions;
  readonly #times: SyncTimes;
  readonly #published = new PublishedVersions();
  readonly #removals: Removals;
  #hints = new Map<string, Hint>();
  readonly #stop = new AbortController();
  #wake = new AbortController();
  /** Resolves when visitors see the last change. */
  #announcing: Promise<void> | null = null;
  #loop: Promise<void> = Promise.resolve();
  /** The full sync under way, and the documents that were read again since it began. */
  #full: { done: Promise<void>; touched: Set<string> } | null = null;
  /** The times when a full sync last succeeded and last ended; from `performance.now()`, which a change of the system clock does not affect. */
  #fullAt = never;
  #fullEndedAt = never;
  #pollAt = never;
  #failures = 0;
  #lastFailure: string | null = null;
  #equalAt: string | null = null;
  #held: string | null = null;
  /** A removal is held, so a full sync is due soon; until then polls ignore missing documents. */
  #judgeAgain = false;

  constructor(options: SyncOptions) {
    this.#options = options;
    this.#removals = new Removals(options.feed, this.#published);
    this.#times = { ...defaultTimes, ...options.times };
  }

  get #stopped(): boolean {
    return this.#stop.signal.aborted;
  }

  status(): SyncStatus {
    return { equalAt: this.#equalAt, failures: this.#failures, lastFailure: this.#lastFailure, held: this.#held };
  }

  /** Begins to follow Strapi. Resolves when the first full sync has succeeded or failed. */
  async start(): Promise<void> {
    const first = this.syncEverything().then(
      () => this.#succeeded(),
      (error: unknown) => this.#failed(error),
    );
    this.#loop = first.then(() => this.#follow());
    await first;
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.#wake.abort();
    await this.#loop.catch(() => undefined);
  }

  /** Reads the hinted documents and files again as soon as possible. */
  hint(hints: readonly Hint[]): void {
    for (const hint of hints) this.#hints.set('media' in hint ? `media ${hint.media}` : nameKey(hint), hint);
    this.#wake.abort();
  }

  /** Requests a full sync as soon as possible, because the replica has lost its content. */
  readAgain(): void {
    this.#fullAt = never;
    this.#wake.abort();
  }

  /** Runs a full sync. @param confirmShrink applies it however many documents it removes. @throws when not everything can be read. */
  async syncEverything(confirmShrink = false): Promise<void> {
    // Several callers may have waited for the same sync: only one of them may start the next.
    while (this.#full) await this.#full.done.catch(() => undefined);
    const touched = new Set<string>();
    const done = traced('content.sync', { source: 'strapi', sync: 'everything' }, () =>
      this.#readEverything(touched, confirmShrink),
    );
    this.#full = { done, touched };
    try {
      await done;
    } finally {
      this.#full = null;
      this.#fullEndedAt = performance.now();
    }
  }

  /** Finds and reads what changed since the last poll. @throws when Strapi does not answer. */
  async poll(): Promise<void> {
    const { names, media } = await findChangedNames(this.#options.feed, this.#published, this.#judgeAgain);
    // A full sync reads so many documents faster, and judges their removals together. While one is due, each poll finds the same names.
    if (names.length > manyDocuments) return this.#judgeAgain ? undefined : this.syncEverything();
    const mentioning = media.flatMap((url) => this.#options.replica.mentioning(url));
    await this.refresh([...names, ...mentioning, ...this.#options.replica.withoutPictures()], 'poll');
  }

  async #readEverything(touched: Set<string>, confirmShrink: boolean): Promise<void> {
    this.#judgeAgain = !(await this.#readLists(touched, confirmShrink));
    this.#fullAt = this.#pollAt = performance.now();
  }

  /** Reads whole lists. @param types the types of the lists; all by default. @returns whether everything was applied. */
  async #readLists(touched: Set<string>, confirmShrink: boolean, types = strapiTypes): Promise<boolean> {
    const { replica, feed } = this.#options;
    const { signal } = this.#stop;
    const keep = (document: DocumentAddress) => touched.has(nameKey(document));
    const isAll = types === strapiTypes;
    const versions: PublishedVersion[] = [];
    const received = replica.receive(isAll ? null : new Set(types.map(({ type }) => type)));
    // Add the parts in order, because a document that arrives twice is newer the second time.
    const inOrder = new ConcurrencyGate(1);
    let isBelieved = true;
    let removed = 0;
    try {
      await feed.readEverything(
        (part) =>
          inOrder.run(async () => {
            versions.push(...part.versions);
            received.add(await replica.parse(part.documents, signal), part.media);
          }),
        types,
      );
      signal.throwIfAborted();
      for await (const part of this.#writeParts(replica.accept(received, { confirmShrink, keep }))) {
        isBelieved = part.applied;
        removed += part.removed;
        if (isAll || part.tooMuch !== null) this.#held = part.tooMuch === null ? null : describeHeld(part.tooMuch);
      }
    } finally {
      received.close();
    }
    if (isBelieved) this.#published.replace(versions, keep, received.types);
    // Documents that referred to a removed document have lost that link in Strapi, which does not report it: read everything.
    if (!isAll && removed > 0) this.#fullAt = never;
    return isBelieved;
  }

  async *#writeParts(parts: Iterator<ApplyReport, void>): AsyncGenerator<ApplyReport, void, void> {
    for (;;) {
      const part = await this.#write(() => parts.next().value ?? null, 'everything');
      if (!part) return;
      yield part;
    }
  }

  /** Writes and announces a change, after visitors see the previous one: they never see a change that is not announced. */
  async #write<Report extends ApplyReport | null>(action: () => Report, cause: ChangeCause): Promise<Report> {
    const { replica, onChange } = this.#options;
    while (this.#announcing) await this.#announcing;
    const report = action();
    if (report && report.changed.size > 0)
      this.#announcing = Promise.resolve(onChange(report.changed, cause)).finally(() => {
        this.#announcing = null;
      });
    // Between two steps, this thread receives hints and other messages.
    do await setImmediate(undefined, { signal: this.#stop.signal });
    while (replica.indexFigures());
    return report;
  }

  async #follow(): Promise<void> {
    while (await this.#nextTurn()) {
      try {
        if (await this.#step()) this.#succeeded();
      } catch (error) {
        this.#failed(error);
      }
    }
  }

  /** Does the next due work: hints, a full sync or a poll. @returns true when Strapi answered a request. */
  async #step(): Promise<boolean> {
    const [now, empty] = [performance.now(), this.#options.replica.size() === 0];
    // Fill an empty replica only with a full sync: with single documents, the site would have one page.
    if (empty) {
      this.#hints.clear();
      this.#fullAt = never;
      await (this.#full?.done ?? this.syncEverything());
      return true;
    }
    const hints = this.#hints;
    this.#hints = new Map();
    try {
      const named = [...hints.values()].flatMap((hint) => ('media' in hint ? [] : [hint]));
      const mentioning = [...hints.values()].flatMap((hint) =>
        'media' in hint ? this.#options.replica.mentioning(hint.media) : [],
      );
      if (hints.size > 0) await this.refresh([...named, ...mentioning], 'hint', named);
    } catch (error) {
      // After a few failures the cause may be a single document that cannot be read: a full sync covers the others.
      if (this.#failures < maxHintTries) this.#hints = new Map([...hints, ...this.#hints]);
      else this.#fullAt = never;
      throw error;
    }
    if (!this.#full && (this.#fullAt === never || this.#fullIsDue(now))) {
      const full = this.syncEverything();
      if (this.#fullAt === never) {
        await full;
        return true;
      }
      // Not awaited, so that hints need not wait for it; its success or failure counts when it ends.
      full.then(
        () => this.#succeeded(),
        (error: unknown) => this.#failed(error),
      );
      return hints.size > 0;
    }
    if (now - this.#pollAt >= this.#times.poll && !this.#full) {
      await traced('content.sync', { source: 'strapi', sync: 'poll' }, () => this.poll());
      this.#pollAt = performance.now();
      return true;
    }
    return hints.size > 0;
  }

  /** A failed full sync is not retried immediately: a list on which Strapi always times out would otherwise keep polls from running. */
  #fullIsDue(now: number): boolean {
    const retry = Math.min(retryInterval, this.#times.full);
    return now - this.#fullAt >= (this.#judgeAgain ? retry : this.#times.full) && now - this.#fullEndedAt >= retry;
  }

  /**
   * Reads documents now, without waiting for the loop. @throws when Strapi does not answer.
   * @param named documents that a webhook named: an editor has removed those that are gone.
   */
  async refresh(
    names: readonly DocumentName[],
    cause: ChangeCause,
    named: readonly DocumentName[] = [],
  ): Promise<void> {
    const wanted = uniqueNames(names);
    if (wanted.length === 0) return;
    const { replica, feed, onAlarm } = this.#options;
    for (const name of wanted) this.#full?.touched.add(nameKey(name));
    if (wanted.length > manyDocuments) {
      const types = strapiTypes.filter(({ type }) => wanted.some((name) => name.type === type));
      if (!(await this.#readLists(new Set(), false, types))) this.#judgeAgain = true;
      return;
    }
    let fetched = await feed.readDocuments(wanted);
    const there = new Set(fetched.versions.map(documentKey));
    // Use the replica's documents, because it still has those whose removal is held.
    const gone = wanted
      .flatMap((name) => replica.addresses(name))
      .filter((document) => !there.has(documentKey(document)));
    // Documents that referred to a removed one have lost that link in Strapi, which does not report it.
    const orphans = gone
      .flatMap((document) => replica.referring(document))
      .filter((document) => !wanted.some((name) => name.type === document.type && name.id === document.id));
    for (const name of orphans) this.#full?.touched.add(nameKey(name));
    if (orphans.length > 0) fetched = mergeFetched([fetched, await feed.readDocuments(orphans)]);
    const byName = new Set(named.map(nameKey));
    const tooMuch =
      gone.length > 0
        ? await this.#removals.checkRemoval(gone, (document) => byName.has(nameKey(document)), replica.counts())
        : null;
    if (tooMuch !== null) {
      this.#held = describeHeld(tooMuch);
      this.#judgeAgain = true;
      onAlarm({ kind: 'shrink-held', subject: 'strapi', message: this.#held });
      return;
    }
    const documents = await replica.parse(fetched.documents, this.#stop.signal);
    if (this.#stopped) return;
    await this.#write(() => {
      this.#published.update(fetched.versions, gone);
      return replica.change({ documents, media: fetched.media, removed: gone });
    }, cause);
  }

  /** Calculates the milliseconds until the next poll or retry. */
  #pause(): number {
    if (this.#failures > 0) return calculatePause(this.#failures, this.#times);
    if (this.#hints.size > 0) return 0;
    return this.#full ? this.#times.poll : Math.max(0, this.#pollAt + this.#times.poll - performance.now());
  }

  /** Waits for the next poll or hint. @returns false when the sync was stopped. */
  async #nextTurn(): Promise<boolean> {
    if (!this.#stopped) await sleep(this.#pause(), undefined, { signal: this.#wake.signal }).catch(() => undefined);
    if (this.#wake.signal.aborted) this.#wake = new AbortController();
    return !this.#stopped;
  }

  #succeeded(): void {
    this.#failures = 0;
    this.#lastFailure = null;
    this.#equalAt = new Date().toISOString();
    this.#options.onStatus?.(this.status());
  }

  #failed(error: unknown): void {
    if (this.#stopped) return;
    this.#failures += 1;
    this.#lastFailure = error instanceof Error ? error.message : String(error);
    this.#options.onStatus?.(this.status());
    this.#options.onAlarm({ kind: 'feed-failed', subject: 'strapi', message: this.#lastFailure });
  }
}
