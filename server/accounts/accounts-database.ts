/** This process's one connection to the accounts database: opened on the first call; after a failure the next call retries. */
import { type AccountsDatabase, openAccountsDatabase } from '../../accounts/database/open-accounts-database.ts';
import type { Config } from '../config.ts';

export interface AccountsDatabaseLink {
  /** @throws when the database cannot be reached or migrated; the next call retries. */
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
