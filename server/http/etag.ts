/** The validators of everything that is answered from bytes (RFC 9110, 8.8.3). */
import { createHash } from 'node:crypto';

/** Changes when the content does. */
export function contentTag(content: Buffer | string): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
}

/** Whether an `If-None-Match` names the tag; a CDN that changed the encoding has made it a weak one. */
export function namesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  return ifNoneMatch !== undefined && ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
