/** Numbers of rows that a transaction changes again and again: added up, and written once at its end. */
import type { ReplicaDatabase } from './replica-database.ts';

export class Tally {
  readonly #database: ReplicaDatabase;
  readonly #sql: string;
  readonly #changes = new Map<string, { key: readonly string[]; n: number }>();

  /** @param table with a column `n`. @param columns of its primary key. */
  constructor(database: ReplicaDatabase, table: string, columns: readonly string[]) {
    this.#database = database;
    this.#sql = `INSERT INTO ${table} (${columns.join(', ')}, n) VALUES (${columns.map(() => '?').join(', ')}, ?) ON CONFLICT DO UPDATE SET n = n + excluded.n`;
  }

  /** @param key values of the primary key. */
  add(change: 1 | -1, ...key: readonly string[]): void {
    const name = key.join('\n');
    const known = this.#changes.get(name);
    if (known) known.n += change;
    else this.#changes.set(name, { key, n: change });
  }

  /** Call at the end of the transaction. */
  write(): void {
    for (const { key, n } of this.#changes.values()) if (n !== 0) this.#database.run(this.#sql, ...key, n);
    this.#changes.clear();
  }

  /** Call when the transaction is given up. */
  forget(): void {
    this.#changes.clear();
  }
}
