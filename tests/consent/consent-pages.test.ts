/** Consent outside the bar (R43, R44): swapped pages, proofs that wait for delivery, the plain form, the list of cookies. */
import type { Page, Route } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { translator } from '../../site/i18n/translate.ts';
import { swapTo } from '../navigation/swap-to.ts';
import { markDocument, settled } from '../browser.ts';
import { describeCookie } from '../describe-cookie.ts';
import { type ConsentSite, proofSent, startConsentSite } from '../sites/consent-site.ts';
import { isExhaustive, sample, testSample } from '../sampled.ts';
import { until } from '../until.ts';
import { type Visitor, bar, consentCookieValue, preferences, readConsent } from '../visitor-browser.ts';

const site = await startConsentSite();
afterAll(() => site.stop());
const come: ConsentSite['come'] = (options) => site.come(options);

test('a swapped page follows the record with its video and form, and a decision there is stored', async () => {
  const guest = await come({
    cookies: {
      cc_cookie: consentCookieValue({
        categories: ['necessary', 'analytics'],
        services: { necessary: [], analytics: ['videoEmbed'], ads: [] },
      }),
    },
  });
  const { page } = guest;
  await page.goto('/app');
  await settled(page);
  const kept = await markDocument(page);
  for (let round = 0; round < 2; round += 1) {
    await swapTo(page, '/webtrader');
    const slot = page.locator('[data-embed] [data-service=youtube]');
    await slot.scrollIntoViewIfNeeded();
    await slot.locator('iframe').waitFor();
    await swapTo(page, '/cookie-disclosure');
    await expect
      .poll(() =>
        page
          .locator('form[data-consent] input[name=allow]:checked')
          .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value)),
      )
      .toEqual(['analytics.videoEmbed']);
  }
  expect(await kept()).toBe(true);
  expect(guest.complaints).toEqual([]);
});

test('the cookie page can be read before a decision, because the bar appears on the next page', async () => {
  const guest = await come();
  const { page } = guest;
  await page.goto('/cookie-disclosure');
  await settled(page);
  await page.mouse.wheel(0, 400);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  expect(await page.locator('#cc-main').count()).toBe(0);
  await swapTo(page, '/forex');
  await page.waitForSelector(bar, { state: 'visible' });
});

test('a swapped page counts as a page view for analytics, without the token of a mailed link', async () => {
  const guest = await come({
    cookies: {
      cc_cookie: consentCookieValue({
        categories: ['necessary', 'analytics'],
        services: { necessary: [], analytics: ['webAnalytics'], ads: [] },
      }),
    },
  });
  const { page } = guest;
  const commands = () =>
    page.evaluate(() =>
      ((globalThis as unknown as { dataLayer?: IArguments[] }).dataLayer ?? []).map(
        (command) => [...command] as unknown[],
      ),
    );
  const views = async () =>
    (await commands()).filter(([command, name]) => command === 'event' && name === 'page_view').length;
  const readLocations = async () =>
    (await commands())
      .filter(([command]) => command === 'set')
      .map(([, values]) => (values as { page_location: string }).page_location);
  await page.goto('/forex?utm_source=paper&token=secret&confirm=secret');
  await settled(page);
  expect(await readLocations()).toEqual([`${site.url}/forex?utm_source=paper`]);
  expect(await views()).toBe(0);
  await swapTo(page, '/crypto');
  expect(await readLocations()).toEqual([`${site.url}/forex?utm_source=paper`, `${site.url}/crypto`]);
  expect(await views()).toBe(1);
  // Google's script notices history navigation itself, so the site must not send another `page_view`.
  await page.evaluate(() => history.back());
  await until(async () => (await readLocations()).length === 3, 'the page that one came from');
  expect(await views()).toBe(1);
});

test('a proof that cannot be delivered waits in the browser and arrives with the next page', async () => {
  const guest = await come();
  await guest.context.route('**/api/consent', (route) => route.abort());
  await guest.page.goto('/forex');
  await guest.page.click(`${bar} [data-role=necessary]`);
  await guest.page.waitForSelector(bar, { state: 'hidden' });
  const record = await readConsent(guest.context);
  await guest.context.unroute('**/api/consent');
  const sent = proofSent(guest.page);
  await guest.page.goto('/crypto');
  await sent;
  expect(site.exported(record?.consentId ?? '').decisions).toHaveLength(1);
  await expect.poll(() => guest.page.evaluate(() => localStorage.getItem('consentProof'))).toBeNull();
});

