/** What the broker's other sites may read (`EMBED_ORIGINS`): their pages get an answer that names their origin, everybody else's get none. */
import type { MiddlewareHandler } from 'hono';

/** A day: what may be asked does not change with the content. */
const preflightSeconds = '86400';

/** Answers the questions that browsers send ahead, and names the origin where it may read. For what everybody may know: no cookie counts. */
export function forOrigins(origins: readonly string[]): MiddlewareHandler {
  return async (context, next) => {
    const origin = context.req.header('origin');
    const allowed = origin !== undefined && origins.includes(origin);
    if (allowed && context.req.method === 'OPTIONS') {
      context.res = context.body(null, 204, {
        'cache-control': 'no-store',
        'access-control-allow-methods': 'GET, HEAD',
        'access-control-allow-headers': 'Accept-Language, If-None-Match',
        'access-control-max-age': preflightSeconds,
      });
    } else await next();
    const { headers } = context.res;
    // Caches keep an answer for each origin: the one for a site that may not ask has no permission in it.
    headers.append('vary', 'Origin');
    if (allowed) headers.set('access-control-allow-origin', origin);
  };
}
