/** Sends Strapi's mails: over SMTP when `SMTP_URL` is set, otherwise to files, as the site does (docs/running.md). */
import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport, type Message } from 'nodemailer';
import { wrongSetting } from '../setup/settings';

export interface MailSender {
  /** For logs: where mails go. */
  name: string;
  send(message: Message): Promise<void>;
  /** @throws when no mail can be sent now. */
  check(): Promise<void>;
}

/** Timeouts in milliseconds. The panel waits for the response, so a server that does not greet in time counts as down. */
const patience = { connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 10_000, dnsTimeout: 5000 };
const closed = { disableFileAccess: true, disableUrlAccess: true };

/** Exits with a sentence when the URL is not valid. */
export function smtpSender(url: string): MailSender {
  if (!/^smtps?:\/\/\S+$/.test(url) || !URL.canParse(url))
    wrongSetting('SMTP_URL must be an smtp:// or smtps:// address.');
  const transport = createTransport({ url, ...patience });
  return {
    name: `SMTP, ${new URL(url).host}`,
    async send(message) {
      await transport.sendMail({ ...message, ...closed });
    },
    async check() {
      await transport.verify();
    },
  };
}

/** @param onWritten receives the path of each written file. */
export function fileSender(folder: string, onWritten: (file: string) => void): MailSender {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    name: 'files',
    async send(message) {
      const { message: bytes } = await transport.sendMail({ ...message, ...closed });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = path.join(folder, `${randomUUID()}.eml`);
      await writeFile(file, bytes ?? '', { mode: 0o600 });
      onWritten(file);
    },
    async check() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await access(folder, constants.W_OK);
    },
  };
}
