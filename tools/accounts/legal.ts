/** `npm run legal`: lists every version of a legal text that was public; `-- show <hash>` prints the text itself. */
import { countMissingTexts, findLegalTexts, listLegalTexts } from '../../accounts/legal-texts.ts';
import { withAccountsDatabase } from './accounts-command.ts';

const [command, hash] = process.argv.slice(2);

if (command === 'show' && hash) {
  await withAccountsDatabase(async ({ database }) => {
    const texts = await findLegalTexts(database.db, hash);
    for (const { title, document, version, locale, effective_on: effectiveOn, kept_at: keptAt, summary, body } of texts)
      console.log(
        `${title}\n${document}, version ${version}, ${locale}, in force from ${effectiveOn}, public since ${keptAt} at the latest\n\n${summary}\n\n${body}\n`,
      );
    if (texts.length > 0) return;
    console.error(`No text with the hash ${hash} is kept. \`npm run legal\` lists those that are.`);
    process.exitCode = 1;
  });
} else if (command === undefined) {
  await withAccountsDatabase(async ({ database }) => {
    for (const {
      document,
      locale,
      version,
      effective_on: effectiveOn,
      kept_at: keptAt,
      hash: kept,
    } of await listLegalTexts(database.db))
      console.log(`${document} ${locale} ${version}  in force from ${effectiveOn}  kept ${keptAt}  ${kept}`);
    for (const { accepted, registrations } of await countMissingTexts(database.db))
      console.log(
        `${accepted.id} ${accepted.locale} ${accepted.version}  ONLY THE HASH IS KNOWN, agreed to by ${registrations}  ${accepted.hash}`,
      );
  });
} else {
  console.error('  npm run legal | npm run legal -- show <hash>');
  process.exitCode = 2;
}
