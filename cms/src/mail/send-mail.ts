/** A mail of ours to a user of the panel. */
import type { Core } from '@strapi/strapi';

interface MailPlugin {
  send(request: { to: string; subject: string; text: string }): Promise<void>;
}

/** A mail that cannot be sent hinders nothing: `panel-mail.ts` raises an alarm. */
export async function sendMail(strapi: Core.Strapi, to: string, subject: string, text: string): Promise<void> {
  const mail = strapi.plugin('email').service('email') as unknown as MailPlugin;
  await mail.send({ to, subject, text: `${text}\n` }).catch(() => undefined);
}
