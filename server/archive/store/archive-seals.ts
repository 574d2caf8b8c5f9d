/** The seals of the log's head: one for each day (UTC). */
import type { ArchiveDatabase } from './archive-tables.ts';
import type { TreeHead } from './merkle-tree.ts';

export interface HeadSeal extends TreeHead {
  /** Such as `2026-11-28`. */
  day: string;
  /** Milliseconds since 1970. */
  at: number;
  /** TimeStampResp in DER (RFC 3161); null without an authority. */
  token: Buffer | null;
}

export async function hasSeal({ db }: ArchiveDatabase, day: string): Promise<boolean> {
  return (await db.selectFrom('archive_seal').select('day').where('day', '=', day).executeTakeFirst()) !== undefined;
}

/** Keeps a seal; of a day that has one, the first stays. */
export async function addSeal({ db }: ArchiveDatabase, seal: HeadSeal): Promise<void> {
  await db
    .insertInto('archive_seal')
    .values(seal)
    .onConflict((conflict) => conflict.column('day').doNothing())
    .execute();
}

/** Lists all seals, the oldest first. */
export async function listSeals({ db }: ArchiveDatabase): Promise<HeadSeal[]> {
  const rows = await db.selectFrom('archive_seal').selectAll().orderBy('day').execute();
  return rows.map((row) => ({ ...row, root: Buffer.from(row.root), token: row.token && Buffer.from(row.token) }));
}
