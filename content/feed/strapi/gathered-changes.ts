/**
 * Gathers the tags of what a full sync changes. It applies its documents in parts, and told of each, the site would render its pages anew
 * between them, again and again, each time from half of the change.
 */
/** The interval is at least so many times as long as telling takes. */
const shareOfTelling = 10;

export class GatheredChanges {
  readonly #onChange: (changed: Set<string>) => Promise<void>;
  #intervalMs: number;
  #changed = new Set<string>();
  #toldAt = performance.now();

  /** @param intervalMs the longest that pages stay as they were, in milliseconds. */
  constructor(onChange: (changed: Set<string>) => Promise<void>, intervalMs = 2000) {
    this.#onChange = onChange;
    this.#intervalMs = intervalMs;
  }

  async add(changed: ReadonlySet<string>): Promise<void> {
    for (const tag of changed) this.#changed.add(tag);
    if (performance.now() - this.#toldAt >= this.#intervalMs) await this.tell();
  }

  /** Must be called at the end, also after a failure: what was applied until then is in the replica. */
  async tell(): Promise<void> {
    const changed = this.#changed;
    this.#changed = new Set();
    if (changed.size === 0) return;
    const start = performance.now();
    await this.#onChange(changed);
    this.#toldAt = performance.now();
    // What takes long, because much is made ready for visitors, must not be done most of the time.
    this.#intervalMs = Math.max(this.#intervalMs, shareOfTelling * (this.#toldAt - start));
  }
}
