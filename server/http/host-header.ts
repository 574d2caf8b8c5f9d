/**
 * One `Host`, and one that can be a host (RFC 9112, 3.2). With two of them, or a strange one, a cache or proxy in front may have understood another site than
 * this server does, and what it keeps would be shown to others.
 */
import type { IncomingMessage } from 'node:http';

const host = /^(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;
/** Nearly all requests say the same one. */
let lastGood = '';

/** @returns false for a request that is to be refused. HTTP/1.0 may leave the header out; for HTTP/1.1 Node refuses that itself. */
export function hasOneHost({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let given: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (given !== undefined) return false;
    given = rawHeaders[index + 1] ?? '';
  }
  if (given === undefined || given === lastGood) return true;
  if (!host.test(given)) return false;
  lastGood = given;
  return true;
}
