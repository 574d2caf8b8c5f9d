/**
 * Sends Strapi's own mail, for forgotten passwords. A mail that cannot be sent raises an alarm in the log. While no mail can be sent, every request
 * gets an error, whether the account exists or not: the mail server is checked first, and the response is the same for everybody. When the
 * server refuses one recipient, the response does not say so, because that would reveal who has an account.
 */
import path from 'node:path';
import type { Core } from '@strapi/strapi';
import { defaultLocale, documents } from '../setup/content-types';
import { describeError } from '../setup/describe-error';
import { dataDir, siteUrl } from '../setup/environment';
import { wrongSetting } from '../setup/settings';
import { fileSender, smtpSender, type MailSender } from './mail-sender';

interface MailRequest {
  to: string;
  from?: string;
  replyTo?: string;
  subject?: string;
  text?: string;
  html?: string;
}
interface MailPlugin {
  provider: { send(request: MailRequest): Promise<void>; verify(): Promise<void> };
}
interface Context {
  status: number;
  body: unknown;
}
type Controller = Record<string, (context: Context) => Promise<unknown>>;

/** Exactly one address: a list or a line break would add recipients. */
const oneAddress = /^[^\s@,;:<>()"[\]\\]{1,64}@[a-z0-9.-]{1,253}$/i;

let openedSender: MailSender | undefined;

/** Reads the environment; ends the process with a sentence if a value is wrong. */
function openSender(strapi: Core.Strapi): MailSender {
  const { SMTP_URL, MAIL_FROM } = process.env;
  if (MAIL_FROM && !oneAddress.test(MAIL_FROM)) wrongSetting('MAIL_FROM must be one mail address.');
  if (SMTP_URL) return smtpSender(SMTP_URL);
  return fileSender(path.join(dataDir, 'mail'), (file) =>
    strapi.log.info(`Mail written to ${file}, because SMTP_URL is not set.`),
  );
}

/** `MAIL_FROM`, otherwise the company's address, unless it is a placeholder, as in a demonstration. The site does the same. */
async function readSender(strapi: Core.Strapi): Promise<{ name: string; address: string }> {
  const company = await documents(strapi, 'api::common-datum.common-datum').findFirst({
    locale: defaultLocale,
    status: 'published',
    fields: ['siteName', 'email'],
  });
  const own = /[^\s<>@[\]]{1,64}@[\w.-]{1,255}\.\w{1,63}/.exec(String(company?.email ?? ''))?.[0];
  return {
    name: String(company?.siteName ?? ''),
    address: process.env.MAIL_FROM || own || `office@${new URL(siteUrl).hostname}`,
  };
}

/** Replaces Strapi's mail provider, which delivers directly to the recipient's mail server. */
export function useOwnMail(strapi: Core.Strapi): void {
  const mails = openSender(strapi);
  openedSender = mails;
  const plugin = strapi.plugin('email') as unknown as MailPlugin;
  plugin.provider = {
    async send({ to, replyTo, subject, text, html }) {
      try {
        if (!oneAddress.test(to)) throw new Error('The recipient is not one mail address.');
        const from = await readSender(strapi);
        await mails.send({
          from,
          to,
          ...(replyTo ? { replyTo } : {}),
          subject,
          text,
          html,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        strapi.log.error(
          `ALARM mail-undeliverable: “${subject ?? ''}” to ${to} did not leave by ${mails.name}: ${describeError(error)}`,
        );
        throw error;
      }
    },
    verify: () => mails.check(),
  };
  strapi.config.set('plugin::email.provider', mails.name);
  strapi.config.set('plugin::email.settings', {
    defaultFrom: process.env.MAIL_FROM || 'the e-mail address of Company',
  });
}

const unavailable =
  'Strapi cannot send mail now, so no link was sent. Try again in some minutes, or ask your administrator for a new password.';

/** Checks the mail server before Strapi handles a forgotten password, but after Strapi's own rate limit. */
export function registerMailCheck(strapi: Core.Strapi): void {
  const controllers = strapi.get('controllers') as {
    extend(uid: string, change: (controller: Controller) => Controller): unknown;
  };
  controllers.extend('admin::authentication', (controller) => ({
    ...controller,
    async forgotPassword(context) {
      try {
        await openedSender?.check();
      } catch (error) {
        strapi.log.error(`ALARM mail-unreachable: ${openedSender?.name}: ${describeError(error)}`);
        context.status = 503;
        context.body = {
          data: null,
          error: { status: 503, name: 'ServiceUnavailableError', message: unavailable, details: {} },
        };
        return undefined;
      }
      return controller.forgotPassword?.(context);
    },
  }));
}
