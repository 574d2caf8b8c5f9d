/** The alerts of the content: a real Prometheus, a site in its own process, and a real Strapi that goes away. The others: `tests/deploy/alerts.test.ts`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { prometheusInstalled, startPrometheus } from '../services/prometheus.ts';
import { startBuiltSite } from '../start-built-site.ts';
import { startFaultProxy } from './fault-proxy.ts';
import { apiToken, startStrapi, webhookSecret } from './strapi-process.ts';

test.skipIf(!prometheusInstalled)(
  'Strapi goes away and comes back',
  { timeout: 300_000 },
  async ({ onTestFinished }) => {
    const folder = mkdtempSync(join(tmpdir(), 'brokerfront-content-alerts-'));
    const strapi = await startStrapi();
    const proxy = await startFaultProxy(strapi.url);
    const site = await startBuiltSite({
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'silent',
      STRAPI_URL: proxy.url,
      STRAPI_TOKEN: apiToken,
      STRAPI_WEBHOOK_SECRET: webhookSecret,
    });
    const prometheus = await startPrometheus(join(folder, 'prometheus'), site.url);
    onTestFinished(async () => {
      await prometheus.stop();
      await site.stop();
      await proxy.close();
      await strapi.stop();
      rmSync(folder, { recursive: true, force: true });
    });
    await expect.poll(() => prometheus.series('dependency_up{name="feed"} == 1'), { timeout: 120_000 }).toBe(1);
    await prometheus.clears('FeedDown');
    await prometheus.clears('ContentOld');
    proxy.set('closed');
    await prometheus.fires('FeedDown');
    await prometheus.fires('ContentOld');
    proxy.set('none');
    await prometheus.clears('FeedDown');
    await prometheus.clears('ContentOld');
  },
);
