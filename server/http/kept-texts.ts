/** Caches texts that are built once for each state of the content, in bounded memory: each takes some milliseconds to build, and anybody may request it. */
import { LRUCache } from 'lru-cache';
import { createEtag } from './etag.ts';

interface KeptText {
  state: string;
  text: string;
  etag: string;
}

export class KeptTexts {
  readonly #texts: LRUCache<string, KeptText>;

  /** @param maxCharacters limit for all texts together. */
  constructor(maxCharacters: number) {
    this.#texts = new LRUCache({ maxSize: maxCharacters, sizeCalculation: ({ text }) => text.length });
  }

  /** Finds or builds a text. @param state of the content. @param build returns null for a missing text; `find` then returns null too. */
  find(name: string, state: string, build: () => string | null): KeptText | null {
    const cached = this.#texts.get(name);
    if (cached?.state === state) return cached;
    const text = build();
    if (text === null) return null;
    const entry = { state, text, etag: createEtag(text) };
    this.#texts.set(name, entry);
    return entry;
  }
}
