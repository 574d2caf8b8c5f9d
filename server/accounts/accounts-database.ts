/** The one connection of this process to the accounts database: opened when it is first asked for, and asked for again after a failure. */
import { type AccountsDatabase, openAccountsDatabase } from '../../accounts/database/open-accounts-database.ts';
import type { Config } from '../config.ts';

export interface AccountsDatabaseLink {
  /** @throws when it cannot be reached or migrated; the next call tries again. */
  connect: () => Promise<AccountsDatabase>;
  close: () => Promise<void>;
}

export function linkAccountsDatabase({ accounts, dataDir }: Config): AccountsDatabaseLink {
  let database: Promise<AccountsDatabase> | undefined;
  return {
    connect() {
      database ??= openAccountsDatabase({ databaseUrl: accounts.databaseUrl, dataDir }).catch((error: unknown) => {
        database = undefined;
        throw error;
      });
      return database;
    },
    async close() {
      await (await database?.catch(() => undefined))?.close();
    },
  };
}
