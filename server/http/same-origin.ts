/** Checks whether a page of this site sent a form. Browsers show that in headers that no script of another site can set. */

export function isSameOrigin(headers: Headers, siteUrl: string): boolean {
  const site = headers.get('sec-fetch-site');
  // This header decides when a browser sends it, because privacy settings can change `Origin` to `null`.
  if (site === 'same-origin') return true;
  const origin = headers.get('origin');
  // `none` means that the visitor sends a form again, for example after a restart of the browser. The `Origin` of another site contradicts that.
  if (site === 'none' && (origin === null || origin === 'null')) return true;
  if (site !== null && site !== 'none') return false;
  const siteOrigin = new URL(siteUrl).origin;
  if (origin === null) {
    // Old browsers send no Origin with a form; then `Referer` must name a page of this site.
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
