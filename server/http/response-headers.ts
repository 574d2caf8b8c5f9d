/** Completes every answer that Hono gives: headers of its kind, of its caching, and its place in log and metrics. */
import type { MiddlewareHandler } from 'hono';
import { currentRequestId } from '../../base/request-id.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { SiteEnv } from './request-context.ts';
import { allowFraming, selectHeadersByContent } from './security-headers.ts';
import { addScriptSource, addStyleSource } from './style-source.ts';

export interface HeaderOptions {
  headers: Record<string, string>;
  /** Additional headers of HTML documents. */
  documentHeaders: Record<string, string>;
  cmsPublicUrl: string;
  metrics: Metrics;
  log: Logger;
}

/** Pictures, which any site may load. */
const forEverySite = /^\/(?:media|share-pictures)\//;
/** Headers that a route may set itself. */
const setByRoutes = new Set(['referrer-policy', 'cross-origin-resource-policy']);

export function completeHeaders({
  headers,
  documentHeaders,
  cmsPublicUrl,
  metrics,
  log,
}: HeaderOptions): MiddlewareHandler<SiteEnv> {
  const headersFor = selectHeadersByContent(headers);
  return async (context, next) => {
    await next();
    const { path, method } = context.req;
    const contentType = context.res.headers.get('content-type');
    for (const [name, value] of headersFor(contentType))
      if (!setByRoutes.has(name) || !context.res.headers.has(name)) context.res.headers.set(name, value);
    const { styleSource, scriptSource = '' } = context.var;
    if (styleSource)
      context.res.headers.set(
        'content-security-policy',
        addScriptSource(addStyleSource(headers['content-security-policy'] ?? '', styleSource), scriptSource),
      );
    if (contentType?.startsWith('text/html'))
      for (const [name, value] of Object.entries(documentHeaders)) context.res.headers.set(name, value);
    const { status } = context.res;
    // An error may be over in a moment, and a cache may store a 404 without `cache-control`.
    if (status >= 400 && !context.res.headers.has('cache-control'))
      context.res.headers.set('cache-control', 'no-store');
    // A shared copy would show the id of somebody else's request.
    const requestId = currentRequestId();
    if (requestId && /no-store|private/.test(context.res.headers.get('cache-control') ?? ''))
      context.res.headers.set('x-request-id', requestId);
    if (context.get('preview')) allowFraming(context.res.headers, cmsPublicUrl);
    if (forEverySite.test(path)) context.res.headers.set('cross-origin-resource-policy', 'cross-origin');
    metrics.requests.inc({ kind: path.startsWith('/api/') ? 'api' : 'page', status: String(status) });
    log.debug({ method, path, status }, 'request');
  };
}
