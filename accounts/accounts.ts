/** The interface of `accounts/` for the site. The composition root opens it once. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AccountsDatabase } from './database/open-accounts-database.ts';
import { audit } from './defence/audit.ts';
import { attackSeconds, createChallenge } from './defence/challenge.ts';
import { type RateLimits, createRateLimits, limiterOf } from './defence/rate-limits.ts';
import { SharedValkey } from './defence/shared-valkey.ts';
import { type Auth, createAuth } from './identity/auth.ts';
import { tokenEmail, tokenStands } from './identity/one-time-tokens.ts';
import { loadCommonPasswords } from './identity/common-passwords.ts';
import { hashPassword } from './identity/password-hash.ts';
import { requestRecovery, setNewPassword } from './identity/recovery.ts';
import { createKnownDevices } from './identity/known-devices.ts';
import { readAuthSecret } from './identity/auth-secret.ts';
import { type Visit, createSessions } from './identity/sessions.ts';
import { signIn } from './identity/sign-in.ts';
import { confirmEmail, confirmWithNewPassword, registeredHere, requestVerification } from './identity/verification.ts';
import { newId, newToken, normalEmail } from './ids-and-tokens.ts';
import type { Locale } from '../content/locales.ts';
import { type MailSettings, deliverMail } from './mail/deliver-mail.ts';
import { fileTransport, smtpTransport } from './mail/mail-transport.ts';
import { type CrmWebhook, deliverToCrm } from './outbox/crm-webhook.ts';
import { type Deliverer, type OutboxMessage, releaseLeases, startDeliverer } from './outbox/deliverer.ts';
import { findPending, reopenPending, startPending, startUnverified } from './registration/pending-registration.ts';
import { type NewRegistration, register } from './registration/registration.ts';
import { type RetentionRun, keepData } from './retention.ts';
import { type NewApplication, acceptApplication } from './submissions/applications.ts';
import { cvKey, openCvStorage } from './submissions/cv-storage.ts';
import { type CheckedCv, checkCv } from './submissions/cv-check.ts';
import { openQuarantine, scannerAt } from './submissions/cv-quarantine.ts';
import { type NewEnquiry, acceptEnquiry } from './submissions/enquiries.ts';

export interface AccountsOptions {
  /** Opened and closed by the caller. */
  database: AccountsDatabase;
  dataDir: string;
  /** Folder for uploads that are being received. */
  incoming: string;
  /** Path of the list of common passwords, which nobody may choose. */
  commonPasswords: string;
  siteUrl: string;
  valkeyUrl: string;
  smtpUrl: string;
  /** Empty: CVs are stored in the data folder. */
  cvStorageUrl: string;
  /** Empty: CVs are not scanned for viruses. */
  clamavUrl: string;
  crm: CrmWebhook | null;
  /** Empty: generated at the first start and stored in the data folder. */
  authSecret: string;
  /** A session that is unused for this long ends. */
  sessionIdleMinutes: number;
  /** Failures, over all visitors within ten minutes, after which forms ask the challenge question. */
  challengeAfter: number;
  mail: MailSettings;
  /** Mail address of the staff who read enquiries and applications. */
  desk: () => string;
  onEvent: (event: AccountsEvent) => void;
}

export type AccountsEvent =
  | { kind: 'delivered'; channel: string; id: string; event: string }
  | { kind: 'delivery-failed' | 'delivery-dead'; channel: string; id: string; attempts: number; message: string }
  | { kind: 'mail-file'; file: string }
  | ({ kind: 'retention' } & RetentionRun)
  /** There were so many failures that forms now ask the challenge question. */
  | { kind: 'attack' }
  /** The scanner failed: the CV waits in quarantine. */
  | { kind: 'cv-quarantined'; message: string }
  /** The scanner found something: the upload was refused (no key), or the stored file was removed. */
  | { kind: 'cv-infected'; found: string; key?: string }
  | { kind: 'failed'; message: string };

interface ReceivedFile {
  path: string;
  name: string;
  bytes: number;
  sha256: string;
}

