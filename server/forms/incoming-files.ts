/** Limits how many files are received at a time: each occupies a descriptor and space on the disk for as long as its sender takes. */

/** A family or an office may send a few CVs at the same time; a client with more would take places away from others. */
const mostOfOneAddress = 4;

export class IncomingFiles {
  /** Where received files stay until other code moves them. */
  readonly folder: string;
  readonly #most: number;
  readonly #open = new Map<string, number>();
  #all = 0;

  /** @param most how many in all may be received at the same time. */
  constructor(folder: string, most: number) {
    this.folder = folder;
    this.#most = most;
  }

  /** Takes a place for one file. @returns a function that releases it, or null when none is free. */
  claim(address: string): (() => void) | null {
    const before = this.#open.get(address) ?? 0;
    if (this.#all >= this.#most || before >= mostOfOneAddress) return null;
    this.#all += 1;
    this.#open.set(address, before + 1);
    return () => {
      this.#all -= 1;
      const left = (this.#open.get(address) ?? 1) - 1;
      if (left > 0) this.#open.set(address, left);
      else this.#open.delete(address);
    };
  }
}
