/** Creates and compares ETags of responses whose bytes are known in advance (RFC 9110, 8.8.3). */
import { createHash } from 'node:crypto';

/** Creates an ETag: a hash of the content, with quotation marks. */
export function createEtag(content: Buffer | string): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
}

/**
 * Checks whether an `If-None-Match` contains the tag, or is `*`, which matches every version (RFC 9110, 13.1.2). A weak tag matches too: a CDN
 * that changes the encoding makes tags weak.
 */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
