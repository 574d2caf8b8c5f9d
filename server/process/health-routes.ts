/** `/healthz`, `/readyz` and `/metrics`, for the platform that runs the site. */
import { Hono } from 'hono';
import { matchesSecret } from '../../base/ids-and-tokens.ts';
import type { Config } from '../config.ts';
import { noStore } from '../http/refusals.ts';
import type { Metrics } from '../metrics.ts';

interface Options {
  config: Pick<Config, 'metricsToken'>;
  ready: () => boolean;
  metrics: Pick<Metrics, 'registry'>;
}

export function createHealthRoutes({ config, ready, metrics }: Options): Hono {
  const app = new Hono();
  app.get('/healthz', (context) => context.text('ok', 200, noStore));
  app.get('/readyz', (context) =>
    ready() ? context.text('ready', 200, noStore) : context.text('not ready', 503, noStore),
  );
  app.get('/metrics', async (context) => {
    // Behind a proxy, the client's address cannot be trusted, so the token decides. Without it the response is that of any unknown address.
    const token = /^Bearer +(\S+)$/i.exec(context.req.header('authorization') ?? '')?.[1];
    if (!matchesSecret(token, config.metricsToken)) return context.notFound();
    return context.body(await metrics.registry.metrics(), 200, {
      'content-type': metrics.registry.contentType,
      'cache-control': 'no-store',
    });
  });
  return app;
}
