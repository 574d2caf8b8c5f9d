/** The column `user.emailVerified`, whose type is better-auth's choice and differs by database. */
import type { DatabaseKind } from '../../base/database/migration-sql.ts';

/** Converts a boolean to the value that better-auth's tables store: in SQLite 0 or 1. */
export function toStoredFlag(kind: DatabaseKind, value: boolean): boolean | number {
  return kind === 'postgres' ? value : Number(value);
}
