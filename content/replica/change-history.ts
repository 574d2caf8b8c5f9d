/** Remembers the latest changes of the content, to decide whether a value that was derived from documents is still valid. */

/** Tags in memory; each is a string of some 30 characters, shared with other objects. */
const maxTags = 20_000;

/** Whether two sets have a member in common. */
export function haveCommon(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [few, many] = one.size < other.size ? [one, other] : [other, one];
  for (const member of few) if (many.has(member)) return true;
  return false;
}

export class ChangeHistory {
  /** The changes in order, the latest last. `changed` is null when everything may have changed. */
  readonly #changes: { moment: number; changed: ReadonlySet<string> | null }[] = [];
  #tags = 0;
  #latest = 0;
  /** Changes before this moment are forgotten. */
  #since = 0;

  get now(): number {
    return this.#latest;
  }

  /** @param changed tags; without them everything may have changed. */
  add(changed: ReadonlySet<string> | null = null): void {
    // Ignore empty changes.
    if (changed?.size === 0) return;
    this.#latest += 1;
    this.#changes.push({ moment: this.#latest, changed });
    this.#tags += changed?.size ?? 0;
    while (this.#tags > maxTags || this.#changes[0]?.changed === null) {
      const [first] = this.#changes.splice(0, 1);
      if (!first) return;
      this.#tags -= first.changed?.size ?? 0;
      this.#since = first.moment;
    }
  }

  /** Whether nothing with one of these tags has changed since a moment. */
  isUnchanged(moment: number, tags: ReadonlySet<string>): boolean {
    if (moment < this.#since) return false;
    for (let index = this.#changes.length - 1; index >= 0; index -= 1) {
      const change = this.#changes[index];
      if (!change || change.moment <= moment) return true;
      if (change.changed === null || haveCommon(tags, change.changed)) return false;
    }
    return true;
  }
}