test('a proof that cannot be delivered is sent again from the same page', async () => {
  const guest = await come();
  await guest.page.clock.install();
  const refused = Promise.withResolvers<void>();
  await guest.context.route('**/api/consent', async (route) => {
    await route.fulfill({ status: 503 });
    refused.resolve();
  });
  await guest.page.goto('/forex');
  await guest.page.click(`${bar} [data-role=necessary]`);
  await refused.promise;
  const record = await readConsent(guest.context);
  await guest.context.unroute('**/api/consent');
  // Advances the page's clock until the pause after the first try is over.
  await until(async () => {
    await guest.page.clock.fastForward(1000);
    return guest.page.evaluate(() => localStorage.getItem('consentProof') === null);
  }, 'the second try');
  expect(site.exported(record?.consentId ?? '').decisions).toHaveLength(1);
});

test('a decision during the sending of the previous one is sent after it', async () => {
  const guest = await come();
  const { promise: heldRoute, resolve } = Promise.withResolvers<Route>();
  await guest.context.route('**/api/consent', resolve, { times: 1 });
  await guest.page.goto('/forex');
  await guest.page.click(`${bar} [data-role=necessary]`);
  const first = await heldRoute;
  await guest.page.click('[data-cookie-settings]');
  await guest.page.waitForSelector(preferences, { state: 'visible' });
  await guest.page.click(`${preferences} [data-role=all]`);
  await guest.page.waitForSelector(preferences, { state: 'hidden' });
  await first.continue();
  const record = await readConsent(guest.context);
  const decisions = await until(() => {
    const all = site.exported(record?.consentId ?? '').decisions;
    return all.length === 2 && all;
  }, 'both proofs');
  expect(decisions.map(({ categories }) => categories)).toEqual([['necessary'], ['necessary', 'analytics', 'ads']]);
});

test('without JavaScript the plain form gives, shows and withdraws consent, with proof, and deletes cookies', async () => {
  const guest = await come({ context: { javaScriptEnabled: false } });
  await guest.page.goto('/it/cookie-disclosure');
  // The form's text about each choice is part of the text that the proof refers to.
  const proved = await (await guest.page.request.get('/api/consent/texts?locale=it')).text();
  for (const said of await guest.page.locator('#consent li p').allTextContents())
    expect(proved).toContain(JSON.stringify(said).slice(1, -1));
  await guest.page.check('input[value="analytics.webAnalytics"]');
  await guest.page.click('#consent button[value=selection]');
  expect(new URL(guest.page.url()).pathname).toBe('/it/cookie-disclosure');
  expect(await guest.page.locator('#consent [role=status]').textContent()).toBe(translator('it')('consent.formSaved'));
  const decision = await readConsent(guest.context);
  expect(decision).toMatchObject({
    categories: ['necessary', 'analytics'],
    services: { analytics: ['webAnalytics'] },
    languageCode: 'it',
  });
  await guest.context.addCookies(['_ga', '_ga_TEST1234', '_gid'].map((name) => ({ name, value: '1', url: site.url })));
  await guest.page.click('#consent button[value=necessary]');
  expect((await guest.context.cookies()).map(({ name }) => name)).toEqual(['cc_cookie']);
  expect(await readConsent(guest.context)).toMatchObject({
    categories: ['necessary'],
    consentId: decision?.consentId,
    consentTimestamp: decision?.consentTimestamp,
  });
  expect(
    site.exported(decision?.consentId ?? '').decisions.map(({ categories, source }) => [categories, source]),
  ).toEqual([
    [['necessary', 'analytics'], 'form'],
    [['necessary'], 'form'],
  ]);
});

test('parameters of an advertisement are stored with consent to advertising, and deleted with its withdrawal', async () => {
  const guest = await come();
  const { page, context } = guest;
  const kept = async () => {
    const cookie = (await context.cookies()).find(({ name }) => name === 'referral');
    return cookie && decodeURIComponent(cookie.value);
  };
  const ad = 'utm_source=search&gclid=abc';
  await page.goto(`/forex?${ad}`);
  await page.waitForSelector(bar, { state: 'visible' });
  expect(await kept()).toBeUndefined();
  const sent = proofSent(page);
  await page.click(`${bar} [data-role=all]`);
  await sent;
  const on = new Date().toISOString().slice(0, 10);
  const first = `${ad}&landing=/forex&on=${on}`;
  await expect.poll(async () => decodeURIComponent((await kept()) ?? '')).toBe(first);
  await page.goto('/crypto?gclid=def');
  expect(Object.fromEntries(new URLSearchParams(await kept()))).toEqual({
    gclid: 'def',
    landing: '/crypto',
    on,
    ...Object.fromEntries([...new URLSearchParams(first)].map(([name, value]) => [`first.${name}`, value])),
  });
  await page.goto('/cookie-disclosure');
  await page.click('#consent button[value=necessary]');
  await page.locator('#consent [role=status]').waitFor();
  await expect.poll(kept).toBeUndefined();
  // A partner is credited after any decision.
  await page.goto('/forex?ref=A77&gclid=abc');
  expect(await kept()).toBe('ref=A77');
});

