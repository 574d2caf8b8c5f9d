/** The replica's file while the site runs. When it breaks, a new one takes its place without a restart; the feed then fills it. */
import type { DatabaseSync, SQLInputValue, StatementResultingChanges, StatementSync } from 'node:sqlite';
import { waitForDisk } from './durability.ts';
import { openReplicaDatabase, saysBroken, setAside } from './database.ts';

type Row = Record<string, unknown>;

/** A disk that breaks one file after another gets no new file after this many: the replica then stays in memory. */
const mostReplacements = 3;

/** Rows that are inserted by one statement: few, because each number of them is a statement of its own. */
const rowsAtOnce = 8;

export interface BrokenReplica {
  file: string;
  message: string;
}

/** A query on a broken file throws SQLite's error even though a new file has replaced it: the caller's work is lost. */
export class ReplicaDatabase {
  /** Increases when a new file replaces a broken one: what was read from the former says nothing about the new one. */
  edition = 0;
  readonly #file: string;
  readonly #onBroken: (broken: BrokenReplica) => void;
  readonly #onReplaced: () => void;
  readonly #onUnwritable: (file: string, error: unknown) => void;
  readonly #statements = new Map<string, StatementSync>();
  #database: DatabaseSync;
  #supposing = false;

  /** @param onReplaced called when the file that was open is gone, and with it all content. */
  constructor(
    file: string,
    onBroken: (broken: BrokenReplica) => void,
    onReplaced: () => void,
    onUnwritable: (unwritable: BrokenReplica) => void,
  ) {
    this.#file = file;
    this.#onBroken = onBroken;
    this.#onReplaced = onReplaced;
    this.#onUnwritable = (unwritable, error) =>
      onUnwritable({
        file: unwritable,
        message: `cannot be written; the replica is in memory until the next start: ${reason(error)}`,
      });
    this.#database = this.#opened();
  }

  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#guarded(() => this.#statement(sql).get(...values));
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#guarded(() => this.#statement(sql).all(...values));
  }

  run(sql: string, ...values: SQLInputValue[]): StatementResultingChanges {
    return this.#guarded(() => this.#statement(sql).run(...values));
  }

  /**
   * Inserts rows, some in one statement. @param into the statement up to its values. It says what becomes of a row that is there already, `OR FAIL` or
   * `OR IGNORE`: by default SQLite notes how to take back the rows before it, which takes twice as long, and a transaction takes them back in any case.
   */
  insert(into: string, rows: readonly SQLInputValue[][]): void {
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      const part = rows.slice(from, from + rowsAtOnce);
      this.run(insertStatement(into, part.length, part[0]?.length ?? 0), ...part.flat());
    }
  }

  /**
   * Stores everything that `action` writes, or nothing. Within `asIf` it is part of what is taken back.
   * @throws what `action` or SQLite throws.
   */
  transaction(action: () => void): void {
    if (this.#supposing) return action();
    this.#guarded(() => this.#database.exec('BEGIN IMMEDIATE'));
    const { edition } = this;
    try {
      action();
      this.#guarded(() => this.#database.exec('COMMIT'));
    } catch (error) {
      this.#rollBack(edition);
      throw error;
    }
  }

  /** Takes back all that `action` writes, and returns its result. @throws what `action` or SQLite throws. */
  asIf<Result>(action: () => Result): Result {
    this.#guarded(() => this.#database.exec('BEGIN IMMEDIATE'));
    const { edition } = this;
    this.#supposing = true;
    try {
      return action();
    } finally {
      this.#supposing = false;
      this.#rollBack(edition);
    }
  }

  close(): void {
    this.#statements.clear();
    try {
      waitForDisk(this.#database);
    } catch {
      // A file that cannot be written is checked when it is opened again.
    }
    closeAnyhow(this.#database);
  }

  /** A second failure must not hide the first. */
  #rollBack(edition: number): void {
    if (edition !== this.edition || !this.#database.isTransaction) return;
    try {
      this.#database.exec('ROLLBACK');
    } catch {
      // The transaction is over in any case: SQLite ends it when it cannot go on.
    }
  }

  #statement(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #guarded<Result>(action: () => Result): Result {
    try {
      return action();
    } catch (error) {
      if (saysBroken(error)) this.#replace(error);
      throw error;
    }
  }

  #replace(cause: unknown): void {
    const file = this.#database.location();
    this.#statements.clear();
    closeAnyhow(this.#database);
    this.edition += 1;
    let message = `is no database any more (${reason(cause)}); it was set aside, and the content is read anew`;
    try {
      if (this.edition > mostReplacements || file === null) throw new Error('it broke again and again');
      setAside(file);
      this.#database = openReplicaDatabase(this.#file, undefined, this.#onUnwritable);
    } catch (error) {
      message = `is no database any more (${reason(cause)}), and there can be no other (${reason(error)}): the content is read anew, into memory`;
      this.#database = openReplicaDatabase(':memory:');
    }
    this.#onBroken({ file: file ?? this.#file, message });
    this.#onReplaced();
  }

  /** Opens the file, or else a database in memory: pages need content, not a file. */
  #opened(): DatabaseSync {
    try {
      return openReplicaDatabase(
        this.#file,
        (file) => this.#onBroken({ file, message: 'is no database; it was set aside, and the content is read anew' }),
        this.#onUnwritable,
      );
    } catch (error) {
      this.#onBroken({
        file: this.#file,
        message: `cannot be used (${reason(error)}); the content is kept in memory until the next start`,
      });
      return openReplicaDatabase(':memory:');
    }
  }
}

const insertStatements = new Map<string, string[]>();

/** The same string each time, because it is found among the prepared ones by it. */
function insertStatement(into: string, rows: number, columns: number): string {
  const known = insertStatements.get(into) ?? [];
  insertStatements.set(into, known);
  const row = `(${Array.from({ length: columns }, () => '?').join()})`;
  return (known[rows] ??= `${into} VALUES ${Array.from({ length: rows }, () => row).join()}`);
}

/** Closing a broken database may fail. */
function closeAnyhow(database: DatabaseSync): void {
  try {
    database.close();
  } catch {
    // Its file is opened again, or set aside.
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
