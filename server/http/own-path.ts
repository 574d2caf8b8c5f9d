/** Where a form may send its visitor back to, and how an address stands in a `Location`. */

/** Only a path of this site: one slash, then no second one, no backslash, which browsers read as one, and no control character, which they drop. */
export function isOwnPath(path: string | undefined): path is string {
  return path !== undefined && /^\/(?![/\\])[^\\\u0000-\u001f\u007f-\u009f]*$/.test(path) && path.length < 2048;
}

/** An address as a header can hold it: what is escaped already stays so, everything else that needs it is escaped. */
export function locationOf(address: string): string {
  return encodeURI(address.toWellFormed()).replace(/%25(?=[\da-f]{2})/gi, '%');
}
