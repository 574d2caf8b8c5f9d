/** Checks a path for a redirect after a form, and encodes an address for `Location`. */

/** Checks whether a path belongs to this site: one slash without a second one, no backslash (browsers read it as a slash), no control character (they drop it). */
export function isOwnPath(path: string | undefined): path is string {
  return path !== undefined && /^\/(?![/\\])[^\\\u0000-\u001f\u007f-\u009f]*$/.test(path) && path.length < 2048;
}

/** Percent-encodes an address for a header. Existing escapes stay as they are. */
export function encodeLocation(address: string): string {
  return encodeURI(address.toWellFormed()).replace(/%25(?=[\da-f]{2})/gi, '%');
}
