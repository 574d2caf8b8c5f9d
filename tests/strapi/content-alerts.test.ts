/**
 * The alerts of the content, and of Strapi itself: a real Prometheus, a site in its own process, and a real Strapi that goes away. The alerts of its
 * database: `postgresql.test.ts`. The others: `tests/deploy/alerts.test.ts`.
 * @module-tag exhaustive
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { boardFigures, isOfStrapi } from '../services/monitoring-board.ts';
import { prometheusInstalled, startPrometheus } from '../services/prometheus.ts';
import { metricsToken, startBuiltSite } from '../sites/start-built-site.ts';
import { startFaultProxy } from './fault-proxy.ts';
import { StrapiEditor } from './strapi-editor.ts';
import { apiToken, startStrapi, webhookSecret } from './strapi-process.ts';

test.skipIf(!prometheusInstalled)(
  'alerts fire when webhooks fail and when Strapi is unreachable, and clear when it is back',
  { timeout: 300_000 },
  async ({ onTestFinished }) => {
    const folder = mkdtempSync(join(tmpdir(), 'brokerfront-content-alerts-'));
    let hookStatus = 202;
    const hook = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(hookStatus).end());
    });
    await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
    const strapi = await startStrapi({
      environment: {
        SITE_WEBHOOK_URL: `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`,
        CMS_METRICS_TOKEN: metricsToken,
      },
    });
    const proxy = await startFaultProxy(strapi.url);
    const site = await startBuiltSite({
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'silent',
      STRAPI_URL: proxy.url,
      STRAPI_TOKEN: apiToken,
      STRAPI_WEBHOOK_SECRET: webhookSecret,
    });
    const prometheus = await startPrometheus(
      join(folder, 'prometheus'),
      {
        brokerfront: site.url,
        'brokerfront-cms': strapi.url,
      },
      metricsToken,
    );
    onTestFinished(async () => {
      await prometheus.stop();
      await site.stop();
      await proxy.close();
      await strapi.stop();
      hook.close();
      rmSync(folder, { recursive: true, force: true });
    });
    await expect.poll(() => prometheus.series('dependency_up{name="feed"} == 1'), { timeout: 120_000 }).toBe(1);
    await expect.poll(() => prometheus.series('up{job="brokerfront-cms"} == 1')).toBe(1);
    for (const alert of ['FeedDown', 'ContentOld', 'CmsDown', 'CmsWebhooksFail']) await prometheus.clears(alert);
    for (const authorization of ['', 'Bearer another-token-of-some-length'])
      expect((await fetch(`${strapi.url}/metrics`, { headers: { authorization } })).status).toBe(404);

    const editor = await StrapiEditor.login(strapi.url);
    let titles = 0;
    const publish = () =>
      editor.edit('page', 'forex', 'es', (draft) => ({ ...draft, title: `The title number ${(titles += 1)}` }));
    await publish();
    await expect.poll(() => prometheus.series('cms_webhooks{outcome="sent"} > 0')).toBe(1);
    await expect.poll(() => prometheus.series('cms_publishes{action="published",type="page"} > 0')).toBe(1);
    for (const { title, expr } of boardFigures().filter((figure) => isOfStrapi(figure.expr)))
      await expect.poll(() => prometheus.series(expr), { message: title }).toBeGreaterThan(0);
    expect(await prometheus.series('cms_webhooks{outcome="failed"} > 0')).toBe(0);
    hookStatus = 500;
    await prometheus.fires('CmsWebhooksFail', publish);
    hookStatus = 202;
    await prometheus.clears('CmsWebhooksFail');

    proxy.set('closed');
    await prometheus.fires('FeedDown');
    await prometheus.fires('ContentOld');
    proxy.set('none');
    await prometheus.clears('FeedDown');
    await prometheus.clears('ContentOld');

    strapi.process.kill('SIGKILL');
    await prometheus.fires('CmsDown');
    await strapi.restart();
    await prometheus.clears('CmsDown');
  },
);
