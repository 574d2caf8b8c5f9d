/** The heads that the site publishes, one for each day (UTC). Whoever kept one can prove later that the log still begins with what it covers. */
import { ArchiveReader } from './archive-reader.ts';
import type { ArchiveDatabase } from './archive-tables.ts';
import type { TreeHead } from './merkle-tree.ts';

export interface DailyHead extends TreeHead {
  /** Such as `2026-11-28`: the head covers all entries of the days before, and some of this one. */
  day: string;
}

/** Records the head of a day, once for all instances. @throws when the database cannot be reached. */
export async function recordDailyHead(archive: ArchiveDatabase, now: Date): Promise<void> {
  const day = now.toISOString().slice(0, 10);
  const recorded = await archive.db.selectFrom('archive_head').select('day').where('day', '=', day).executeTakeFirst();
  if (recorded) return;
  const head = await new ArchiveReader(archive).readHead();
  if (head.size === 0) return;
  await archive.db
    .insertInto('archive_head')
    .values({ ...head, day })
    .onConflict((conflict) => conflict.column('day').doNothing())
    .execute();
}
