/** Limits how many async actions run at the same time; the others queue in order. Strapi can answer only about 90 deep requests a second. */
export class ConcurrencyGate {
  #freeSlots: number;
  readonly #queue: (() => void)[] = [];

  /** @param limit the number of actions that may run at the same time. */
  constructor(limit: number) {
    this.#freeSlots = limit;
  }

  async run<Result>(action: () => Promise<Result>): Promise<Result> {
    if (this.#freeSlots > 0) this.#freeSlots -= 1;
    else await new Promise<void>((resolve) => this.#queue.push(resolve));
    try {
      return await action();
    } finally {
      const next = this.#queue.shift();
      if (next) next();
      else this.#freeSlots += 1;
    }
  }
}
