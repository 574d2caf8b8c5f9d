/** Makes a failed transaction report its own error: the `ROLLBACK` after it may fail as well, and that error must not replace the first. */
import type { Dialect } from 'kysely';

/**
 * Ignores errors of `ROLLBACK`. SQLite ends a transaction itself when the disk is full, and PostgreSQL when it closes the connection. A later
 * `ROLLBACK` fails, but has nothing to undo.
 */
export function ignoreRollbackErrors(dialect: Dialect): Dialect {
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
