/** Builds the response for a cached page: validators, encodings and caching rules, the same on the raw path and behind Hono. */
import { matchesEtag } from '../http/etag.ts';
import type { CachedBytes, CachedPage } from './page-bytes.ts';
import { type Encoding, chooseEncoding } from '../http/content-encoding.ts';
import { type SharedCaching, unpurged } from '../http/shared-caching.ts';

/**
 * Browsers revalidate each time (a 304 is cheap). A CDN without purges may keep a page for 5 seconds, and serve it stale while it revalidates, or
 * for a day when the site is down; with purges it keeps a page for a day (`parts/cdn/`). `/` differs by language and some pages differ by a
 * visitor's cookie, so only the browser may store those.
 */
export const pageCacheControl = 'public, max-age=0, s-maxage=5, stale-while-revalidate=60, stale-if-error=86400';
/** For a stale page, which a cache in front should keep only briefly. */
const formerCacheControl = 'public, max-age=0, s-maxage=1, stale-if-error=86400';
const browserCacheControl = 'private, max-age=0, must-revalidate';

interface PageReply {
  status: 200 | 304;
  headers: [string, string][];
  body: Buffer | null;
}

interface ReplyRequest {
  /** True for `_payload.json`: the navigator's form of the page. */
  payload?: boolean;
  /** True for the document at `/`, which answers by language. */
  home?: boolean;
  /** `Accept-Encoding` and `If-None-Match`. */
  encoding?: string | undefined;
  ifNoneMatch?: string | undefined;
}

/** Builds the ETag. The bytes are the same for every visitor, so the tag differs only by encoding. */
function buildEtag(page: CachedBytes, encoding: Encoding): string {
  return encoding === 'identity' ? page.etag : `${page.etag.slice(0, -1)}-${encoding}"`;
}

/** Builds the response of a page. @param shared without it, caches keep the page for seconds only. */
export function buildPageReply(
  page: CachedPage,
  { payload = false, home = false, encoding: accepted, ifNoneMatch }: ReplyRequest,
  shared: SharedCaching = unpurged,
): PageReply {
  const encoding = chooseEncoding(accepted);
  const bytes = payload ? page.payload : page.document;
  const etag = buildEtag(bytes, encoding);
  const browserOnly = home || (page.personal?.length ?? 0) > 0;
  const headers: [string, string][] = [
    ['etag', etag],
    ...(browserOnly
      ? [['cache-control', browserCacheControl] as [string, string]]
      : page.staleSince === null
        ? shared.headers(pageCacheControl, page.tags)
        : unpurged.headers(formerCacheControl, [])),
    [
      'vary',
      home ? 'Accept-Encoding, Accept-Language, Cookie' : browserOnly ? 'Accept-Encoding, Cookie' : 'Accept-Encoding',
    ],
  ];
  if (matchesEtag(ifNoneMatch, etag)) return { status: 304, headers, body: null };
  const body = bytes.encode(encoding);
  if (payload) headers.push(['x-robots-tag', 'noindex']);
  headers.push(
    ['content-type', payload ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8'],
    ['content-length', String(body.length)],
  );
  if (encoding !== 'identity') headers.push(['content-encoding', encoding]);
  return { status: 200, headers, body };
}
