/** Reads rows of a site's replica with an SQL statement of the test. */
import { joinReplicaDatabase } from '../content/replica/file/database.ts';
import type { Replica } from '../content/replica/replica.ts';

export function replicaRows(replica: Pick<Replica, 'storage'>, sql: string): Record<string, unknown>[] {
  const database = joinReplicaDatabase(replica.storage().location);
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}
