/** Sends mails over SMTP, or writes them to files in the data folder when no mail server is configured. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { mailsAtOnce } from '../outbox/deliverer.ts';
import type { RenderedMail } from './render-mail.ts';

export interface Mail extends RenderedMail {
  /** Id of the outbox message; also the Message-ID, by which mail programs recognise a repetition. */
  id: string;
  from: string;
  fromName: string;
  to: string;
  replyTo?: string | undefined;
  attachment?: { name: string; type: string; content: Buffer };
  /** Id of the request that caused the mail, in the mail's header and in the log. */
  requestId: string | null;
}

/** Sends one mail. @throws when an address is not exactly one e-mail address, or the mail cannot be handed over. */
export type SendMail = (mail: Mail) => Promise<void>;

/** Exactly one address: nodemailer would read further recipients out of a list or a line break (trap P16). */
const oneAddress = /^[^\s@,;:<>()"[\]\\]{1,64}@[a-z0-9.-]{1,253}$/i;

function composeMail(mail: Mail) {
  for (const address of [mail.to, mail.from, mail.replyTo])
    if (address !== undefined && !oneAddress.test(address)) throw new Error('This is not one mail address.');
  const { id, from, fromName, to, replyTo, subject, text, html, attachment, requestId } = mail;
  return {
    from: { name: fromName, address: from },
    to: { name: '', address: to },
    ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
    subject,
    text,
    html,
    messageId: `<${id}@${from.split('@')[1]}>`,
    headers: { 'Auto-Submitted': 'auto-generated', ...(requestId ? { 'X-Request-Id': requestId } : {}) },
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(attachment
      ? { attachments: [{ filename: attachment.name, contentType: attachment.type, content: attachment.content }] }
      : {}),
  };
}

/** Each wait is shorter than the outbox's lease, so that no second worker takes a message that is still being sent. */
const timeoutsMs = { connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 10_000, dnsTimeout: 5000 };

export function createSmtpTransport(url: string): SendMail {
  const transport = createTransport({ url, pool: true, maxConnections: mailsAtOnce, ...timeoutsMs });
  return async (mail) => void (await transport.sendMail(composeMail(mail)));
}

/** Writes mails to files. @param onWritten called with the path of each file. */
export function createFileTransport(folder: string, onWritten: (file: string) => void): SendMail {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return async (mail) => {
    const { message } = await transport.sendMail(composeMail(mail));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = join(folder, `${mail.id}.eml`);
    await writeFile(file, message as Buffer, { mode: 0o600 });
    onWritten(file);
  };
}