type ScannedCv = ReceivedFile &
  CheckedCv & {
    /** The scanner found nothing in it. */
    clean?: boolean;
  };

const retentionEveryMs = 6 * 60 * 60_000;

export type Accounts = Awaited<ReturnType<typeof openAccounts>>;

/** @throws when the database, the secret, the list of common passwords or the address of the CV storage cannot be used. */
export async function openAccounts(options: AccountsOptions) {
  const { database, dataDir, incoming, siteUrl, crm, mail, desk, onEvent } = options;
  const { db } = database;
  const secret = options.authSecret || readAuthSecret(dataDir);
  const auth: Auth = createAuth(database, { siteUrl, secret });
  const devices = createKnownDevices(secret);
  const valkey = options.valkeyUrl
    ? new SharedValkey(options.valkeyUrl, (message) => onEvent({ kind: 'failed', message }))
    : null;
  const limits: RateLimits = createRateLimits(valkey);
  const challenge = createChallenge({
    secret,
    failures: limiterOf('failures', options.challengeAfter, attackSeconds, valkey),
    answers: limiterOf('answers', 1, attackSeconds, valkey),
    onAttack: () => onEvent({ kind: 'attack' }),
  });
  const isCommonPassword = loadCommonPasswords(options.commonPasswords);
  const storage = openCvStorage(options);
  const scan = scannerAt(options.clamavUrl);
  const quarantine = openQuarantine(database, storage, scan, (key, found) =>
    onEvent({ kind: 'cv-infected', found, key }),
  );
  const send = options.smtpUrl
    ? smtpTransport(options.smtpUrl)
    : fileTransport(join(dataDir, 'mail'), (file) => onEvent({ kind: 'mail-file', file }));
  // Only this process delivers from an SQLite file, so the leases that its predecessor left are free.
  if (database.kind === 'sqlite') await releaseLeases(db);
  /** The CRM may fetch the file by its key, so the file is scanned before the CRM learns the key. */
  async function withVerdict({ payload }: OutboxMessage): Promise<Record<string, unknown>> {
    const data = JSON.parse(payload) as { cv?: { key: string } };
    const found = data.cv && (await quarantine.verdict(data.cv.key));
    return found ? { ...data, cv: { ...data.cv, removed: found } } : data;
  }
  const deliverer: Deliverer = startDeliverer({
    database,
    channels: {
      mail: (message) => deliverMail({ database, send, storage, quarantine, settings: mail }, message),
      ...(crm
        ? {
            crm: async (message: OutboxMessage) =>
              deliverToCrm(crm, {
                id: message.id,
                event: message.event,
                createdAt: message.created_at,
                data: await withVerdict(message),
                requestId: message.request_id,
              }),
          }
        : {}),
    },
    onDelivered: ({ channel, id, event }) => onEvent({ kind: 'delivered', channel, id, event }),
    onFailure: ({ id, channel, attempts }, reason, dead) =>
      onEvent({
        kind: dead ? 'delivery-dead' : 'delivery-failed',
        channel,
        id,
        attempts: attempts + 1,
        message: reason,
      }),
    onFault: (message) => onEvent({ kind: 'failed', message }),
  });

  async function retain(): Promise<void> {
    try {
      onEvent({ kind: 'retention', ...(await keepData({ database, storage, incoming })) });
    } catch (error) {
      onEvent({ kind: 'failed', message: `Retention: ${error instanceof Error ? error.message : String(error)}` });
    }
  }
  const retention = setInterval(() => void retain(), retentionEveryMs);
  retention.unref();
  void retain();

  /** Wakes the deliverer, so that an accepted message leaves now and not at the next poll. */
  const andWake = async <Result>(work: Promise<Result>): Promise<Result> => {
    const result = await work;
    deliverer.wake();
    return result;
  };

  return {
    database,
    limits,
    challenge,
    hashPassword,
    isCommonPassword,
    newToken,
    startRegistration: (given: Parameters<typeof startPending>[1]) => startPending(db, given),
    pendingRegistration: (token: string | undefined) => findPending(db, token),
    reopenRegistration: (token: string, draft: Record<string, string>) => reopenPending(db, token, draft),
    register: (registration: NewRegistration, pending: { token: string; existing: boolean }) =>
      andWake(register(database, registration, pending)),
    unverified: (email: string) => startUnverified(db, email),
    sendVerification: (given: Parameters<typeof requestVerification>[1]) =>
      andWake(requestVerification(database, given)),
    registeredHere: (token: string, registered: string | undefined) => registeredHere(database, token, registered),
    confirmEmail: (given: Parameters<typeof confirmEmail>[1]) => andWake(confirmEmail(database, given)),
    confirmWithNewPassword: (given: Parameters<typeof confirmWithNewPassword>[1]) =>
      andWake(confirmWithNewPassword(database, given)),
    emailOfLink: (token: string, purpose: 'verify' | 'recover') => tokenEmail(db, token, purpose),
    tokenStands: (token: string, purpose: 'verify' | 'recover') => tokenStands(db, token, purpose),
    /** Audits one refusal per address and account in each window: a refusal costs an attacker little, an audit row costs the site. */
    async noteLimited({
      email,
      address,
      by,
    }: {
      email: string;
      address: string;
      by: 'address' | 'account';
    }): Promise<void> {
      if ((await limits.use({ 'sign-in-limited:pair': `${by} ${normalEmail(email)} ${address}` })) === 0)
        await audit(db, { action: 'sign-in-limited', email, address, detail: { by } });
    },
    /** @param device the `device` cookie. @returns the key that counts its attempts, or null when it has not signed in to this account. */
    knownDevice: (email: string, device: string | undefined) => devices.find(device, email)?.id ?? null,
    /** @returns the `device` cookie with this account added. */
    rememberDevice: (email: string, device: string | undefined) => devices.add(device, email),
    signIn: (
      credentials: { email: string; password: string },
      visit: Visit & { device: string | undefined; locale: Locale },
    ) =>
      andWake(
        signIn(database, auth, credentials, visit, async (passwordSet) => {
          const known = (devices.find(visit.device, credentials.email)?.since ?? 0) >= passwordSet;
          return known || (await limits.use({ 'notice-mail:person': normalEmail(credentials.email) })) > 0
            ? null
            : { locale: visit.locale };
        }),
      ),
    ...createSessions(database, auth, options.sessionIdleMinutes * 60_000),
    requestRecovery: (given: Parameters<typeof requestRecovery>[1]) => andWake(requestRecovery(database, given)),
    setNewPassword: (given: Parameters<typeof setNewPassword>[1]) => andWake(setNewPassword(database, given)),
    enquire: (enquiry: NewEnquiry) => andWake(acceptEnquiry(database, enquiry, desk())),
    /** @returns null when the file is not an acceptable CV, or the scanner found something in it. */
    async checkCv(file: ReceivedFile): Promise<ScannedCv | null> {
      const checked = await checkCv(file.path, file.name);
      if (!checked || !scan) return checked && { ...file, ...checked };
      try {
        const found = await scan(await readFile(file.path));
        if (found) onEvent({ kind: 'cv-infected', found });
        return found ? null : { ...file, ...checked, clean: true };
      } catch (error) {
        // Not the sender's fault: accept the file, which waits in quarantine.
        onEvent({ kind: 'cv-quarantined', message: error instanceof Error ? error.message : String(error) });
        return { ...file, ...checked };
      }
    },
    async apply(application: Omit<NewApplication, 'cv'>, { path, clean = false, ...cv }: ScannedCv): Promise<void> {
      const key = cvKey(newId(), cv.kind);
      await storage.keep(path, key);
      if (clean) await quarantine.release(key);
      if ((await andWake(acceptApplication(database, { ...application, cv: { ...cv, key } }, desk()))) !== key)
        await storage.remove(key);
    },
    async close(): Promise<void> {
      clearInterval(retention);
      await deliverer.stop();
      await limits.close();
    },
  };
}
