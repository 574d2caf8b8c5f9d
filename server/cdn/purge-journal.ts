/**
 * Purges and their receipts in `DATA_DIR/purges.sqlite`: what waits is sent after a restart, and what is done can be looked up. The queue works
 * without it: a file that cannot be written raises an alarm, and the journal is then in memory.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { OnAlarm } from '../../content/alarm.ts';
import type { Purge } from './cdn-adapters.ts';

export interface JournalEntry extends Purge {
  /** Milliseconds since 1970. */
  createdAt: number;
  /** Why: some of the changed tags, and how many there are. */
  tags: readonly string[];
  of: number;
}

export interface Receipt extends Omit<JournalEntry, 'keys' | 'gone'> {
  /** Milliseconds since 1970; null while it waits. */
  doneAt: number | null;
  /** The instance that purged. */
  by: string | null;
  lastError: string | null;
}

/** Receipts that are kept. */
const mostKept = 2000;
const table = `CREATE TABLE IF NOT EXISTS purges (
  id TEXT PRIMARY KEY, created_at INTEGER NOT NULL, done_at INTEGER, done_by TEXT, last_error TEXT,
  tags TEXT NOT NULL, tag_count INTEGER NOT NULL, keys TEXT NOT NULL, gone TEXT NOT NULL, everything INTEGER NOT NULL
) STRICT`;

function open(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 500 });
  // Not `FULL`: after a power failure the start purges everything, and a publish should not wait for the disk.
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; ${table}`);
  return database;
}

type Row = Record<string, string | number | null>;

function receiptOf(row: Row): Receipt {
  return {
    id: String(row['id']),
    createdAt: Number(row['created_at']),
    tags: JSON.parse(String(row['tags'])) as string[],
    of: Number(row['tag_count']),
    everything: row['everything'] === 1,
    doneAt: row['done_at'] === null ? null : Number(row['done_at']),
    by: row['done_by'] === null ? null : String(row['done_by']),
    lastError: row['last_error'] === null ? null : String(row['last_error']),
  };
}

const words = (value: unknown) => String(value).split(' ').filter(Boolean);

export class PurgeJournal {
  #database: DatabaseSync;
  readonly #onAlarm: OnAlarm;
  #failed = false;

  constructor(dataDir: string, onAlarm: OnAlarm) {
    this.#onAlarm = onAlarm;
    try {
      this.#database = open(join(dataDir, 'purges.sqlite'));
    } catch (error) {
      this.#tell(error);
      this.#database = open(':memory:');
    }
  }

  /** What an earlier process, or another one on this folder, has not purged yet; the oldest first. */
  waiting(): JournalEntry[] {
    return this.#rows('SELECT * FROM purges WHERE done_at IS NULL ORDER BY created_at LIMIT 1000').map((row) => ({
      ...receiptOf(row),
      keys: words(row['keys']),
      gone: words(row['gone']),
    }));
  }

  add({ id, createdAt, tags, of, keys, gone, everything }: JournalEntry): void {
    this.#run(
      'INSERT OR REPLACE INTO purges (id, created_at, tags, tag_count, keys, gone, everything) VALUES (?, ?, ?, ?, ?, ?, ?)',
      id,
      createdAt,
      JSON.stringify(tags),
      of,
      keys.join(' '),
      gone.join(' '),
      everything ? 1 : 0,
    );
  }

  failed(id: string, reason: string): void {
    this.#run('UPDATE purges SET last_error = ? WHERE id = ?', reason, id);
  }

  done(id: string, at: number, by: string): void {
    this.#run('UPDATE purges SET done_at = ?, done_by = ? WHERE id = ?', at, by, id);
    this.#run(
      `DELETE FROM purges WHERE done_at < (SELECT done_at FROM purges WHERE done_at IS NOT NULL
        ORDER BY done_at DESC LIMIT 1 OFFSET ${mostKept})`,
    );
  }

  /** The newest purges first. */
  latest(count: number): Receipt[] {
    return this.#rows('SELECT * FROM purges ORDER BY created_at DESC, rowid DESC LIMIT ?', count).map(receiptOf);
  }

  /** The newest purge of a key, or of everything. */
  latestOf(key: string): Receipt | null {
    const [row] = this.#rows(
      `SELECT * FROM purges WHERE everything = 1 OR instr(keys, ?1) > 0 OR instr(gone, ?1) > 0
        ORDER BY created_at DESC, rowid DESC LIMIT 1`,
      key,
    );
    return row ? receiptOf(row) : null;
  }

  close(): void {
    this.#database.close();
  }

  #rows(statement: string, ...values: (string | number)[]): Row[] {
    try {
      return this.#database.prepare(statement).all(...values) as Row[];
    } catch (error) {
      this.#tell(error);
      return [];
    }
  }

  #run(statement: string, ...values: (string | number | null)[]): void {
    try {
      this.#database.prepare(statement).run(...values);
    } catch (error) {
      this.#tell(error);
    }
  }

  #tell(error: unknown): void {
    if (!this.#failed)
      this.#onAlarm({
        kind: 'purge-journal',
        subject: 'purges.sqlite',
        message: error instanceof Error ? error.message : String(error),
      });
    this.#failed = true;
  }
}
