/**
 * Connects accounts to this site: the brand's name and addresses come from the content, links from the table of routes, and events
 * become logs and metrics. Without the accounts database the site still serves every page; forms say so, and the connection is retried.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Gauge } from 'prom-client';
import { type Accounts, type AccountsEvent, openAccounts } from '../../accounts/accounts.ts';
import type { DeliverToCrm } from '../../accounts/outbox/crm-message.ts';
import { type AccountsDatabase, openAccountsDatabase } from '../../accounts/database/open-accounts-database.ts';
import { countOutbox, findOldestWaiting } from '../../accounts/outbox/outbox-report.ts';
import type { RetentionRun } from '../../accounts/retention.ts';
import type { Replica } from '../../content/replica/replica.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { defaultLocale } from '../../content/locales.ts';
import { linkTo } from '../../site/route-patterns.ts';
import type { Config } from '../config.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';

/** This process's one connection to the accounts database: opened on the first call; after a failure the next call retries. */
export interface AccountsDatabaseLink {
  /** @throws when the database cannot be reached or migrated; the next call retries. */
  connect: () => Promise<AccountsDatabase>;
  close: () => Promise<void>;
}

export function linkAccountsDatabase({ accounts, dataDir }: Config): AccountsDatabaseLink {
  let database: Promise<AccountsDatabase> | undefined;
  return {
    connect() {
      database ??= openAccountsDatabase({ databaseUrl: accounts.databaseUrl, dataDir }).catch((error: unknown) => {
        database = undefined;
        throw error;
      });
      return database;
    },
    async close() {
      await (await database?.catch(() => undefined))?.close();
    },
  };
}

interface Options {
  config: Config;
  /** Folder of the project. */
  root: string;
  /** Opens the database, or returns the open one. It may reject and is then retried. */
  connect: () => Promise<AccountsDatabase>;
  replica: Replica;
  /** Without it messages to the CRM wait. */
  deliverToCrm: DeliverToCrm | undefined;
  metrics: Metrics;
  log: Logger;
}

export interface SiteAccounts {
  /** Null while the database cannot be reached. */
  current: () => Accounts | null;
  /** Folder for uploads that are being received. */
  incoming: string;
  close: () => Promise<void>;
}

const retryAfterMs = 5_000;
/** The longest that the start waits for a database that is locked or does not answer; pages must not wait longer. */
const startTimeoutMs = 5000;

/** Logs removals. Raises an alarm for a removal that waits for a person, and for undelivered data that will be deleted soon. */
function reportRetention(
  { removed, announced, held }: RetentionRun,
  log: Logger,
  { alarms, retentionHeld }: Pick<Metrics, 'alarms' | 'retentionHeld'>,
): void {
  if (Object.keys(removed).length > 0) log.info(removed, 'retention');
  retentionHeld.set(held ? 1 : 0);
  const alarm = (kind: string, detail: object, message: string) => {
    alarms.inc({ kind });
    log.warn({ kind, ...detail, message }, 'alarm');
  };
  if (held)
    alarm(
      'retention-held',
      { due: held.due },
      `Nothing was removed. ${held.reasons.join(' ')} If this is right: npm run retention -- --confirm`,
    );
  if (Object.keys(announced).length > 0)
    alarm(
      'retention-announced',
      { announced },
      'These go within thirty days, because the privacy policy keeps them no longer.',
    );
}

/** Resolves once the database is open, or after `startTimeoutMs` without it. A database that fails does not reject. */
export async function openSiteAccounts(options: Options): Promise<SiteAccounts> {
  const { config, root, connect, replica, deliverToCrm, metrics, log } = options;
  const { siteUrl, dataDir, accounts: settings } = config;
  const incoming = join(dataDir, 'incoming');
  // Without this folder only forms with a file fail.
  await mkdir(incoming, { recursive: true, mode: 0o700 }).catch((error: unknown) =>
    log.error({ err: error }, 'files cannot be received'),
  );
  const brand = () => replica.reader().single('common-datum', defaultLocale);
  const host = new URL(siteUrl).hostname;
  /** The brand's mail address, if it is valid: in a demonstration it may be a placeholder. */
  const brandMail = () =>
    /[^\s<>@[\]]{1,64}@[\w.-]{1,255}\.\w{1,63}/.exec(brand()?.email ?? '')?.[0] ?? `office@${host}`;

  function onEvent(event: AccountsEvent): void {
    switch (event.kind) {
      case 'delivered':
        metrics.outbox.inc({ channel: event.channel, outcome: 'delivered' });
        return log.info(event, 'outbox');
      case 'delivery-failed':
      case 'delivery-dead':
        metrics.outbox.inc({ channel: event.channel, outcome: event.kind === 'delivery-dead' ? 'dead' : 'failed' });
        return log.warn(event, 'outbox');
      case 'mail-file':
        return log.info({ file: event.file }, 'mail written, because SMTP_URL is not set');
      case 'retention':
        return reportRetention(event, log, metrics);
      case 'cv-quarantined':
      case 'cv-infected':
        metrics.alarms.inc({ kind: event.kind });
        return log.warn(event, 'alarm');
      default:
        return log.error(event, 'accounts');
    }
  }

  let accounts: Accounts | null = null;
  let closing = false;
  let retry: NodeJS.Timeout | undefined;
  async function open(): Promise<void> {
    try {
      const opened = await openAccounts({
        ...settings,
        database: await connect(),
        dataDir,
        incoming,
        siteUrl,
        valkeyUrl: config.valkeyUrl,
        commonPasswords: join(root, 'accounts/identity/common-passwords.bin'),
        desk: brandMail,
        deliverToCrm,
        mail: {
          siteUrl,
          siteName: () => brand()?.siteName ?? 'brokerfront',
          from: () => settings.mailFrom || brandMail(),
          buildTokenLink: (purpose, token, locale) => {
            const path =
              purpose === 'verify'
                ? `${linkTo('/register')}?confirm=${token}`
                : `${linkTo('/forgot-password')}?token=${token}`;
            return `${siteUrl}${localePath(path, locale)}`;
          },
        },
        onEvent,
      });
      if (closing) return await opened.close();
      accounts = opened;
    } catch (error) {
      log.error({ err: error }, 'the accounts database cannot be reached: forms are closed until it can');
      if (!closing) retry = setTimeout(() => void open(), retryAfterMs).unref();
    }
  }
  const opening = open();
  await Promise.race([opening, wait(startTimeoutMs, undefined, { ref: false })]);

  new Gauge({
    name: 'outbox_messages',
    help: 'Messages of the outbox by state',
    labelNames: ['channel', 'status'],
    registers: [metrics.registry],
    async collect() {
      this.reset();
      // Without the database this gauge stays empty, but the scrape must not fail for the other metrics.
      const counts = accounts ? await countOutbox(accounts.database).catch(() => []) : [];
      for (const { channel, status, count } of counts) this.set({ channel, status }, count);
    },
  });
  new Gauge({
    name: 'outbox_oldest_seconds',
    help: 'Age of the oldest message that waits, by channel; 0 when none waits',
    labelNames: ['channel'],
    registers: [metrics.registry],
    async collect() {
      this.reset();
      if (!accounts) return;
      for (const channel of ['mail', 'crm']) this.set({ channel }, 0);
      for (const [channel, age] of await findOldestWaiting(accounts.database).catch(() => []))
        this.set({ channel }, age / 1000);
    },
  });
  return {
    current: () => accounts,
    incoming,
    async close() {
      closing = true;
      await opening;
      clearTimeout(retry);
      await accounts?.close();
    },
  };
}
