/** The tables of the archive: in a SQLite file of its own, or beside the accounts in PostgreSQL. The database refuses changes of entries. */
import { Kysely, sql } from 'kysely';
import { type DatabasePlace, openDialect } from '../../../base/database/open-dialect.ts';
import type { DatabaseKind } from '../../../base/database/migration-sql.ts';

/** What happened at an address, or to a document; a file that pages use; the newest row of the content service's ledger; a consent. */
export const entryKinds = ['page', 'redirect', 'gone', 'document', 'file', 'ledger', 'consent'] as const;
export type EntryKind = (typeof entryKinds)[number];

/** Whether the bytes of such an entry are in pieces. */
export function isInPieces(kind: EntryKind): boolean {
  return kind === 'page' || kind === 'file';
}

export interface ArchiveTables {
  /** Addresses, and documents as `type/id.locale`. */
  archive_subject: { id: number; name: string };
  /** One for each build. The hash covers both (`hashDictionary`). */
  archive_dictionary: { id: number; build: string; hash: Uint8Array; body: Uint8Array };
  archive_piece: { id: number; hash: Uint8Array; dictionary: number | null; body: Uint8Array };
  archive_entry: {
    /** From 0, without gaps: the leaf's place in the tree. */
    seq: number;
    subject: number;
    /** Milliseconds since 1970. */
    at: number;
    /** Index in `entryKinds`. */
    kind: number;
    /** SHA-256 of what was served; of the target of a redirect; of a document's version, a row of the ledger or a consent; of an empty text where the address ended. */
    hash: Uint8Array;
    /** For a page the piece with its `PageContext`. */
    context: number | null;
    /** For a page or file the numbers of its pieces (`packNumbers`); else the text itself. Null when its time is over. */
    parts: Uint8Array | null;
  };
  /** When old bytes were last removed, in milliseconds since 1970. */
  archive_removal: { at: number };
  archive_tile: { level: number; tile: number; hashes: Uint8Array };
  /** The head of each day (UTC), which is public. */
  archive_head: { day: string; size: number; root: Uint8Array };
}

export interface ArchiveDatabase {
  kind: DatabaseKind;
  db: Kysely<ArchiveTables>;
}

const refusal = 'the archive is append-only';

function buildTables(kind: DatabaseKind): string[] {
  const bytes = kind === 'postgres' ? 'bytea' : 'blob';
  return [
    `create table if not exists archive_subject (id bigint not null primary key, name text not null unique)`,
    `create table if not exists archive_dictionary (
      id bigint not null primary key, build text not null unique, hash ${bytes} not null, body ${bytes} not null
    )`,
    `create table if not exists archive_piece (
      id bigint not null primary key, hash ${bytes} not null unique, dictionary bigint, body ${bytes} not null
    )`,
    `create table if not exists archive_entry (
      seq bigint not null primary key, subject bigint not null, at bigint not null, kind smallint not null, hash ${bytes} not null,
      context bigint, parts ${bytes}
    )`,
    `create index if not exists archive_entry_subject on archive_entry (subject, at, seq)`,
    `create table if not exists archive_removal (at bigint not null primary key)`,
    `create table if not exists archive_tile (level smallint not null, tile bigint not null, hashes ${bytes} not null, primary key (level, tile))`,
    `create table if not exists archive_head (day text not null primary key, size bigint not null, root ${bytes} not null)`,
  ];
}

/** Only the bytes of an entry may go, when their time is over; the entry itself stays. */
function buildGuards(kind: DatabaseKind): string[] {
  const same = ['seq', 'subject', 'at', 'kind', 'hash'].map((name) => `new.${name} = old.${name}`).join(' and ');
  const refused = `not (${same} and new.parts is null and new.context is null)`;
  if (kind === 'sqlite')
    return [
      `create trigger if not exists archive_entry_no_update before update on archive_entry when ${refused} begin select raise(abort, '${refusal}'); end`,
      `create trigger if not exists archive_entry_no_delete before delete on archive_entry begin select raise(abort, '${refusal}'); end`,
    ];
  return [
    `create or replace function refuse_archive_change() returns trigger language plpgsql as $$ begin raise exception '${refusal}'; end $$`,
    `create or replace trigger archive_entry_no_update before update on archive_entry for each row when (${refused}) execute function refuse_archive_change()`,
    `create or replace trigger archive_entry_no_delete before delete on archive_entry for each row execute function refuse_archive_change()`,
  ];
}

/** One writer at a time, so that the numbers of entries have no gaps. SQLite has one writer anyway. */
export async function lockArchive(db: Kysely<ArchiveTables>, kind: DatabaseKind): Promise<void> {
  if (kind === 'postgres') await sql`select pg_advisory_xact_lock(hashtext('brokerfront archive'))`.execute(db);
}

/** Whether the tables are there, the newest included: then nobody who opens the archive has to wait for its writer. */
async function hasTables(db: Kysely<ArchiveTables>): Promise<boolean> {
  try {
    // One transaction makes all of them.
    await db.selectFrom('archive_head').select('day').limit(1).execute();
    return true;
  } catch {
    return false;
  }
}

/** Opens the database and creates missing tables. @throws when it cannot be reached. */
export async function openArchiveDatabase(place: DatabasePlace): Promise<ArchiveDatabase> {
  const { kind, dialect } = openDialect(place, 'archive.sqlite');
  const db = new Kysely<ArchiveTables>({ dialect });
  try {
    if (!(await hasTables(db)))
      await db.transaction().execute(async (trx) => {
        await lockArchive(trx, kind);
        for (const statement of [...buildTables(kind), ...buildGuards(kind)]) await sql.raw(statement).execute(trx);
      });
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return { kind, db };
}
