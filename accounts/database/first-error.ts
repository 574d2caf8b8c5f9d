/** A transaction that fails says why: its end by `ROLLBACK` may fail as well, and must not take the place of the error before it. */
import type { Dialect } from 'kysely';

/**
 * SQLite ends a transaction itself when the disk is full or a statement says so, and PostgreSQL when it ends the connection; a `ROLLBACK` after
 * that fails, and nothing is left to undo.
 */
export function withFirstError(dialect: Dialect): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver() {
      const driver = dialect.createDriver();
      const rollback = driver.rollbackTransaction.bind(driver);
      driver.rollbackTransaction = (connection) => rollback(connection).catch(() => undefined);
      return driver;
    },
  };
}
