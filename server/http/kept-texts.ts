/** Caches texts that are built once for each state of the content, in bounded memory: each takes some milliseconds to build, and anybody may request it. */
import { LRUCache } from 'lru-cache';
import { contentTag } from './etag.ts';

interface KeptText {
  state: string;
  text: string;
  etag: string;
}

export class KeptTexts {
  readonly #kept: LRUCache<string, KeptText>;

  /** @param most characters of all texts together. */
  constructor(most: number) {
    this.#kept = new LRUCache({ maxSize: most, sizeCalculation: ({ text }) => text.length });
  }

  /** @param state of the content. @param build returns null for a missing text, and so does this. */
  find(name: string, state: string, build: () => string | null): KeptText | null {
    const known = this.#kept.get(name);
    if (known?.state === state) return known;
    const text = build();
    if (text === null) return null;
    const kept = { state, text, etag: contentTag(text) };
    this.#kept.set(name, kept);
    return kept;
  }
}
