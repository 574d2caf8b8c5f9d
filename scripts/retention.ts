/** `npm run retention`: removes at once what the privacy policy no longer allows to keep. The running site does the same every six hours. */
import { join } from 'node:path';
import { keepData } from '../accounts/retention.ts';
import { withAccountsDatabase } from './accounts-command.ts';

await withAccountsDatabase(async ({ database, storage, dataDir }) => {
  const removed = Object.entries(await keepData({ database, storage, incoming: join(dataDir, 'incoming') }));
  console.log(removed.length === 0 ? '  nothing was due' : removed.map(([name, count]) => `  ${name}: ${count}`).join('\n'));
});
