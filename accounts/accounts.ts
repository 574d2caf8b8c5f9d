/** The interface of `accounts/` for the site. The composition root opens it once. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AccountsDatabase } from './database/open-accounts-database.ts';
import { recordAudit } from './defence/audit.ts';
import { createRateLimits } from './defence/rate-limits.ts';
import { SharedValkey } from './defence/shared-valkey.ts';
import { type Auth, createAuth } from './identity/auth.ts';
import { findLinkEmail } from './identity/one-time-tokens.ts';
import { loadCommonPasswords } from './identity/common-passwords.ts';
import { requestRecovery, setNewPassword } from './identity/recovery.ts';
import { createKnownDevices } from './identity/known-devices.ts';
import { readAuthSecret } from './identity/auth-secret.ts';
import { createSessions } from './identity/sessions.ts';
import { signIn } from './identity/sign-in.ts';
import { correctEmail } from './identity/mistyped-address.ts';
import {
  confirmEmail,
  confirmWithNewPassword,
  isRegisteringBrowser,
  requestVerification,
} from './identity/verification.ts';
import { newId, normalizeEmail } from '../base/ids-and-tokens.ts';
import type { FormServices } from '../site/page/form-services.ts';
import { type MailSettings, deliverMail } from './mail/deliver-mail.ts';
import { createFileTransport, createSmtpTransport } from './mail/mail-transport.ts';
import type { DeliverToCrm } from './outbox/crm-message.ts';
import { type Deliverer, type OutboxMessage, releaseLeases, startDeliverer } from './outbox/deliverer.ts';
import {
  findRegistration,
  rememberUnverified,
  reopenRegistration,
  startRegistration,
} from './identity/pending-registration.ts';
import { hasAccount, register } from './identity/registration.ts';
import { type RetentionRun, keepData } from './retention.ts';
import { acceptApplication } from './submissions/applications.ts';
import { buildCvKey } from './submissions/cv-key.ts';
import { openCvStorage } from './submissions/cv-storage.ts';
import { checkCv } from './submissions/cv-check.ts';
import { openQuarantine, createScanner } from './submissions/cv-quarantine.ts';
import { type Destinations, acceptEnquiry } from './submissions/enquiries.ts';

/** A session ends after this time without a request. */
const sessionIdleMs = 30 * 60_000;

/** The settings of an operator. */
export interface AccountsSettings {
  /** Empty: mails are written to the data folder. */
  smtpUrl: string;
  /** Where the answers of forms that editors compose go. */
  destinations: Destinations;
  /** Empty: CVs are stored in the data folder. */
  cvStorageUrl: string;
  /** Empty: CVs are not scanned for viruses. */
  clamavUrl: string;
  /** Empty: generated at the first start and stored in the data folder. Several instances must share one. */
  authSecret: string;
}

export interface AccountsOptions extends AccountsSettings {
  /** Opened and closed by the caller. */
  database: AccountsDatabase;
  dataDir: string;
  /** Folder for uploads that are being received. */
  incoming: string;
  /** Path of the list of common passwords, which the site refuses. */
  commonPasswords: string;
  siteUrl: string;
  /** Empty: this instance counts the uses of forms in its own memory. */
  valkeyUrl: string;
  mail: MailSettings;
  /** Without it messages to the CRM wait. */
  deliverToCrm: DeliverToCrm | undefined;
  /** E-mail address of the staff who read enquiries and applications. */
  desk: () => string;
  onEvent: (event: AccountsEvent) => void;
}

export type AccountsEvent =
  | { kind: 'delivered'; channel: string; id: string; event: string }
  | { kind: 'delivery-failed' | 'delivery-dead'; channel: string; id: string; attempts: number; message: string }
  | { kind: 'mail-file'; file: string }
  | ({ kind: 'retention' } & RetentionRun)
  /** The scanner failed: the CV waits in quarantine. */
  | { kind: 'cv-quarantined'; message: string }
  /** The scanner found a virus: the upload was refused (no key), or the stored file was removed. */
  | { kind: 'cv-infected'; found: string; key?: string }
  | { kind: 'failed'; message: string };

const retentionIntervalMs = 6 * 60 * 60_000;

export interface Accounts extends FormServices {
  database: AccountsDatabase;
  close: () => Promise<void>;
}

