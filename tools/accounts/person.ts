/** `npm run person -- export <e-mail>` prints all data about a person as JSON; `npm run person -- erase <e-mail>` deletes it. */
import { erasePerson, exportPerson } from '../../accounts/person-data.ts';
import { withAccountsDatabase } from './accounts-command.ts';

const [command, email] = process.argv.slice(2);

if (!email?.includes('@') || (command !== 'export' && command !== 'erase')) {
  console.error('  npm run person -- export <e-mail> | erase <e-mail>');
  process.exitCode = 2;
} else {
  await withAccountsDatabase(async ({ database, storage }) => {
    console.log(
      JSON.stringify(
        command === 'export' ? await exportPerson(database, email) : await erasePerson(database, storage, email),
        null,
        2,
      ),
    );
  });
}