const chunks: [chunk: string, country: string, cookies: Record<string, string>][] = [
  ['country-effects', 'DE', {}],
  ['consent', 'ZA', {}],
  ['consent-dialogs', 'ZA', {}],
  ['consent stylesheet', 'ZA', {}],
  ['embeds', 'ZA', { cc_cookie: consentCookieValue() }],
];

testSample(
  sample(chunks, ([chunk]) => ['country-effects', 'consent stylesheet'].includes(chunk)),
  'R61: a chunk %s that does not come reloads the page once, and then the console says it; the page can be used',
  async ([chunk, country, cookies]) => {
    const guest = await come({
      country,
      cookies: { ...cookies, ...(country === 'DE' ? { cc_cookie: consentCookieValue() } : {}) },
    });
    const { page } = guest;
    await guest.context.route(
      chunk === 'consent stylesheet'
        ? /\/assets\/consent-[\w-]{8}\.css/
        : new RegExp(`/assets/${chunk}-[\\w-]{8}\\.js`),
      (route) => route.abort(),
    );
    let loads = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads += 1;
    });
    const path = chunk === 'embeds' ? '/webtrader' : '/forex';
    await page.goto(path, { waitUntil: 'commit' });
    await expect.poll(() => loads).toBe(2);
    await expect
      .poll(() => guest.complaints.join('\n'))
      .toMatch(
        chunk === 'consent stylesheet'
          ? /The stylesheet \S*\/consent-/
          : new RegExp(`dynamically imported module: \\S*/${chunk}-`),
      );
    expect(loads).toBe(2);
    expect(await page.locator('#cc-main, [role=alertdialog]').count()).toBe(0);
    // When the visitor opens the preferences by hand, the link leads to the plain form instead.
    if (chunk.startsWith('consent')) {
      await page.click('[data-cookie-settings]');
      await page.waitForURL('**/cookie-disclosure*');
    }
  },
);

/** Serves the site at an https address, as in production. @param change edits the HTML of each page. */
async function showOverHttps(guest: Visitor, origin: string, change = (html: string) => html): Promise<void> {
  await guest.context.route(`${origin}/**`, async (route) => {
    const request = route.request();
    const response = await route.fetch({ url: request.url().replace(origin, site.url), maxRedirects: 0 });
    const isPage = request.isNavigationRequest() && request.method() === 'GET';
    await route.fulfill({ response, ...(isPage ? { body: change(await response.text()) } : {}) });
  });
}

/** @returns a function that describes every cookie that a script has written so far. */
async function writtenCookies(page: Page): Promise<() => string[]> {
  const cookies = new Set<string>();
  await page.exposeFunction('cookieWritten', (line: string) => cookies.add(describeCookie(line)));
  await page.addInitScript(() => {
    const { get, set } = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie') as Required<PropertyDescriptor>;
    Object.defineProperty(document, 'cookie', {
      get: () => get.call(document) as string,
      set(line: string) {
        (globalThis as unknown as { cookieWritten: (line: string) => void }).cookieWritten(line);
        set.call(document, line);
      },
    });
  });
  return () => [...cookies].sort();
}

const httpsOrigin = 'https://broker.example';

