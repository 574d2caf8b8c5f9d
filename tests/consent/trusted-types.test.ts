/**
 * Trusted Types: text becomes HTML only through the site's own policy, libraries write only what that policy has checked, and browsers
 * without Trusted Types still work.
 */
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { metricsToken } from '../sites/start-built-site.ts';
import { settled } from '../browser.ts';
import { until } from '../until.ts';
import { type Visitor, bar, sharedVisitorBrowser, preferences, visitor } from '../visitor-browser.ts';

const siteUrl = inject('siteUrl');
const browser = await sharedVisitorBrowser();

/** Assigns a text where the browser would parse it as HTML or as a script. @returns the resulting HTML, or `refused`. */
function write(page: Page, html: string): Promise<string> {
  return page.evaluate((text) => {
    const place = document.createElement('div');
    try {
      place.innerHTML = text;
      return place.innerHTML;
    } catch (error) {
      return error instanceof TypeError ? 'refused' : String(error);
    }
  }, html);
}

const addScript = (page: Page, address: string) =>
  page.evaluate((src) => {
    try {
      document.createElement('script').src = src;
      return 'taken';
    } catch {
      return 'refused';
    }
  }, address);

async function openBar(guest: Visitor, path: string): Promise<void> {
  await guest.page.goto(path);
  await guest.page.locator(bar).waitFor({ state: 'visible' });
}

test('HTML from plain text is refused, before the libraries have loaded and afterwards', async () => {
  // An automated browser is not asked for consent, so the libraries and their policy are not loaded.
  const automated = await visitor(browser, { siteUrl });
  await automated.page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => true }),
  );
  await automated.page.goto('/forex');
  expect(await write(automated.page, '<b>bold</b>')).toBe('refused');
  expect(await addScript(automated.page, '/api/search?q=x')).toBe('refused');
  await automated.close();
  const guest = await visitor(browser, { siteUrl });
  const { page } = guest;
  await openBar(guest, '/forex');
  const looked = [
    '<b>bold</b>',
    'We use cookies. <a href="/cookie-disclosure">More</a>',
    '<svg viewBox="0 0 24 24" stroke-width="1.5"><path d="M19.5 4.5 4.5 19.5"></path></svg>',
    '<b>1 &lt; 2</b>, the one = the other, onclick=nothing',
  ];
  for (const html of looked) expect([html, await write(page, html)]).toEqual([html, html]);
  const acting = [
    '<script>x</script>',
    '<ScRiPt src=x>',
    '<img src=x onerror=x>',
    '<img src=x ONERROR = x>',
    '<svg/onload=x>',
    '<img src="x"onerror="x">',
    '<img alt=">" onerror=x>',
    '<a href="javascript:x">',
    '<a href=" JavaScript:x">',
    '<iframe src=x>',
    '<form action=//evil.example>',
    '<base href=x>',
    '<meta http-equiv=refresh content=0>',
    '<p srcdoc=x>',
    '<object data=x>',
    '<embed src=x>',
    '<a href="data:text/html,x">',
    '<template><img onerror=x></template>',
    '<svg><script>x</script></svg>',
    '<svg><a xlink:href="javascript:x"></a></svg>',
  ];
  for (const html of acting) {
    expect([html, await write(page, html)]).toEqual([html, 'refused']);
  }
  for (const address of ['/api/search?q=x', 'data:text/javascript,alert(1)', 'http://evil.example/x.js'])
    expect([address, await addScript(page, address)]).toEqual([address, 'refused']);
  expect(
    await page.evaluate(() => {
      try {
        (
          window as { trustedTypes?: { createPolicy: (name: string, rules: object) => void } }
        ).trustedTypes?.createPolicy('mine', {});
        return 'made';
      } catch {
        return 'refused';
      }
    }),
  ).toBe('refused');
});

