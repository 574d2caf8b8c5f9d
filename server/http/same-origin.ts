/** Whether a form was sent by a page of this site. Browsers say so in headers that no script of another site can set. */

export function isSameOrigin(headers: Headers, siteUrl: string): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin') return false;
  const origin = headers.get('origin');
  const own = new URL(siteUrl).origin;
  if (origin === null) {
    // Old browsers send no Origin with a form; then the page that sent it must be named, and be ours.
    const referer = headers.get('referer');
    return site === 'same-origin' || (referer !== null && URL.canParse(referer) && new URL(referer).origin === own);
  }
  // A local site answers under several names; a browser never lets Host and Origin of two sites agree.
  return (
    origin === own ||
    (URL.canParse(origin) &&
      new URL(origin).host === headers.get('host') &&
      new URL(origin).protocol === new URL(siteUrl).protocol)
  );
}
