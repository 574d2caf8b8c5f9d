/**
 * Registers the webhook that notifies the site of every change. Strapi sends a webhook once and does not retry; the site's catch-up
 * poll finds lost changes. The store only writes the row, so the runner must be updated too, or it sends nothing before the next start.
 */
import type { Core } from '@strapi/strapi';
import { siteWebhookUrl } from './environment';

const name = 'Site';
const events = [
  'entry.create',
  'entry.update',
  'entry.delete',
  'entry.publish',
  'entry.unpublish',
  'media.create',
  'media.update',
  'media.delete',
];

interface Webhook {
  id: string;
  name: string;
  url: string;
  headers: Record<string, string>;
  events: string[];
  isEnabled: boolean;
}
interface WebhookStore {
  findWebhooks(): Promise<Webhook[]>;
  createWebhook(webhook: Omit<Webhook, 'id' | 'isEnabled'>): Promise<Webhook>;
  updateWebhook(id: string, webhook: Webhook): Promise<Webhook | null>;
}
interface WebhookRunner {
  add(webhook: Webhook): void;
  update(webhook: Webhook): void;
}

export async function ensureSiteWebhook(strapi: Core.Strapi): Promise<void> {
  const secret = process.env.STRAPI_WEBHOOK_SECRET;
  if (!secret) {
    strapi.log.warn('STRAPI_WEBHOOK_SECRET is not set: the site is not told about changes, and there is no preview.');
    return;
  }
  const store = strapi.get('webhookStore') as WebhookStore;
  const runner = strapi.get('webhookRunner') as unknown as WebhookRunner;
  const wanted = { name, url: siteWebhookUrl, headers: { 'x-webhook-secret': secret }, events };
  const present = (await store.findWebhooks()).find((webhook) => webhook.name === name);
  if (!present) {
    runner.add(await store.createWebhook(wanted));
    strapi.log.info(`Webhook to ${siteWebhookUrl} created.`);
  } else if (JSON.stringify({ ...present, ...wanted }) !== JSON.stringify(present)) {
    const changed = await store.updateWebhook(present.id, { ...present, ...wanted });
    if (changed) runner.update(changed);
    strapi.log.info(`Webhook to ${siteWebhookUrl} updated.`);
  }
}
