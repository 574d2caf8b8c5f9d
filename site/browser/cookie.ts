/** Reads the raw value of a cookie. In its own file, because the first load and lazy chunks both need it, and neither may import the other. */
export function readCookie(name: string): string | undefined {
  try {
    return document.cookie.match(`(?:^|; )${name}=([^;]*)`)?.[1];
  } catch {
    // A frame whose page allows it no cookies.
    return undefined;
  }
}
