/** Signs visitors in. An unknown address and a wrong password take the same time and get the same result. */
import { isAPIError } from 'better-auth/api';
import type { AccountsDatabase } from '../database/open-accounts-database.ts';
import { recordAudit } from '../defence/audit.ts';
import { newId, normalizeEmail } from '../../base/ids-and-tokens.ts';
import type { Locale } from '../../content/locales.ts';
import type { SignInResult, Visit } from '../../site/page/form-services.ts';
import { type MailMessage, writeToOutbox } from '../outbox/outbox.ts';
import type { Auth } from './auth.ts';
import { describeDevice } from './device-name.ts';
import { buildHeaders } from './visit-headers.ts';

/**
 * Decides whether the owner gets a notice of a sign-in on a new device.
 * @param passwordSet when the password was set, in milliseconds: a device that signed in only with an older password is unknown.
 * @returns the language of the notice to the owner, or null for no notice.
 */
export type FindNoticeForNewDevice = (passwordSet: number) => Promise<{ locale: Locale } | null>;

function buildNewDeviceMail(email: string, userAgent: string, locale: Locale): MailMessage {
  return {
    template: 'new-device',
    to: email,
    locale,
    values: { device: describeDevice(userAgent), at: new Date().toISOString() },
  };
}

export async function signIn(
  { db }: AccountsDatabase,
  auth: Auth,
  credentials: { email: string; password: string },
  visit: Visit,
  findNotice: FindNoticeForNewDevice,
): Promise<SignInResult> {
  const email = normalizeEmail(credentials.email);
  try {
    const { headers, response } = await auth.api.signInEmail({
      body: { email, password: credentials.password },
      headers: buildHeaders(visit),
      returnHeaders: true,
    });
    const userId = response.user.id;
    const { updatedAt } = await db
      .selectFrom('account')
      .select('updatedAt')
      .where('userId', '=', userId)
      .where('providerId', '=', 'credential')
      .executeTakeFirstOrThrow();
    const notice = await findNotice(new Date(updatedAt).getTime());
    await db.transaction().execute(async (transaction) => {
      await recordAudit(transaction, {
        action: 'signed-in',
        userId,
        email,
        address: visit.address,
        ...(notice ? { detail: { device: 'new' } } : {}),
      });
      if (notice)
        await writeToOutbox(transaction, {
          subjectId: newId(),
          email,
          mail: buildNewDeviceMail(email, visit.userAgent, notice.locale),
        });
    });
    return { kind: 'signed-in', setCookies: headers.getSetCookie() };
  } catch (error) {
    if (!isAPIError(error)) throw error;
    await recordAudit(db, { action: 'sign-in-failed', email, address: visit.address });
    return { kind: error.body?.code === 'EMAIL_NOT_VERIFIED' ? 'unverified' : 'refused' };
  }
}
