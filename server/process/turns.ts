/**
 * Lets one request begin in each turn of the event loop, and addresses take turns: a client that requests a thousand slow pages at once makes
 * others wait for one of them, and cached pages for none.
 */
export class Turns {
  /** What waits, by address. The address at the front is next. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #isTaken = false;

  take(address: string, begin: () => void): void {
    if (this.#isTaken) {
      const line = this.#waiting.get(address);
      if (line) line.push(begin);
      else this.#waiting.set(address, [begin]);
      return;
    }
    this.#isTaken = true;
    setImmediate(this.#next);
    begin();
  }

  readonly #next = (): void => {
    const [first] = this.#waiting;
    if (!first) {
      this.#isTaken = false;
      return;
    }
    const [address, line] = first;
    this.#waiting.delete(address);
    const begin = line.shift();
    if (line.length > 0) this.#waiting.set(address, line);
    setImmediate(this.#next);
    begin?.();
  };
}
