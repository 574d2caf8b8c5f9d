/** Checks whether a page of this site sent a form. Browsers show that in headers that no script of another site can set. */

export function isSameOrigin(headers: Headers, siteUrl: string): boolean {
  const site = headers.get('sec-fetch-site');
  // It decides where a browser sends it: privacy settings make `Origin` say `null`.
  if (site === 'same-origin') return true;
  const origin = headers.get('origin');
  // The visitor, and no page, sends a form again: after a restart of the browser, for example. A foreign `Origin` would contradict that.
  if (site === 'none' && (origin === null || origin === 'null')) return true;
  if (site !== null && site !== 'none') return false;
  const siteOrigin = new URL(siteUrl).origin;
  if (origin === null) {
    // Old browsers send no Origin with a form; then another header must show that one of our pages sent it.
    const referer = headers.get('referer');
    return referer !== null && URL.canParse(referer) && new URL(referer).origin === siteOrigin;
  }
  // A local site has several names, so an Origin that matches Host is ours too: in a request from another site the two differ.
  return (
    origin === siteOrigin ||
    (URL.canParse(origin) &&
      new URL(origin).host === headers.get('host') &&
      new URL(origin).protocol === new URL(siteUrl).protocol)
  );
}
