/** Long work in short turns of the event loop, with visitors served in between. */
import { setImmediate } from 'node:timers/promises';

export class Turns {
  readonly #milliseconds: number;
  #end: number;

  /** @param milliseconds for which visitors may wait. */
  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
    this.#end = performance.now() + milliseconds;
  }

  /** Call before each piece of the work, and await `next` when it returns true. */
  get over(): boolean {
    return performance.now() >= this.#end;
  }

  async next(): Promise<void> {
    await setImmediate();
    this.#end = performance.now() + this.#milliseconds;
  }
}
