/** What the commands on people's data share: the configuration of the site, its database and its files. */
import { openStorage } from '../accounts/accounts.ts';
import { type AccountsDatabase, openAccountsDatabase } from '../accounts/database/open-accounts-database.ts';
import type { CvStorage } from '../accounts/submissions/cv-storage.ts';
import { parseConfig } from '../server/config.ts';

interface Parts {
  database: AccountsDatabase;
  storage: CvStorage;
  dataDir: string;
}

export async function withAccountsDatabase(work: (parts: Parts) => Promise<void>): Promise<void> {
  const { dataDir, accounts } = parseConfig(process.env);
  const database = await openAccountsDatabase({ databaseUrl: accounts.databaseUrl, dataDir });
  try {
    await work({ database, storage: openStorage({ dataDir, cvStorageUrl: accounts.cvStorageUrl }), dataDir });
  } finally {
    await database.close();
  }
}
