/** Sends one mail of the outbox. Links get their token here, at the moment of sending, so that a token is stored nowhere but in the mailbox. */
import type { AccountsDatabase } from '../database/open-accounts-database.ts';
import { issueToken } from '../identity/one-time-tokens.ts';
import type { Locale } from '../../content/locales.ts';
import type { OutboxMessage } from '../outbox/deliverer.ts';
import type { MailMessage } from '../outbox/outbox.ts';
import type { CvQuarantine } from '../submissions/cv-quarantine.ts';
import type { CvStorage } from '../submissions/cv-storage.ts';
import type { SendMail } from './mail-transport.ts';
import { renderMail } from './render-mail.ts';

export interface MailSettings {
  siteUrl: string;
  siteName: () => string;
  from: () => string;
  /** URL of the page that a token's link opens. */
  tokenLink: (purpose: 'verify' | 'recover', token: string, locale: Locale) => string;
}

/** Delivers one mail. It sends no mail, and reports no error, when the link is not needed or a newer mail has one. @throws when the mail could not be sent; the outbox then retries. */
export async function deliverMail(
  parts: {
    database: AccountsDatabase;
    send: SendMail;
    storage: CvStorage;
    quarantine: CvQuarantine;
    settings: MailSettings;
  },
  row: OutboxMessage,
): Promise<void> {
  const {
    database: { db },
    send,
    storage,
    quarantine,
    settings,
  } = parts;
  const message = JSON.parse(row.payload) as MailMessage;
  let link: string | undefined;
  if (message.template === 'verify' || message.template === 'recover') {
    const user = await db
      .selectFrom('user')
      .select(['id', 'emailVerified'])
      .where('email', '=', message.to)
      .executeTakeFirst();
    // Without an account, or when the address is confirmed already, the site never promised this mail.
    if (!user || (message.template === 'verify' && user.emailVerified)) return;
    // Mails are sent independently of each other: a delayed one must not cancel the link of a newer one.
    const newer = await db
      .selectFrom('outbox')
      .select('id')
      .where('person', '=', row.person)
      .where('channel', '=', 'mail')
      .where('event', '=', row.event)
      .where('status', '!=', 'dead')
      .where('id', '>', row.id)
      .executeTakeFirst();
    if (newer) return;
    link = settings.tokenLink(
      message.template,
      await issueToken(db, user.id, message.template, row.id),
      message.locale,
    );
  }
  const { attachment } = message;
  const virus = attachment && (await quarantine.verdict(attachment.key));
  const content = attachment && !virus && (await storage.read(attachment.key));
  // The staff still get the application itself.
  if (virus)
    message.values['message'] =
      `${message.values['message'] ?? ''}\n\nThe CV is not attached: the virus scanner found ${virus} in it, and the file was removed.`;
  await send({
    id: row.id,
    from: settings.from(),
    fromName: settings.siteName(),
    to: message.to,
    replyTo: message.replyTo,
    requestId: row.request_id,
    ...renderMail(message, { siteName: settings.siteName(), siteUrl: settings.siteUrl, ...(link ? { link } : {}) }),
    ...(attachment && content ? { attachment: { name: attachment.name, type: attachment.type, content } } : {}),
  });
}
