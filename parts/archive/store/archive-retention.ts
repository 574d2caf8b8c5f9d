/** Removes from the archive what ended more than five years ago. Its entries and their leaves stay, so the log remains whole; their bytes go. */
import { sql } from 'kysely';
import { type ArchiveDatabase, entryKinds, isInPieces, lockArchive } from './archive-tables.ts';
import { unpackNumbers } from './page-pieces.ts';

const keptYears = 5;
/** Rows that are read together. */
const rowsAtOnce = 5000;
const dayMs = 86_400_000;

/** The moment before which bytes that ended are removed, in milliseconds since 1970. */
export function findRetentionEnd(now: number): number {
  return new Date(now).setUTCFullYear(new Date(now).getUTCFullYear() - keptYears);
}

/** Removes what is due, once a day for all instances. @returns how many entries lost their bytes. */
export async function removeOld({ db, kind }: ArchiveDatabase, now: number): Promise<number> {
  const last = await db.selectFrom('archive_removal').select('at').orderBy('at', 'desc').limit(1).executeTakeFirst();
  if (last && last.at > now - dayMs) return 0;
  const before = findRetentionEnd(now);
  return db.transaction().execute(async (trx) => {
    await lockArchive(trx, kind);
    const { numUpdatedRows } = await trx
      .updateTable('archive_entry')
      .set({ parts: null, context: null })
      .where('parts', 'is not', null)
      .where('at', '<', before)
      .where((row) =>
        row.exists(
          row
            .selectFrom('archive_entry as next')
            .select('next.seq')
            .whereRef('next.subject', '=', 'archive_entry.subject')
            .whereRef('next.at', '>', 'archive_entry.at')
            .where('next.at', '<=', before),
        ),
      )
      .executeTakeFirst();
    // Writers that remember the numbers of pieces forget them when they see a new row here.
    await trx.insertInto('archive_removal').values({ at: now }).execute();
    if (Number(numUpdatedRows) === 0) return 0;
    const used = new Set<number>();
    for (let from = 0; ; from += rowsAtOnce) {
      const rows = await trx
        .selectFrom('archive_entry')
        .select(['kind', 'context', 'parts'])
        .where('seq', '>=', from)
        .where('seq', '<', from + rowsAtOnce)
        .execute();
      if (rows.length === 0) break;
      for (const row of rows) {
        if (row.parts === null || !isInPieces(entryKinds[row.kind] ?? 'gone')) continue;
        for (const piece of unpackNumbers(Buffer.from(row.parts))) used.add(piece);
        if (row.context !== null) used.add(row.context);
      }
    }
    for (let after = 0; ;) {
      const rows = await trx
        .selectFrom('archive_piece')
        .select('id')
        .where('id', '>', after)
        .orderBy('id')
        .limit(rowsAtOnce)
        .execute();
      const newest = rows.at(-1);
      if (!newest) break;
      after = newest.id;
      const unused = rows.map(({ id }) => id).filter((id) => !used.has(id));
      if (unused.length > 0)
        await sql`delete from archive_piece where id in (${sql.join(unused.map((id) => sql.lit(id)))})`.execute(trx);
    }
    return Number(numUpdatedRows);
  });
}