test('a refusal is reported by the browser and counted, without the page and its query', async () => {
  const guest = await visitor(browser, { siteUrl });
  const { page } = guest;
  // With `report-to`, Chromium may take a minute to report; a browser that only knows `report-uri` reports immediately.
  await page.route('**/forex?*', async (route) => {
    const response = await route.fetch();
    const headers = response.headers();
    expect(headers['reporting-endpoints']).toBe(`site="${siteUrl}/api/reports"`);
    return route.fulfill({
      response,
      headers: {
        ...headers,
        'content-security-policy': (headers['content-security-policy'] ?? '').replace('report-to site; ', ''),
      },
    });
  });
  await page.goto('/forex?token=secret');
  const sent = page.waitForRequest('**/api/reports');
  await page.evaluate(() =>
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'stylesheet', href: 'https://evil.example/x.css' }),
    ),
  );
  expect((await (await sent).response())?.status()).toBe(204);
  const metrics = await (
    await fetch(`${siteUrl}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
  ).text();
  expect(metrics).toMatch(/^browser_reports\{kind="csp-violation",detail="style-src-elem"\} [1-9]/m);
  expect(metrics).not.toContain('secret');
});

test('the policy refuses none of our own code: pages of every kind, swapped in and loaded, with bar, preferences and filter', async () => {
  const guest = await visitor(browser, { siteUrl });
  const { page } = guest;
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      reportError(`${effectiveDirective} ${blockedURI} ${sample}`),
    ),
  );
  await openBar(guest, '/');
  // The bar covers the link, so click it by script.
  await page
    .locator('[data-cookie-settings]')
    .first()
    .evaluate((link: HTMLAnchorElement) => link.click());
  await page.locator(preferences).waitFor({ state: 'visible' });
  await page.locator(`${preferences} button[data-role=necessary]`).click();
  for (const path of [
    '/forex',
    '/about',
    '/news-center',
    '/glossary',
    '/faqs',
    '/contact',
    '/legal/vulnerability-disclosure',
    '/regulation',
    '/careers',
  ]) {
    await page.evaluate(() => {
      document.documentElement.dataset['testMark'] = 'kept';
    });
    await page
      .locator(`a[href="${path}"]`)
      .first()
      .evaluate((link: HTMLAnchorElement) => link.click());
    await page.waitForURL(`**${path}`);
    await until(
      () =>
        page.evaluate(
          (wanted) => document.querySelector('link[rel=canonical]')?.getAttribute('href')?.endsWith(wanted),
          path,
        ),
      path,
    );
    expect([path, await page.evaluate(() => document.documentElement.dataset['testMark'])]).toEqual([path, 'kept']);
  }
  for (const path of [
    '/search?q=margin',
    '/news/gold-when-nothing-happens',
    '/glossary',
    '/register',
    '/login',
    '/es/',
    '/it/cookie-disclosure',
    '/nope',
  ]) {
    await page.goto(path);
    await settled(page);
  }
  await page.goto('/glossary');
  await page.locator('main input[type=search]').fill('margin');
  expect(guest.complaints.filter((text) => !text.includes('404'))).toEqual([]);
});

test('a browser without Trusted Types swaps pages and shows the bar', async () => {
  const guest = await visitor(browser, { siteUrl });
  const { page } = guest;
  await page.addInitScript(() => {
    delete (window as { trustedTypes?: unknown }).trustedTypes;
  });
  // A browser without Trusted Types ignores that part of the policy too, so remove it.
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const policy = (response.headers()['content-security-policy'] ?? '').replace(
      /require-trusted-types-for [^;]*; trusted-types [^;]*; /,
      '',
    );
    expect(policy).not.toContain('trusted');
    return route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': policy } });
  });
  await openBar(guest, '/');
  await page.evaluate(() => {
    document.documentElement.dataset['testMark'] = 'kept';
  });
  await page
    .locator('a[href="/forex"]')
    .first()
    .evaluate((link: HTMLAnchorElement) => link.click());
  await until(
    () => page.evaluate(() => document.querySelector('link[rel=canonical]')?.getAttribute('href')?.endsWith('/forex')),
    '/forex',
  );
  expect(await page.evaluate(() => document.documentElement.dataset['testMark'])).toBe('kept');
  expect(guest.complaints).toEqual([]);
});
