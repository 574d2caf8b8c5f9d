/**
 * `npm run person -- export <e-mail>` prints all data about a person as JSON; `npm run person -- erase <e-mail>` deletes it. Who filled in a form
 * that asks for no e-mail address is known by the phone number (`+27…`).
 */
import { erasePerson, exportPerson } from '../../accounts/person-data.ts';
import { withAccountsDatabase } from './accounts-command.ts';

const [command, email] = process.argv.slice(2);

if (!/@|^\+\d+$/.test(email ?? '') || email === undefined || (command !== 'export' && command !== 'erase')) {
  console.error('  npm run person -- export <e-mail or phone, as +27…> | erase <e-mail or phone>');
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
