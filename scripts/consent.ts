/** `npm run consent -- --id <consent id>`: the proof of one consent as JSON, from the database that the environment names. */
import { parseArgs } from 'node:util';
import { exportConsent } from '../accounts/consent/consent-export.ts';
import { openAccountsDatabase } from '../accounts/database/open-accounts-database.ts';
import { ConfigError, parseConfig } from '../server/config.ts';
import { projectRoot } from './project-root.ts';

process.chdir(projectRoot);
const { values } = parseArgs({ options: { id: { type: 'string' } } });
if (!values.id) {
  console.error('Say whose consent: npm run consent -- --id <consent id> (the consentId in the visitor\'s cookie cc_cookie).');
  process.exit(64);
}
try {
  const { accounts, dataDir } = parseConfig(process.env);
  const database = await openAccountsDatabase({ databaseUrl: accounts.databaseUrl, dataDir });
  const proof = await exportConsent(database, values.id);
  await database.close();
  if (proof.decisions.length === 0) {
    console.error(`There is no decision with the consent id ${values.id}.`);
    process.exit(1);
  }
  console.log(JSON.stringify(proof, null, 2));
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exit(78);
}
