/** A sleep that ends early when somebody has something to do. */
export class InterruptibleSleep {
  #wake: () => void = () => undefined;

  for(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  wake(): void {
    this.#wake();
  }
}
