/** Counters of this process in the Prometheus format. Nothing in them names an editor, a document or an address. */
import type { Core } from '@strapi/strapi';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** A database that answers later counts as unreachable. A collector gives up after ten seconds. */
const databasePatienceMs = 1000;

export const registry = new Registry();
const registers = [registry];
const outcomes = ['sent', 'failed'] as const;
const kinds = ['api', 'uploads', 'panel'] as const;

const requests = new Histogram({
  name: 'cms_request_seconds',
  help: 'Time until an answer was ready, by kind and class of status',
  labelNames: ['kind', 'status'],
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers,
});
const webhooks = new Counter({
  name: 'cms_webhooks',
  help: 'Webhooks that the other side took, and those that it did not',
  labelNames: ['outcome'],
  registers,
});
const publishes = new Counter({
  name: 'cms_publishes',
  help: 'Documents that were published or unpublished, by type; an import is one',
  labelNames: ['action', 'type'],
  registers,
});

type Kind = (typeof kinds)[number];

/** @returns null for health checks. */
export function requestKind(path: string): Kind | null {
  if (path === '/_health' || path === '/metrics') return null;
  if (path.startsWith('/api/')) return 'api';
  return path.startsWith('/uploads/') ? 'uploads' : 'panel';
}

export function observeRequest(kind: Kind, status: number, seconds: number): void {
  requests.observe({ kind, status: `${Math.floor(status / 100)}xx` }, seconds);
}

interface WebhookRunner {
  run(...parameters: unknown[]): Promise<{ statusCode: number }>;
}

async function databaseAnswers(strapi: Core.Strapi): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  try {
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), databasePatienceMs);
    });
    const ping = Promise.resolve(strapi.db.connection.raw('select 1')).then(() => true as const);
    return await Promise.race([ping, late]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** Starts to count. A collector sees zeros before the first event: without them it would miss that the first one was an increase. */
export function registerMetrics(strapi: Core.Strapi): void {
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'cms_database_up',
    help: '1 while Strapi’s database answers within a second',
    registers,
    async collect() {
      this.set((await databaseAnswers(strapi)) ? 1 : 0);
    },
  });
  for (const outcome of outcomes) webhooks.inc({ outcome }, 0);
  for (const kind of kinds) for (const status of ['2xx', '5xx']) requests.zero({ kind, status });
  const runner = strapi.get('webhookRunner') as unknown as WebhookRunner;
  const run = runner.run.bind(runner);
  // Only the caller of `run` learns the result of a webhook.
  runner.run = async (...parameters) => {
    const answer = await run(...parameters);
    webhooks.inc({ outcome: answer.statusCode >= 200 && answer.statusCode < 300 ? 'sent' : 'failed' });
    return answer;
  };
  for (const [event, action] of [
    ['entry.publish', 'published'],
    ['entry.unpublish', 'unpublished'],
  ] as const)
    strapi.eventHub.on(event, async (info) => {
      const { model } = info as { model?: string };
      publishes.inc({ action, type: model ?? 'other' });
    });
}
