/** The end of everything that was started: whoever starts a thing registers its end. */

export class Cleanup {
  readonly #tasks: (() => unknown)[] = [];

  add(task: () => unknown): void {
    this.#tasks.push(task);
  }

  /** Runs every task, the last one first, because later things stand on earlier ones. @throws the first failure, after all have run. */
  async run(): Promise<void> {
    const failures: unknown[] = [];
    for (const task of this.#tasks.splice(0).toReversed())
      try {
        await task();
      } catch (error) {
        failures.push(error);
      }
    if (failures.length > 0) throw failures[0];
  }
}
