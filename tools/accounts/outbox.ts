/** `npm run outbox`: lists waiting and failed messages. `npm run outbox -- retry <id>` or `retry --dead` queues them again; the running site sends them. */
import { countOutbox, listUndelivered, retryMessages } from '../../accounts/outbox/outbox-report.ts';
import { withAccountsDatabase } from './accounts-command.ts';

const [command = 'list', which] = process.argv.slice(2);

await withAccountsDatabase(async ({ database }) => {
  if (command === 'retry' && which) {
    console.log(`  ${await retryMessages(database, which === '--dead' ? null : which)} will be tried again`);
  } else if (command === 'list') {
    for (const { channel, status, count } of await countOutbox(database))
      console.log(`  ${channel.padEnd(5)} ${status.padEnd(10)} ${count}`);
    for (const message of await listUndelivered(database)) {
      console.log(
        `  ${message.id}  ${message.channel.padEnd(4)}  ${message.event.padEnd(22)}  ${message.status.padEnd(8)}  tried ${message.attempts}x  ${message.request_id ? `request ${message.request_id}  ` : ''}${message.last_error ?? ''}`,
      );
    }
  } else {
    console.error('  npm run outbox [-- list | retry <id> | retry --dead]');
    process.exitCode = 2;
  }
});
