/** What was found damaged, told to whoever fills the replica and keeps pages: once for all that is found together, and not in the middle of a page. */
import type { DocumentAddress } from './document-index.ts';

export interface Damage {
  /** Tags of what visitors get otherwise than before. */
  changed: Set<string>;
  /** What is to be asked for again. */
  lost: DocumentAddress[];
  /** True when the whole file was lost. */
  emptied: boolean;
}

export type OnDamage = (damage: Damage) => void;

export class DamageReport {
  readonly #onDamage: OnDamage;
  readonly #onFailure: (message: string) => void;
  #waiting: Damage | null = null;

  constructor(onDamage: OnDamage, onFailure: (message: string) => void) {
    this.#onDamage = onDamage;
    this.#onFailure = onFailure;
  }

  /** True between the loss of the file and the moment when that is told. */
  get emptied(): boolean {
    return this.#waiting?.emptied ?? false;
  }

  add({ changed, lost, emptied }: Damage): void {
    if (this.#waiting) {
      for (const tag of changed) this.#waiting.changed.add(tag);
      this.#waiting.lost.push(...lost);
      this.#waiting.emptied ||= emptied;
      return;
    }
    this.#waiting = { changed: new Set(changed), lost: [...lost], emptied };
    setImmediate(() => this.#tell());
  }

  #tell(): void {
    const damage = this.#waiting;
    this.#waiting = null;
    try {
      if (damage) this.#onDamage(damage);
    } catch (error) {
      this.#onFailure(error instanceof Error ? error.message : String(error));
    }
  }
}
