import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Engine, engines, startDatabase } from '../../tests/services/account-databases.ts';
import { recordAudit } from '../../accounts/defence/audit.ts';
import { openAccountsDatabase } from '../../accounts/database/open-accounts-database.ts';

/** Statements that end the transaction themselves, so that the `ROLLBACK` after them has nothing to end. */
const ending: Record<Engine, { statement: RawBuilder<unknown>; reason: string }> = {
  sqlite: {
    statement: sql`insert or rollback into audit (id, at, action, address, detail) select id, at, action, address, detail from audit`,
    reason: 'UNIQUE constraint failed: audit.id',
  },
  postgres: {
    statement: sql`select pg_terminate_backend(pg_backend_pid())`,
    reason: 'terminating connection due to administrator command',
  },
};

test.each(engines)(
  'a transaction on %s that has already ended fails with its own error, and the next transaction works',
  async (engine) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'brokerfront-first-error-'));
    const server = await startDatabase(engine);
    const { db, close } = await openAccountsDatabase({ databaseUrl: server.url, dataDir });
    const { statement, reason } = ending[engine];
    try {
      await recordAudit(db, { action: 'registered', address: '' });
      await expect(db.transaction().execute((transaction) => statement.execute(transaction))).rejects.toThrow(reason);
      await db.transaction().execute((transaction) => recordAudit(transaction, { action: 'registered', address: '' }));
      expect(await db.selectFrom('audit').select('id').execute()).toHaveLength(2);
    } finally {
      await close();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
);
