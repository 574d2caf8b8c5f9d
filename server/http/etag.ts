/** ETags of responses whose bytes are known in advance (RFC 9110, 8.8.3). */
import { createHash } from 'node:crypto';

/** An ETag that is a hash of the content, with its quotation marks. */
export function contentTag(content: Buffer | string): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
}

/**
 * Whether an `If-None-Match` contains the tag, or is `*`, which any version of what is there matches (RFC 9110, 13.1.2). A weak tag matches too: a CDN
 * that changes the encoding makes tags weak.
 */
export function namesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
