/** Where a form may send its visitor back to. */

/** Only a path of this site: one slash, then no second one and no backslash, which browsers read as one. */
export function isOwnPath(path: string | undefined): path is string {
  return path !== undefined && /^\/(?![/\\])[^\\\u0000-\u001f]*$/.test(path) && path.length < 2048;
}
