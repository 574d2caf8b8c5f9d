/**
 * Gathers the tags of what a full sync changes. It applies its documents in parts, and told of each, the site would render its pages anew
 * between them, again and again, each time from half of the change.
 */
export class GatheredChanges {
  readonly #onChange: (changed: Set<string>) => void;
  readonly #intervalMs: number;
  #changed = new Set<string>();
  #toldAt = performance.now();

  /** @param intervalMs the longest that pages stay as they were, in milliseconds. */
  constructor(onChange: (changed: Set<string>) => void, intervalMs = 2000) {
    this.#onChange = onChange;
    this.#intervalMs = intervalMs;
  }

  add(changed: ReadonlySet<string>): void {
    for (const tag of changed) this.#changed.add(tag);
    if (performance.now() - this.#toldAt >= this.#intervalMs) this.tell();
  }

  /** Must be called at the end, also after a failure: what was applied until then is in the replica. */
  tell(): void {
    const changed = this.#changed;
    this.#changed = new Set();
    this.#toldAt = performance.now();
    if (changed.size > 0) this.#onChange(changed);
  }
}
