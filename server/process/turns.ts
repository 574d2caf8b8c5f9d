/**
 * Starts uncached requests one after the other, and addresses take turns: when a client requests a thousand slow pages at once, another client waits
 * for only one of them. Cached pages do not wait.
 */

export class Turns {
  /** The waiting requests by address. The first address is next. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #isTaken = false;

  take(address: string, begin: () => void): void {
    if (!this.#isTaken) return this.#begin(begin);
    const line = this.#waiting.get(address);
    if (line) line.push(begin);
    else this.#waiting.set(address, [begin]);
  }

  #begin(begin: () => void): void {
    this.#isTaken = true;
    // Before the next request, Node has one turn of the event loop to accept connections and answer cached pages.
    setImmediate(() => this.#next());
    begin();
  }

  #next(): void {
    const [first] = this.#waiting;
    this.#isTaken = false;
    if (!first) return;
    const [address, line] = first;
    this.#waiting.delete(address);
    const begin = line.shift();
    if (line.length > 0) this.#waiting.set(address, line);
    if (begin) this.#begin(begin);
  }
}
