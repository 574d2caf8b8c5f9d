/** Implements CORS for the broker's other sites (`EMBED_ORIGINS`): their pages get a response that allows their origin, all others get none. */
import type { MiddlewareHandler } from 'hono';

/** A day: the allowed methods and headers do not change with the content. */
const preflightSeconds = '86400';

/** Answers preflight requests, and allows the listed origins to read. For public content only: it allows no cookies. */
export function allowOrigins(origins: readonly string[]): MiddlewareHandler {
  return async (context, next) => {
    const origin = context.req.header('origin');
    const isAllowed = origin !== undefined && origins.includes(origin);
    if (isAllowed && context.req.method === 'OPTIONS') {
      context.res = context.body(null, 204, {
        'cache-control': 'no-store',
        'access-control-allow-methods': 'GET, HEAD',
        'access-control-allow-headers': 'Accept-Language, If-None-Match',
        'access-control-max-age': preflightSeconds,
      });
    } else await next();
    const { headers } = context.res;
    // Caches must store a response for each origin: the one for an unlisted origin contains no permission.
    headers.append('vary', 'Origin');
    if (isAllowed) headers.set('access-control-allow-origin', origin);
  };
}

/** Lets every site load a file, scripts and styles included. */
export const allowEverySite: MiddlewareHandler = async (context, next) => {
  await next();
  context.res.headers.set('cross-origin-resource-policy', 'cross-origin');
};
