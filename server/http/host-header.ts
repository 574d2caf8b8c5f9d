/**
 * Accepts only requests with one well-formed `Host` (RFC 9112, 3.2). With two, or a malformed one, a cache or proxy in front may assign the
 * request to another site, and would show the stored response to others.
 */
import type { IncomingMessage } from 'node:http';

const host = /^(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;
/** Checks whether a text is a host, with or without its port. */
export function isHost(given: string): boolean {
  return host.test(given);
}

/** The last valid value: nearly all requests send the same one. */
let lastValid = '';

/** Checks the header. @returns false when the server must refuse the request. HTTP/1.0 may omit the header; for HTTP/1.1 Node itself refuses that. */
export function hasOneHost({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let value: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (value !== undefined) return false;
    value = rawHeaders[index + 1] ?? '';
  }
  if (value === undefined || value === lastValid) return true;
  if (!isHost(value)) return false;
  lastValid = value;
  return true;
}
