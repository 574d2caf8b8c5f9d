/** Reports damage to the code that fills the replica and caches pages: once for everything found together, and not in the middle of a render. */
import type { DocumentAddress } from '../document-address.ts';

export interface Damage {
  /** Tags of what visitors now get differently. */
  changed: Set<string>;
  /** Documents that the feed must deliver again. */
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

  /** True between the loss of the file and the report of it. */
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