test('the cookie page names every cookie that a browser holds after using the site, and every necessary one is really used', async () => {
  const guest = await come({ siteUrl: httpsOrigin, country: 'DE' });
  const { page } = guest;
  const cookies = await writtenCookies(page);
  await showOverHttps(guest, httpsOrigin);
  await page.goto('/webtrader');
  await page.click('[role=alertdialog] button[type=submit]');
  await page.click(`${bar} [data-role=all]`);
  await page.locator('[data-service=youtube]').scrollIntoViewIfNeeded();
  await page.locator('[data-service=youtube] iframe').waitFor();
  await page.evaluate(() => fetch('/api/locale?to=es', { redirect: 'manual' }));
  const byLibraries = 'Domain=broker.example, Expires in 182 days, Path=/, SameSite=Lax, Secure';
  await expect
    .poll(cookies)
    .toEqual([
      'accepted: Max-Age=31536000, Path=/, SameSite=Lax, Secure',
      `cc_cookie: ${byLibraries}`,
      `im_youtube: ${byLibraries}`,
    ]);
  const cookieNames = (await guest.context.cookies(httpsOrigin)).map(({ name }) => name);
  expect(cookieNames.sort()).toEqual(['accepted', 'cc_cookie', 'im_youtube', 'locale']);
  await page.goto('/es/cookie-disclosure');
  const listed = await page.locator('[data-cookie-table] code').allTextContents();
  const isListed = (name: string) =>
    listed.some((entry) => (entry.endsWith('*') ? name.startsWith(entry.slice(0, -1)) : entry === name));
  expect(cookieNames.filter((name) => !isListed(name))).toEqual([]);
  expect(listed).toContain('_partner*');
});

test('a record in local storage is sent to the server in a secure cookie that lasts a minute', async () => {
  const keeper = await come({ siteUrl: httpsOrigin, cookies: { cc_cookie: consentCookieValue() } });
  const lent = await writtenCookies(keeper.page);
  await showOverHttps(keeper, httpsOrigin, (html) => html.replace('<html ', '<html data-record="localStorage" '));
  await keeper.page.goto('/cookie-disclosure');
  const moved = ['remove cc_cookie: Domain=broker.example, Max-Age=0, Path=/', 'remove cc_cookie: Max-Age=0, Path=/'];
  await expect.poll(lent).toEqual(moved);
  await keeper.page.click('#consent button[value=necessary]');
  await expect.poll(lent).toEqual(['cc_cookie: Max-Age=60, Path=/, SameSite=Lax, Secure', ...moved]);
});

test('R44: the bar is at the bottom centre with equal buttons, the page behind is inert, and the preferences are a box', async () => {
  const guest = await come({ context: { viewport: { width: 1280, height: 800 } } });
  const { page } = guest;
  await page.goto('/forex');
  await page.waitForSelector(bar, { state: 'visible' });
  await expect.poll(() => page.locator(bar).evaluate((element) => element.getAnimations().length)).toBe(0);
  const box = await page.locator(bar).boundingBox();
  if (!box) throw new Error('no bar');
  expect([Math.round(box.x + box.width / 2 - 640), box.y > 400, box.y + box.height <= 800]).toEqual([
    expect.closeTo(0, -1),
    true,
    true,
  ]);
  const weight = (selector: string) =>
    page.locator(selector).evaluateAll(
      (buttons) =>
        new Set(
          buttons.map((button) => {
            const { backgroundColor, color, fontSize, fontWeight } = getComputedStyle(button);
            return [backgroundColor, color, fontSize, fontWeight].join();
          }),
        ).size,
    );
  expect(await weight(`${bar} button`)).toBe(1);
  // Links behind the bar must not be clickable.
  const isCovered = (link: Element) => {
    const { x, y, width, height } = link.getBoundingClientRect();
    return !link.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  };
  expect(await page.locator('main a:visible').first().evaluate(isCovered)).toBe(true);
  await page.click(`${bar} [data-role=show]`);
  await page.waitForSelector(`${preferences}.pm--box`, { state: 'visible' });
  expect(await weight(`${preferences} .pm__footer button`)).toBe(1);
  const necessary = page.locator(`${preferences} input[value=necessary]`);
  expect([await necessary.isChecked(), await necessary.isDisabled()]).toEqual([true, true]);
  expect(
    await page
      .locator(`${preferences} .section__toggle`)
      .evaluateAll((all) => all.map((toggle) => (toggle as HTMLInputElement).value)),
  ).toEqual(['necessary', 'analytics', 'webAnalytics', 'videoEmbed', 'ads']);
});

test('foreign data in the queue of proofs does not prevent a decision', async () => {
  for (const garbage of isExhaustive ? ['null', '{}', '[null,7]'] : ['[null,7]']) {
    const guest = await come();
    await guest.page.goto('/robots.txt');
    await guest.page.evaluate((text) => localStorage.setItem('consentProof', text), garbage);
    await guest.page.goto('/forex');
    const sent = proofSent(guest.page);
    await guest.page.click(`${bar} [data-role=necessary]`);
    await sent;
    expect(site.exported((await readConsent(guest.context))?.consentId ?? '').decisions).toHaveLength(1);
    await guest.close();
  }
});
