/**
 * Lets uncached requests begin one after the other, and addresses take turns: a client that requests a thousand slow pages at once makes others wait
 * for one of them, and cached pages for none.
 */

export class Turns {
  /** What waits, by address. The address at the front is next. */
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
    // In the turn of the event loop before the next one, Node accepts connections and answers what is cached.
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
