/** What readers return: all that is written in one go at once, and what is written in parts when all of it is there and made ready. */
import { Turns } from '../turns.ts';
import type { ApplyReport, WarmUp } from './replica-interface.ts';
import type { IncomingDocument } from './reading/incoming-document.ts';
import type { ReaderStore } from './reader-store.ts';
import { type Reader, createReader } from './reader.ts';

/** Milliseconds for which visitors wait while what they will read is made ahead. */
const warmTurnMs = 5;

export class ShownContent {
  readonly store: ReaderStore;
  /** Increases with each change that readers see. */
  generation = 0;
  readonly #otherStore: () => ReaderStore;
  readonly #warmUp: WarmUp | null;
  /** Stores into which what visitors will read is read ahead. */
  readonly #ahead = new Set<ReaderStore>();
  /** The one of them that has what was written in parts since the last `show`. */
  #coming: ReaderStore | null = null;
  /** It was empty, and readers may return half of what it has. */
  #filling = false;
  /** Parts that were written, and those of them that readers see for sure. */
  #written = 0;
  #shown = 0;

  constructor(newStore: () => ReaderStore, warmUp: WarmUp | null) {
    this.store = newStore();
    this.#otherStore = newStore;
    this.#warmUp = warmUp;
  }

  reader(): Reader {
    return createReader(this.store);
  }

  /** Whether readers return nothing that was replaced. */
  isUpToDate(): boolean {
    return this.#written === this.#shown;
  }

  /** An empty replica is being filled until all of it is written and shown: in between, readers know half of it. @param partsMissing whether some are not written yet. */
  isFilling(partsMissing: boolean): boolean {
    this.#filling = partsMissing || (this.#filling && !this.isUpToDate());
    return this.#filling;
  }

  /** Readers must not return what was there before. @param changed the tags of what changed; without them everything may have. */
  changed(changed?: ReadonlySet<string>): void {
    // What is made from all documents, such as a sitemap, is kept while nothing changes.
    if (changed?.size === 0) return;
    for (const store of [this.store, ...this.#ahead]) store.forget(changed);
    this.generation += 1;
  }

  /** Call when everything is gone, also what was written and is not shown yet. */
  emptied(): void {
    this.#shown = this.#written;
    this.changed();
  }

  /** Notes that a part was written: readers may return what was there before until `show`. */
  notYet({ changed }: ApplyReport): void {
    if (changed.size > 0) this.#written += 1;
    this.#coming?.forget(changed);
  }

  /** Keeps what was just written in parts and will be read to warm up: reading it again takes longer than all else of that. */
  keepComing(documents: readonly IncomingDocument[]): void {
    if (this.isUpToDate()) return;
    for (const { type, locale, reading } of documents) {
      const { stored, problems } = reading ?? { stored: null, problems: [] };
      if (type !== this.#warmUp?.type || !stored || stored.takenDown || problems.length > 0) continue;
      if (!this.#coming) this.#ahead.add((this.#coming = this.#otherStore()));
      this.#coming.keep(
        { type, id: stored.id, locale },
        { data: stored.data, sum: stored.sum, partial: 0, takenDown: 0 },
      );
    }
  }

  /** As `Replica.show`. */
  async show(changed: ReadonlySet<string>): Promise<void> {
    const written = this.#written;
    const ahead = this.#coming ?? this.#otherStore();
    this.#coming = null;
    if (changed.size === 0) {
      this.#ahead.delete(ahead);
      this.#shown = written;
      return;
    }
    this.#ahead.add(ahead);
    try {
      const turns = new Turns(warmTurnMs);
      for (const _ of this.#warmUp?.read(createReader(ahead), changed) ?? []) if (turns.over) await turns.next();
      this.store.take(ahead, changed);
    } catch {
      // What cannot be read ahead is read, and repaired, when a page needs it.
      this.store.forget(changed);
    }
    this.#ahead.delete(ahead);
    this.generation += 1;
    this.#shown = written;
  }
}
