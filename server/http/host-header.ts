/**
 * Accepts only requests with one well-formed `Host` (RFC 9112, 3.2). With two, or a malformed one, a cache or proxy in front may assign the
 * request to another site, and would show the stored response to others.
 */
import type { IncomingMessage } from 'node:http';

const host = /^(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;
/** Whether a text is a host, with or without its port. */
export function isHost(given: string): boolean {
  return host.test(given);
}

/** The last valid value: nearly all requests send the same one. */
let lastGood = '';

/** @returns false when the server must refuse the request. HTTP/1.0 may omit the header; for HTTP/1.1 Node itself refuses that. */
export function hasOneHost({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let given: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (given !== undefined) return false;
    given = rawHeaders[index + 1] ?? '';
  }
  if (given === undefined || given === lastGood) return true;
  if (!isHost(given)) return false;
  lastGood = given;
  return true;
}
