/** Times every request, and shows the metrics to a collector that has the token. Must be the first middleware, to see the responses of errors. */
import { observeRequest, registry, requestKind } from '../metrics/cms-metrics';
import { hasToken, metricsSettings } from '../metrics/metrics-access';

interface Context {
  path: string;
  method: string;
  status: number;
  type: string;
  body: unknown;
  get(name: string): string;
  set(name: string, value: string): void;
}

export default () => {
  const { token, port } = metricsSettings();
  const isHere = token !== '' && port === null;
  return async (ctx: Context, next: () => Promise<void>) => {
    if (ctx.path === '/metrics' && ctx.method === 'GET' && isHere && hasToken(ctx.get('authorization'), token)) {
      ctx.set('Cache-Control', 'no-store');
      ctx.body = await registry.metrics();
      ctx.set('Content-Type', registry.contentType);
      return;
    }
    const kind = requestKind(ctx.path);
    const began = performance.now();
    let status = 500;
    try {
      await next();
      status = ctx.status;
    } finally {
      if (kind) observeRequest(kind, status, (performance.now() - began) / 1000);
    }
  };
};
