/**
 * `node tools/accounts/sinks.ts FOLDER SMTP_PORT CRM_PORT`: takes every mail and every message to the CRM on 127.0.0.1 and writes each into a file of the folder
 * (`mail-1.eml`, `crm-1.json`), for an installation that is tried before it has a mail server and a CRM (docs/running.md). It delivers nothing.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';

const [folder = '', smtpPort = '', crmPort = ''] = process.argv.slice(2);
if (!folder || !Number(smtpPort) || !Number(crmPort)) {
  console.error('Usage: node tools/accounts/sinks.ts FOLDER SMTP_PORT CRM_PORT');
  process.exit(2);
}
mkdirSync(folder, { recursive: true, mode: 0o700 });
let [mails, messages] = [0, 0];

async function keepMail(stream: SMTPServerDataStream, done: (error?: Error) => void): Promise<void> {
  const mail = await buffer(stream);
  mails += 1;
  writeFileSync(join(folder, `mail-${mails}.eml`), mail, { mode: 0o600 });
  done();
}
async function keepMessage(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const message = await buffer(request);
  messages += 1;
  writeFileSync(join(folder, `crm-${messages}.json`), message, { mode: 0o600 });
  response.writeHead(204).end();
}
new SMTPServer({
  disabledCommands: ['STARTTLS', 'AUTH'],
  authOptional: true,
  disableReverseLookup: true,
  onData: (stream, _session, done) => void keepMail(stream, done),
}).listen(Number(smtpPort), '127.0.0.1');
createServer((request, response) => void keepMessage(request, response)).listen(Number(crmPort), '127.0.0.1');
