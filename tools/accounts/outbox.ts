/**
 * `npm run outbox`: lists waiting and failed messages, and where the leads of the last thirty days came from. `npm run outbox -- retry <id>` or
 * `retry --dead` queues messages again; the running site sends them.
 */
import { countOutbox } from '../../accounts/outbox/outbox-report.ts';
import { withAccountsDatabase } from './accounts-command.ts';
import { listLeads, listUndelivered, retryMessages } from './outbox-messages.ts';

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
    const leads = await listLeads(database);
    if (leads.length > 0) console.log('\n  Where the leads came from, the latest first:');
    for (const { created_at: time, event, status, source } of leads)
      console.log(
        `  ${new Date(time).toISOString().slice(0, 16)}  ${event.padEnd(22)}  ${status.padEnd(9)}  ${source}`,
      );
  } else {
    console.error('  npm run outbox [-- list | retry <id> | retry --dead]');
    process.exitCode = 2;
  }
});
