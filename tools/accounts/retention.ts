/**
 * `npm run retention`: deletes data that the privacy policy no longer allows to keep. The running site does the same every six hours. When the
 * deletion looks wrong, nothing is deleted (exit code 1) until an operator runs `npm run retention -- --confirm`.
 */
import { join } from 'node:path';
import { keepData } from '../../accounts/retention.ts';
import { withAccountsDatabase } from './accounts-command.ts';

const lines = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([name, count]) => `  ${name}: ${count}`)
    .join('\n');

await withAccountsDatabase(async ({ database, storage, dataDir }) => {
  const { removed, announced, held } = await keepData(
    { database, storage, incoming: join(dataDir, 'incoming') },
    { confirmed: process.argv.includes('--confirm') },
  );
  if (held) {
    console.log(
      `  Nothing was removed.\n${held.reasons.map((reason) => `  ${reason}`).join('\n')}\n  Due:\n${lines(held.due)}\n  If this is right: npm run retention -- --confirm`,
    );
    process.exitCode = 1;
    return;
  }
  console.log(lines(removed) || '  nothing was due');
  if (Object.keys(announced).length > 0) console.log(`  Within thirty days:\n${lines(announced)}`);
});
