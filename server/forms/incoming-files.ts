/** Room for files that are being received: each holds a descriptor and space on the disk for as long as its sender takes. */

/** A family or an office sends a few CVs at once; whoever opens more holds them open for somebody else's loss. */
const mostOfOneAddress = 4;

export class IncomingFiles {
  /** Where they lie until somebody takes them. */
  readonly folder: string;
  readonly #most: number;
  readonly #open = new Map<string, number>();
  #all = 0;

  /** @param most how many in all may be received at the same time. */
  constructor(folder: string, most: number) {
    this.folder = folder;
    this.#most = most;
  }

  /** @returns what gives the place back, or null when there is none. */
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
