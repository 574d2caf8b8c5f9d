/** Purges the CDN in front of the site when content changes. Without this part, caches keep pages for seconds only. */
import { Hono } from 'hono';
import { matchesSecret } from '../../base/ids-and-tokens.ts';
import { noStore } from '../../server/http/refusals.ts';
import { type PartAdditions, definePart } from '../../server/part.ts';
import { createSharedCaching } from './cdn-caching.ts';
import { cdnSettings, findCdnContradictions, readCdnSettings } from './cdn-settings.ts';
import { type Cdn, openCdn } from './cdn.ts';

/** Purges in an answer for operators. */
const maxShownPurges = 100;

/** `GET /api/content/purges`, with the secret of the webhook: what waits, and the latest purges. */
function createPurgesApi(cdn: Cdn | null, secret: string): Hono {
  return new Hono().get('/', (context) =>
    matchesSecret(context.req.header('x-webhook-secret'), secret)
      ? context.json(cdn ? { ...cdn.status(), latest: cdn.latest(maxShownPurges) } : { cdn: null }, 200, noStore)
      : context.text('The secret is missing or wrong.', 401, noStore),
  );
}

export const cdn = definePart({
  settings: cdnSettings,
  secrets: ['CDN_URL', 'CDN_TOKEN'],
  findContradictions: findCdnContradictions,
  open({ config, cache, metrics, log, onAlarm }, values) {
    const settings = readCdnSettings(values);
    const { siteUrl, dataDir, webhookSecret } = config;
    const openedCdn = openCdn({
      config: { cdn: settings, siteUrl, dataDir },
      cache,
      registry: metrics.registry,
      log,
      onAlarm,
    });
    const mount: PartAdditions['mount'] = (app) =>
      app.route('/api/content/purges', createPurgesApi(openedCdn, webhookSecret));
    if (!settings || !openedCdn) return { mount };
    return {
      mount,
      sharedCaching: createSharedCaching(settings, siteUrl),
      dependencies: [{ name: 'cdn', isUp: openedCdn.up }],
      describeLive: (document) => ({
        cdn: { ...openedCdn.status(), ...(document && { receipt: openedCdn.findReceipt(document) }) },
      }),
      stop: openedCdn.stop,
    };
  },
});
