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
  /** Builds the URL for a mail: the page that accepts the token. */
  buildTokenLink: (purpose: 'verify' | 'recover', token: string, locale: Locale) => string;
}

/** Delivers one mail. Returns without sending it when its link is not needed, or when a newer mail has the link. @throws when the mail could not be sent; the outbox then retries. */
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
    // The outbox has a row for every address that a visitor typed, also for one without an account or already confirmed, so that no response reveals which.
    if (!user || (message.template === 'verify' && user.emailVerified)) return;
    // A token invalidates those of other mails, so a mail that is sent late gets none when there is a newer one.
    const newerMail = await db
      .selectFrom('outbox')
      .select('id')
      .where('person', '=', row.person)
      .where('channel', '=', 'mail')
      .where('event', '=', row.event)
      .where('status', '!=', 'dead')
      .where('id', '>', row.id)
      .executeTakeFirst();
    if (newerMail) return;
    link = settings.buildTokenLink(
      message.template,
      await issueToken(db, user.id, message.template, row.id),
      message.locale,
    );
  }
  const { attachment } = message;
  const virusName = attachment && (await quarantine.findVirus(attachment.key));
  const content = attachment && !virusName && (await storage.read(attachment.key));
  // The staff still get the application, without the file.
  if (virusName)
    message.values['message'] =
      `${message.values['message'] ?? ''}\n\nThe CV is not attached: the virus scanner found ${virusName} in it, and the file was removed.`;
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
