/** Tests which answers shared caches may keep when a visitor comes through a partner or an advertisement. */
import { expect, inject, test } from 'vitest';
import { consentCookieValue } from '../visitor-browser.ts';

const siteUrl = inject('siteUrl');

test('a page is in shared caches except at an address of a partner or an advertisement, whose answer depends on consent', async () => {
  const consent = `cc_cookie=${consentCookieValue({ categories: ['necessary', 'ads'] })}`;
  for (const [path, cookie, kept] of [
    ['/forex?a=1', consent, true],
    ['/forex?utm_source=x', '', false],
    ['/forex?gclid=x', '', false],
    ['/forex?gclid=x', consent, false],
    ['/forex?ref=x', '', false],
    ['/es/forex/_payload.json?gclid=x', '', false],
    ['/accounts?utm_source=a', '', false],
  ] as const) {
    const { headers } = await fetch(`${siteUrl}${path}`, {
      redirect: 'manual',
      headers: cookie ? { cookie } : {},
    });
    expect([path, headers.get('cache-control')?.startsWith('public')]).toEqual([path, kept]);
  }
});
