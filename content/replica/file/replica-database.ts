/** The replica's file while the site runs. When it breaks, a new one takes its place without a restart; the feed then fills it. */
import { statSync } from 'node:fs';
import type { DatabaseSync, SQLInputValue, StatementResultingChanges, StatementSync } from 'node:sqlite';
import { waitForDisk } from './durability.ts';
import { type OpenReplica, joinReplicaDatabase, openReplicaDatabase, isBrokenFile, setAside } from './database.ts';

type Row = Record<string, unknown>;

/** After this many broken files, the replica stays in memory. */
const maxReplacements = 3;

export interface DatabaseEvents {
  onBroken: (file: string, message: string) => void;
  /** Called when the file that was open is gone, and with it all content. */
  onReplaced: () => void;
  onUnwritable: (file: string, message: string) => void;
}

/** A query on a broken file throws SQLite's error even though a new file has replaced it: the caller's work is lost. */
export class ReplicaDatabase {
  /** Increases when a new file replaces a broken one: values read from the former file are then invalid. */
  edition = 0;
  readonly #file: string;
  readonly #events: DatabaseEvents;
  /** Whether another thread has opened the file, and closes it at the end. */
  readonly #isJoined: boolean;
  readonly #statements = new Map<string, StatementSync>();
  #open: OpenReplica;
  /** Inode of the open file; it is not reused while the file is open. Null for a database in memory. */
  #inode: number | null;
  #replacements = 0;
  /** Whether reads see the content as it was at the last `renew`. */
  #isPinned = false;
  #supposing = false;

  /** @param file where the replica is. @param joins whether another thread of this process has opened exactly this file. */
  constructor(file: string, events: DatabaseEvents, joins = false) {
    this.#file = file;
    this.#events = events;
    this.#isJoined = joins;
    this.#open = joins ? { database: joinReplicaDatabase(file), location: file } : this.#opened();
    this.#inode = readInode(this.location);
  }

  /** The location at which other threads of this process join the replica. */
  get location(): string {
    return this.#open.location;
  }

  /** From now on, reads see what other threads write only after `renew`. */
  pin(): void {
    this.#isPinned = true;
    this.renew();
  }

  /** Lets reads see what other threads have written. */
  renew(): void {
    // A database in memory has no journal: a long read would keep others from writing.
    if (!this.#isPinned || this.#open.location.startsWith('file:')) return;
    if (this.#isReplaced()) {
      this.reopen(this.location);
      return;
    }
    this.#guarded(() => {
      this.#unpin();
      this.#open.database.exec('BEGIN');
      // The transaction begins with its first read.
      this.#open.database.exec('SELECT 1 FROM facts LIMIT 1');
    });
  }

  #unpin(): void {
    if (this.#isPinned && this.#open.database.isTransaction) this.#open.database.exec('COMMIT');
  }

  /** Call when another thread has replaced a broken file. @param location where the new one is. */
  reopen(location: string): void {
    this.#statements.clear();
    closeAnyhow(this.#open.database);
    this.edition += 1;
    this.#open = { database: joinReplicaDatabase(location), location };
    this.#inode = readInode(location);
    this.renew();
  }

  /** Whether another thread has replaced the file, and its message about it has not arrived. */
  #isReplaced(): boolean {
    const inode = readInode(this.location);
    return inode !== null && inode !== this.#inode;
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
   * Stores everything that `action` writes, or nothing. Within `asIf`, it is rolled back with everything else.
   * @throws what `action` or SQLite throws.
   */
  transaction(action: () => void): void {
    if (this.#supposing) return action();
    this.#begin();
    const { edition } = this;
    try {
      action();
      this.#guarded(() => this.#open.database.exec('COMMIT'));
    } catch (error) {
      this.#rollBack(edition);
      throw error;
    } finally {
      this.renew();
    }
  }

  /** Rolls back everything that `action` writes, and returns its result. @throws what `action` or SQLite throws. */
  asIf<Result>(action: () => Result): Result {
    this.#begin();
    const { edition } = this;
    this.#supposing = true;
    try {
      return action();
    } finally {
      this.#supposing = false;
      this.#rollBack(edition);
      this.renew();
    }
  }

  /** @throws SQLite's error when another thread is writing. */
  #begin(): void {
    this.#guarded(() => {
      this.#unpin();
      this.#open.database.exec('BEGIN IMMEDIATE');
    });
  }

  close(): void {
    this.#statements.clear();
    try {
      this.#unpin();
      if (!this.#isJoined) waitForDisk(this.#open.database);
    } catch {
      // A file that cannot be written is checked when it is opened again.
    }
    closeAnyhow(this.#open.database);
  }

  /** Rolls back without throwing: a second failure must not hide the first. */
  #rollBack(edition: number): void {
    if (edition !== this.edition || !this.#open.database.isTransaction) return;
    try {
      this.#open.database.exec('ROLLBACK');
    } catch {
      // The transaction is over in any case: SQLite ends it when it cannot go on.
    }
  }

  #statement(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.#open.database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #guarded<Result>(action: () => Result): Result {
    try {
      return action();
    } catch (error) {
      if (isBrokenFile(error)) this.#replace(error);
      throw error;
    }
  }

  #replace(cause: unknown): void {
    const { database, location } = this.#open;
    if (this.#isReplaced()) {
      this.reopen(location);
      this.#events.onReplaced();
      return;
    }
    this.#statements.clear();
    closeAnyhow(database);
    this.edition += 1;
    this.#replacements += 1;
    let message = `is no database any more (${reason(cause)}); it was set aside, and the content is read again`;
    try {
      if (this.#replacements > maxReplacements || location.startsWith('file:'))
        throw new Error('it broke again and again');
      setAside(location);
      this.#open = openReplicaDatabase(this.#file, undefined, this.#onUnwritable, false);
    } catch (error) {
      message = `is no database any more (${reason(cause)}), and there can be no other (${reason(error)}): the content is read again, into memory`;
      this.#open = openReplicaDatabase(':memory:');
    }
    this.#inode = readInode(this.location);
    this.#events.onBroken(location, message);
    this.#events.onReplaced();
    this.renew();
  }

  readonly #onUnwritable = (file: string, error: unknown): void =>
    this.#events.onUnwritable(
      file,
      `cannot be written; the replica is in memory until the next start: ${reason(error)}`,
    );

  /** Opens the file, or else a database in memory: pages need content, not a file. */
  #opened(): OpenReplica {
    const { onBroken } = this.#events;
    const setAsideMessage = 'is no database; it was set aside, and the content is read again';
    try {
      return openReplicaDatabase(this.#file, (file) => onBroken(file, setAsideMessage), this.#onUnwritable);
    } catch (error) {
      onBroken(this.#file, `cannot be used (${reason(error)}); the content is in memory until the next start`);
      return openReplicaDatabase(':memory:');
    }
  }
}

function readInode(location: string): number | null {
  return statSync(location, { throwIfNoEntry: false })?.ino ?? null;
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
