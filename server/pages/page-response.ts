/** Builds the response for a cached page: validators, encodings and caching rules, the same on the raw path and behind Hono. */
import { namesTag } from '../http/etag.ts';
import type { CachedBytes, CachedPage } from './page-bytes.ts';
import { type Encoding, chooseEncoding } from '../http/content-encoding.ts';

/**
 * Browsers revalidate each time (a 304 is cheap). A CDN may keep a page for 5 seconds, and serve it stale while it revalidates, or for a
 * day when the site is down. `/` differs by language and some pages by a visitor's cookie, so only the browser may store those.
 */
export const pageCacheControl = 'public, max-age=0, s-maxage=5, stale-while-revalidate=60, stale-if-error=86400';
const browserCacheControl = 'private, max-age=0, must-revalidate';

export interface PageReply {
  status: 200 | 304;
  headers: [string, string][];
  body: Buffer | null;
}

export interface Asked {
  /** True for `_payload.json`: the navigator's form of the page. */
  payload?: boolean;
  encoding: string | undefined;
  ifNoneMatch: string | undefined;
  /** The requested path; only `/` makes a difference. */
  path: string;
}

/** The bytes do not change with the visitor, so the tag differs only by encoding. */
function etagOf(page: CachedBytes, encoding: Encoding): string {
  return encoding === 'identity' ? page.etag : `${page.etag.slice(0, -1)}-${encoding}"`;
}

export function pageReply(page: CachedPage, asked: Asked): PageReply {
  const encoding = chooseEncoding(asked.encoding);
  const bytes = asked.payload ? page.payload : page.document;
  const etag = etagOf(bytes, encoding);
  // The address of a payload determines its language, so even that of `/` is the same for everyone.
  const home = asked.path === '/' && !asked.payload;
  const browserOnly = home || (page.personal?.length ?? 0) > 0;
  const headers: [string, string][] = [
    ['etag', etag],
    ['cache-control', browserOnly ? browserCacheControl : pageCacheControl],
    [
      'vary',
      home ? 'Accept-Encoding, Accept-Language, Cookie' : browserOnly ? 'Accept-Encoding, Cookie' : 'Accept-Encoding',
    ],
  ];
  if (namesTag(asked.ifNoneMatch, etag)) return { status: 304, headers, body: null };
  const body = bytes.in(encoding);
  if (asked.payload) headers.push(['x-robots-tag', 'noindex']);
  headers.push(
    ['content-type', asked.payload ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8'],
    ['content-length', String(body.length)],
  );
  if (encoding !== 'identity') headers.push(['content-encoding', encoding]);
  return { status: 200, headers, body };
}
