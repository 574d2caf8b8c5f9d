/** Accounts as this site runs them: the brand's name and addresses from the content, links by the table of routes, events as logs and metrics. */
import { Gauge } from 'prom-client';
import { type Accounts, openAccounts } from '../accounts/accounts.ts';
import { countOutbox } from '../accounts/outbox/outbox-report.ts';
import type { Mirror } from '../content/mirror/mirror.ts';
import { localePath } from '../site/i18n/locale-path.ts';
import { defaultLocale } from '../site/i18n/locales.ts';
import { linkTo } from '../site/route-patterns.ts';
import type { Config } from './config.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';

interface Parts {
  config: Config;
  mirror: Mirror;
  metrics: Metrics;
  log: Logger;
}

export async function openSiteAccounts({ config, mirror, metrics, log }: Parts): Promise<Accounts> {
  const { siteUrl, dataDir, accounts: settings } = config;
  const brand = () => mirror.reader().single('common-datum', defaultLocale);
  const host = new URL(siteUrl).hostname;
  /** The brand's address, if it is one: in a demonstration it may be a placeholder. */
  const brandMail = () => /[^\s<>@[\]]+@[\w.-]+\.\w+/.exec(brand()?.email ?? '')?.[0] ?? `office@${host}`;
  const accounts = await openAccounts({
    dataDir, siteUrl, databaseUrl: settings.databaseUrl, valkeyUrl: config.valkeyUrl, smtpUrl: settings.smtpUrl, cvStorageUrl: settings.cvStorageUrl, crm: settings.crm,
    authSecret: settings.authSecret,
    desk: brandMail,
    mail: {
      siteUrl,
      siteName: () => brand()?.siteName ?? 'brokerfront',
      from: () => settings.mailFrom || brandMail(),
      tokenLink: (purpose, token, locale) => {
        const path = purpose === 'verify' ? `${linkTo('/register')}?confirm=${token}` : `${linkTo('/forgot-password')}?token=${token}`;
        return `${siteUrl}${localePath(path, locale)}`;
      },
    },
    onEvent(event) {
      switch (event.kind) {
        case 'delivered': return metrics.outbox.inc({ channel: event.channel, outcome: 'delivered' });
        case 'delivery-failed':
        case 'delivery-dead':
          metrics.outbox.inc({ channel: event.channel, outcome: event.kind === 'delivery-dead' ? 'dead' : 'failed' });
          return log.warn(event, 'outbox');
        case 'mail-file': return log.info({ file: event.file }, 'mail written, because SMTP_URL is not set');
        case 'retention': return Object.keys(event.removed).length > 0 ? log.info(event.removed, 'retention') : undefined;
        default: return log.error(event, 'accounts');
      }
    },
  });
  new Gauge({
    name: 'outbox_messages', help: 'Messages of the outbox by state', labelNames: ['channel', 'status'], registers: [metrics.registry],
    async collect() {
      this.reset();
      for (const { channel, status, count } of await countOutbox(accounts.database)) this.set({ channel, status }, count);
    },
  });
  return accounts;
}
