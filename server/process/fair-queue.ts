/**
 * Starts uncached requests one after the other, in turn for each address (fair queueing): when a client requests a thousand slow pages at once,
 * another client waits for only one of them. Cached pages do not wait.
 */

export class FairQueue {
  /** The waiting requests by address. The first address is next. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #isBusy = false;

  /** Begins a request now, or when its address has its turn. */
  add(address: string, begin: () => void): void {
    if (!this.#isBusy) return this.#begin(begin);
    const requests = this.#waiting.get(address);
    if (requests) requests.push(begin);
    else this.#waiting.set(address, [begin]);
  }

  #begin(begin: () => void): void {
    this.#isBusy = true;
    // Before the next request, Node has one turn of the event loop to accept connections and answer cached pages.
    setImmediate(() => this.#next());
    begin();
  }

  #next(): void {
    const [first] = this.#waiting;
    this.#isBusy = false;
    if (!first) return;
    const [address, requests] = first;
    this.#waiting.delete(address);
    const begin = requests.shift();
    if (requests.length > 0) this.#waiting.set(address, requests);
    if (begin) this.#begin(begin);
  }
}
