/** `npm run consent -- --id <consent id>`: prints the proof of one consent as JSON, from the database that the environment selects. */
import { parseArgs } from 'node:util';
import { exportConsent } from './consent-export.ts';
import { withAccountsDatabase } from './accounts-command.ts';

const { id } = parseArgs({ options: { id: { type: 'string' } } }).values;

if (id) {
  await withAccountsDatabase(async ({ database }) => {
    const proof = await exportConsent(database, id);
    if (proof.decisions.length > 0) return console.log(JSON.stringify(proof, null, 2));
    console.error(`There is no decision with the consent id ${id}.`);
    process.exitCode = 1;
  });
} else {
  console.error(
    "Name the consent: npm run consent -- --id <consent id> (the consentId in the visitor's cookie cc_cookie).",
  );
  process.exitCode = 64;
}
