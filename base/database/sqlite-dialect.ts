/**
 * Kysely's dialect for `node:sqlite`. It never blocks the thread that answers visitors: SQLite itself does not wait for a lock, and a query that
 * finds the database locked by another process (a command, a backup) is retried until a deadline. Writers of this process take turns; reads have
 * a connection of their own, because SQLite's write-ahead log lets them read while others write.
 */
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { keepPlaces } from '../kept-place.ts';

/** The longest wait of a write, for its turn and the lock together. */
const busyTimeoutMs = 10_000;
const firstPauseMs = 2;
const maxPauseMs = 50;
/** The site does not handle so many writes in ten seconds: one more would only wait until it is refused. */
const maxQueueLength = 500;
/** SQLite's result code for a lock that another connection holds; extended codes use higher bits. */
const busyCode = 5;

export class DatabaseBusy extends Error {
  override name = 'DatabaseBusy';
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === busyCode;
}

/** Retries while the database is locked. @throws DatabaseBusy when it is still locked at the deadline. */
async function retryWhileBusy<Result>(
  work: () => Result,
  deadline = performance.now() + busyTimeoutMs,
): Promise<Result> {
  for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, maxPauseMs)) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() >= deadline)
        throw new DatabaseBusy('Another process holds the database.', { cause: error });
    }
    await wait(pause);
  }
}

/** Lets one writer write at a time. */
class WriteQueue {
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;

  /** Waits until this writer may begin. @param deadline on the clock of `performance.now()`. @throws DatabaseBusy when the turn does not come in time, or too many wait already. */
  async enter(deadline: number): Promise<void> {
    if (!this.#isTaken) {
      this.#isTaken = true;
      return;
    }
    if (this.#waiting.length >= maxQueueLength) throw new DatabaseBusy('Too many wait for the database.');
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(
        () => {
          this.#waiting.splice(this.#waiting.indexOf(begin), 1);
          reject(new DatabaseBusy('The database was busy for too long.'));
        },
        Math.max(0, deadline - performance.now()),
      );
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#waiting.push(begin);
    });
  }

  leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isTaken = false;
  }
}

function run<Row>(database: DatabaseSync, { sql, parameters }: CompiledQuery): QueryResult<Row> {
  const statement = database.prepare(sql);
  // Kysely types them as unknown, but passes only values that queries of this project bind.
  const values = parameters as SQLInputValue[];
  if (statement.columns().length > 0) return { rows: statement.all(...values) as Row[] };
  const { changes, lastInsertRowid } = statement.run(...values);
  return { rows: [], insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes) };
}

interface Handles {
  writer: DatabaseSync;
  reader: DatabaseSync;
  writes: WriteQueue;
  /** Checks the open files. @throws PlaceLost when they are not in the data folder any more: data that is written to them is then lost. */
  checkPlaces: () => void;
}

class SqliteConnection implements DatabaseConnection {
  readonly #handles: Handles;
  #inTransaction = false;

  constructor(handles: Handles) {
    this.#handles = handles;
  }

  async begin(): Promise<void> {
    const { writer, writes, checkPlaces } = this.#handles;
    checkPlaces();
    const deadline = performance.now() + busyTimeoutMs;
    await writes.enter(deadline);
    try {
      // Takes the write lock immediately: a transaction that begins with a read could fail later because another process wrote meanwhile.
      await retryWhileBusy(() => writer.exec('begin immediate'), deadline);
      this.#inTransaction = true;
    } catch (error) {
      writes.leave();
      throw error;
    }
  }

  async commit(): Promise<void> {
    await retryWhileBusy(() => this.#handles.writer.exec('commit'));
    this.#end();
    this.#handles.checkPlaces();
  }

  async rollback(): Promise<void> {
    const { writer } = this.#handles;
    try {
      // On a full disk SQLite rolls back by itself: a second rollback would fail and hide the reason.
      if (writer.isTransaction) writer.exec('rollback');
    } finally {
      this.#end();
    }
  }

  /** A commit that is not confirmed, because its file is lost, is followed by a rollback. */
  #end(): void {
    if (!this.#inTransaction) return;
    this.#inTransaction = false;
    this.#handles.writes.leave();
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { writer, reader, writes, checkPlaces } = this.#handles;
    if (this.#inTransaction) return run(writer, query);
    checkPlaces();
    if (SelectQueryNode.is(query.query)) return retryWhileBusy(() => run<Row>(reader, query));
    const deadline = performance.now() + busyTimeoutMs;
    await writes.enter(deadline);
    try {
      return await retryWhileBusy(() => run<Row>(writer, query), deadline);
    } finally {
      writes.leave();
      checkPlaces();
    }
  }

  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Nothing here is read as a stream.');
  }
}

/** Opens the file so that a commit is on the disk when it returns: a power cut loses none (trap P3). */
function open(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON;',
    );
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

class SqliteDriver implements Driver {
  readonly #file: string;
  readonly #onOpen: () => void;
  #handles: Handles | null = null;

  constructor(file: string, onOpen: () => void) {
    this.#file = file;
    this.#onOpen = onOpen;
  }

  async init(): Promise<void> {
    const writer = await retryWhileBusy(() => open(this.#file));
    this.#onOpen();
    const reader = await retryWhileBusy(() => open(this.#file));
    const checkPlaces = keepPlaces(...['', '-wal', '-shm'].map((part) => `${this.#file}${part}`));
    this.#handles = { writer, reader, writes: new WriteQueue(), checkPlaces };
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    if (!this.#handles) throw new Error('The database is not open.');
    return new SqliteConnection(this.#handles);
  }

  beginTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as SqliteConnection).begin();
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as SqliteConnection).commit();
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return (connection as SqliteConnection).rollback();
  }

  async releaseConnection(): Promise<void> {
    // The connection owns no resources.
  }

  async destroy(): Promise<void> {
    this.#handles?.reader.close();
    this.#handles?.writer.close();
  }
}

class Adapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
  /** All migrations of a start are one transaction: a crash leaves none of them half done, and a second process waits. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Creates the dialect. @param onOpen called once the file exists. */
export function createSqliteDialect(file: string, onOpen: () => void): Dialect {
  return {
    createDriver: () => new SqliteDriver(file, onOpen),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new Adapter(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
  };
}
