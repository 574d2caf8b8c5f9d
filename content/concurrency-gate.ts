/** Limits how many async actions run at the same time; the others queue in order. Strapi answers about 90 deep requests a second, and serves editors too. */
export class ConcurrencyGate {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  /** @param places number of actions that may run at the same time. */
  constructor(places: number) {
    this.#free = places;
  }

  async run<Result>(action: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await action();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}
