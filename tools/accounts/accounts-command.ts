/** Opens the configuration, the database and the files of the site for the commands on personal data. */
import { type AccountsDatabase, openAccountsDatabase } from '../../accounts/database/open-accounts-database.ts';
import { type CvStorage, openCvStorage } from '../../accounts/submissions/cv-storage.ts';
import { type Config, ConfigError } from '../../server/config.ts';
import { parseConfig } from '../../server/parse-config.ts';
import { projectRoot } from '../project-root.ts';

interface Options {
  database: AccountsDatabase;
  storage: CvStorage;
  dataDir: string;
}

/** Reads the configuration from the environment as the site does. A wrong value ends the command with a sentence and exit code 78. */
function siteConfig(): Config {
  try {
    return parseConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    return process.exit(78);
  }
}

/** Runs the work with the open database, and closes the database afterwards. */
export async function withAccountsDatabase(work: (options: Options) => Promise<void>): Promise<void> {
  process.chdir(projectRoot);
  const { dataDir, accounts } = siteConfig();
  const database = await openAccountsDatabase({ databaseUrl: accounts.databaseUrl, dataDir });
  try {
    await work({ database, storage: openCvStorage({ dataDir, cvStorageUrl: accounts.cvStorageUrl }), dataDir });
  } finally {
    await database.close();
  }
}