/** Opens the services of forms and accounts. @throws when the database, the secret, the list of common passwords or the address of the CV storage cannot be used. */
export async function openAccounts(options: AccountsOptions): Promise<Accounts> {
  const { database, dataDir, incoming, siteUrl, deliverToCrm, mail, desk, onEvent } = options;
  const { db } = database;
  const secret = options.authSecret || readAuthSecret(dataDir);
  const auth: Auth = createAuth(database, { siteUrl, secret });
  const devices = createKnownDevices(secret);
  const valkey = options.valkeyUrl
    ? new SharedValkey(options.valkeyUrl, (message) => onEvent({ kind: 'failed', message }))
    : null;
  const limits = createRateLimits(valkey);
  const isCommonPassword = loadCommonPasswords(options.commonPasswords);
  const storage = openCvStorage(options);
  const scan = createScanner(options.clamavUrl);
  const quarantine = openQuarantine(database, storage, scan, (key, found) =>
    onEvent({ kind: 'cv-infected', found, key }),
  );
  const send = options.smtpUrl
    ? createSmtpTransport(options.smtpUrl)
    : createFileTransport(join(dataDir, 'mail'), (file) => onEvent({ kind: 'mail-file', file }));
  // Only this process delivers from an SQLite file, so the leases that its predecessor left are free.
  if (database.kind === 'sqlite') await releaseLeases(db);
  /** Scans the CV of a message before the message leaves: the CRM may fetch the file as soon as it has the key. */
  async function addVerdict({ payload }: OutboxMessage): Promise<Record<string, unknown>> {
    const data = JSON.parse(payload) as { cv?: { key: string } };
    const virus = data.cv && (await quarantine.findVirus(data.cv.key));
    return virus ? { ...data, cv: { ...data.cv, removed: virus } } : data;
  }
  const deliverer: Deliverer = startDeliverer({
    database,
    channels: {
      mail: (message) => deliverMail({ database, send, storage, quarantine, settings: mail }, message),
      ...(deliverToCrm
        ? {
            crm: async (message: OutboxMessage) =>
              deliverToCrm({
                id: message.id,
                event: message.event,
                createdAt: message.created_at,
                data: await addVerdict(message),
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
  const retention = setInterval(() => void retain(), retentionIntervalMs);
  retention.unref();
  void retain();

  /** Wakes the deliverer, so that an accepted message leaves now and not at the next poll. */
  const wakeAfter = async <Result>(work: Promise<Result>): Promise<Result> => {
    const result = await work;
    deliverer.wake();
    return result;
  };

  return {
    database,
    limits,
    isCommonPassword,
    hasAccount: (email) => hasAccount(db, email),
    startRegistration: (account) => startRegistration(db, account),
    findRegistration: (token) => findRegistration(db, token),
    reopenRegistration: (token, draft) => reopenRegistration(db, token, draft),
    register: (registration) => wakeAfter(register(database, registration)),
    rememberUnverified: (email) => rememberUnverified(db, email),
    correctEmail: (request) => wakeAfter(correctEmail(database, request)),
    sendVerification: (request) => wakeAfter(requestVerification(database, request)),
    isRegisteringBrowser: (token, registeredEmail) => isRegisteringBrowser(database, token, registeredEmail),
    confirmEmail: (request) => wakeAfter(confirmEmail(database, request)),
    confirmWithNewPassword: (request) => wakeAfter(confirmWithNewPassword(database, request)),
    findLinkEmail: (token, purpose) => findLinkEmail(db, token, purpose),
    /** Audits one refusal per address and account in each window: a refusal costs an attacker little, an audit row costs the site. */
    async noteLimited({ email, address, by }) {
      if ((await limits.use({ 'sign-in-limited:pair': `${by} ${normalizeEmail(email)} ${address}` })) === 0)
        await recordAudit(db, { action: 'sign-in-limited', email, address, detail: { by } });
    },
    knownDevice: (email, device) => devices.find(device, email)?.id ?? null,
    rememberDevice: (email, device) => devices.add(device, email),
    signIn: (credentials, visit) =>
      wakeAfter(
        signIn(database, auth, credentials, visit, async (passwordSet) => {
          const isKnown = (devices.find(visit.device, credentials.email)?.since ?? 0) >= passwordSet;
          return isKnown || (await limits.use({ 'notice-mail:person': normalizeEmail(credentials.email) })) > 0
            ? null
            : { locale: visit.locale };
        }),
      ),
    ...createSessions(database, auth, sessionIdleMs),
    requestRecovery: (request) => wakeAfter(requestRecovery(database, request)),
    setNewPassword: (request) => wakeAfter(setNewPassword(database, request)),
    enquire: (enquiry) =>
      wakeAfter(acceptEnquiry(database, enquiry, { desk: desk(), destinations: options.destinations })),
    async checkCv(file) {
      const checked = await checkCv(file.path, file.name);
      if ('fault' in checked) return checked;
      if (!scan) return { ...file, ...checked, scanned: false };
      try {
        const found = await scan(await readFile(file.path));
        if (found) onEvent({ kind: 'cv-infected', found });
        return found ? { fault: 'cvKind' } : { ...file, ...checked, scanned: true };
      } catch (error) {
        // The failure is not the sender's fault, so the file is accepted and waits in quarantine.
        onEvent({ kind: 'cv-quarantined', message: error instanceof Error ? error.message : String(error) });
        return { ...file, ...checked, scanned: false };
      }
    },
    async apply(application, { path, scanned, ...cv }) {
      const key = buildCvKey(newId(), cv.kind);
      await storage.keep(path, key);
      if (scanned) await quarantine.release(key);
      if ((await wakeAfter(acceptApplication(database, application, { ...cv, key }, desk()))) !== key)
        await storage.remove(key);
    },
    async close() {
      clearInterval(retention);
      await deliverer.stop();
      valkey?.close();
    },
  };
}
