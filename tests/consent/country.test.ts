/** The effects of the visitor's country (R24, R41, R42), which must never change the bytes of a page. */
import { describe, expect, inject, test } from 'vitest';
import { locales } from '../../content/locales.ts';
import { countryPolicies, findPolicy, formatPolicy } from '../../server/visitor/country-policy.ts';
import { swapTo } from '../navigation/swap-to.ts';
import { expectedWords } from '../expected-words.ts';
import { axeFaults } from '../axe.ts';
import { saveData, settled } from '../browser.ts';
import { entryBytes } from '../entry-bytes.ts';
import { byHash, isExhaustive, sample, testSample } from '../sampled.ts';
import { type Visitor, bar, consentCookieValue, sharedVisitorBrowser, visitor } from '../visitor-browser.ts';

const siteUrl = inject('siteUrl');
const browser = await sharedVisitorBrowser();

const consented = { cc_cookie: consentCookieValue() };
const come = (options: Partial<Parameters<typeof visitor>[1]> = {}) =>
  visitor(browser, { siteUrl, cookies: consented, ...options });
const variants = ['/forex', '/en/forex', '/es/forex', '/it/forex'] as const;
const findLanguage = (path: string) => locales.find((locale) => path.startsWith(`/${locale}/`)) ?? 'en';
const others = ['ZA', 'US', 'GB', 'BR', 'CH'];

test('the answer has the country of the visitor from the header of the CDN, is private, and is null when the country is unknown', async () => {
  const answer = await fetch(`${siteUrl}/api/geo`, { headers: { 'x-country': 'ES' } });
  expect(await answer.json()).toEqual({
    country: 'ES',
    policy: answer.headers.get('country-policy'),
    registration: 'declaration',
  });
  expect(answer.headers.get('country-policy')).toBe('eu-notice redirect-es own-initiative');
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  expect(await (await fetch(`${siteUrl}/api/geo`)).json()).toEqual({
    country: null,
    policy: '',
    registration: 'open',
  });
});

/** Each visit is a separate session; all of them share one page, because a browser context for each would take minutes. */
async function visit(guest: Visitor, country: string, path: string): Promise<void> {
  const { page, context } = guest;
  const { notice, redirect } = findPolicy(country);
  const words = formatPolicy(findPolicy(country)).split(' ').filter(Boolean);
  const remembered = () =>
    page.evaluate(() => sessionStorage.getItem('redirectForLanguage')?.split(' ').filter(Boolean));
  await page.evaluate(() => sessionStorage.clear());
  await context.clearCookies({ name: 'accepted' });
  await guest.moveTo(country);

  await page.goto(path);
  await expect.poll(remembered).toEqual(words);
  if (notice === 'eu') {
    const dialog = page.locator('[role=alertdialog]');
    const text = await dialog.textContent();
    const noticeTexts = expectedWords(findLanguage(path)).notice;
    for (const part of ['operator', 'scope', 'initiative'] as const) expect(text).toContain(noticeTexts[part]);
    await dialog.locator('button[type=submit]').click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(async () => (await context.cookies()).find(({ name }) => name === 'accepted')?.value).toBe('yes');
  }
  expect(new URL(page.url()).pathname).toBe(path);

  const next = path.replace('forex', 'crypto');
  const isRedirected = redirect === 'es' && findLanguage(path) !== 'es';
  await page.goto(next, { waitUntil: 'commit' }).catch((error: unknown) => {
    if (!/interrupted|ERR_ABORTED/.test(String(error))) throw error;
  });
  await page.waitForURL(isRedirected ? '**/es/index.html' : `**${next}`);
  const left = words.filter((word) => word === 'no-calls' || (word === 'redirect-es' && !isRedirected));
  expect(await remembered()).toEqual(left);
  expect(await page.locator('[role=alertdialog]').count()).toBe(0);
}

/** One country of each kind, and each language variant. The rules of the others are in a table that has its own test. */
const fewVisits = new Set(['ES /forex', 'ES /es/forex', 'MX /it/forex', 'DE /en/forex', 'ZA /forex']);

test('R24, R41: each country gets the right notice and redirect, in each language variant, and every other country neither', async () => {
  const countries = [...Object.keys(countryPolicies), ...others];
  expect(countries.length).toBe(29 + 21 - 1 + 3 + 5);
  const visits = countries
    .flatMap((country) => variants.map((path) => [country, path] as const))
    .filter((pair) => isExhaustive || fewVisits.has(pair.join(' ')));
  await Promise.all(
    ['first', 'second'].map(async () => {
      const guest = await come();
      // A browser in data-saving mode preloads nothing, which halves the time for so many pages.
      await saveData(guest.page);
      await guest.page.goto('/robots.txt');
      for (let next = visits.shift(); next; next = visits.shift()) await visit(guest, ...next);
      expect(guest.complaints).toEqual([]);
      await guest.close();
    }),
  );
}, 300_000);

describe('the Spanish redirect', () => {
  const uncancelled = sample(['es', 'fr', ''], (locale) => locale === 'es');
  testSample(uncancelled, 'the cookie locale=%s does not cancel it', async (locale) => {
    const guest = await come({ country: 'MX', cookies: { ...consented, locale } });
    await guest.page.goto('/forex');
    await settled(guest.page);
    await guest.page.goto('/stocks', { waitUntil: 'commit' });
    await expect.poll(() => new URL(guest.page.url()).pathname).toBe('/es/index.html');
  });

  test('R41: happens once a session: neither the back button nor a bookmark loops', async () => {
    const guest = await come({ country: 'MX' });
    const { page } = guest;
    await page.goto('/forex');
    await settled(page);
    await page.goto('/crypto', { waitUntil: 'commit' });
    await page.waitForURL('**/es/index.html');
    await page.goBack();
    await settled(page);
    expect(new URL(page.url()).pathname).toBe('/forex');
    for (const path of ['/crypto', '/it/forex']) {
      await page.goto(path);
      await settled(page);
      expect(new URL(page.url()).pathname).toBe(path);
    }
  });

  test('happens when the second page is swapped in, and a later click on a link is followed', async () => {
    const guest = await come({ country: 'MX' });
    const { page } = guest;
    await page.goto('/forex');
    await settled(page);
    await Promise.all([page.waitForURL('**/es/index.html'), swapTo(page, '/crypto').catch(() => undefined)]);
    await page.goBack();
    await settled(page);
    expect(new URL(page.url()).pathname).not.toContain('/es');
    await page.goto('/forex');
    await settled(page);
    await swapTo(page, '/stocks');
    expect(new URL(page.url()).pathname).toBe('/stocks');
  });

  test('does not leave a page with a form or its answer, but happens on the next page', async () => {
    const guest = await come({ country: 'MX' });
    const { page } = guest;
    await page.goto('/contact');
    await settled(page);
    await page.locator('#name').fill('Ana Núñez');
    await page.locator('#email').fill('not an address');
    // `submit()` skips the browser's own validation, so the server answers with the form and its errors.
    await page.evaluate(() => document.querySelector<HTMLFormElement>('main form[data-form]')?.submit());
    await page.locator('main [data-summary] a').first().waitFor();
    await settled(page);
    expect(new URL(page.url()).pathname).toBe('/contact');
    expect(await page.locator('#name').inputValue()).toBe('Ana Núñez');
    await page.goto('/forex', { waitUntil: 'commit' });
    await page.waitForURL('**/es/index.html');
  });

  const stays = [
    ['English that the visitor chose wins', { cookies: { ...consented, locale: 'en' } }],
    ['Italian that the visitor chose wins', { cookies: { ...consented, locale: 'it' } }],
    ['a crawler is never sent away', { context: { userAgent: 'Googlebot/2.1' } }],
  ] as const;

  testSample(
    sample(stays, ([, options]) => !('cookies' in options && options.cookies.locale === 'it')),
    '%s',
    async ([, options]) => {
      const guest = await come({
        country: 'ES',
        ...options,
        cookies: { ...consented, accepted: 'yes', ...('cookies' in options ? options.cookies : {}) },
      });
      for (const path of ['/forex', '/crypto', '/stocks']) {
        await guest.page.goto(path);
        await settled(guest.page);
        expect(new URL(guest.page.url()).pathname).toBe(path);
      }
    },
  );
});

test('an answer that the visitor gives during the request wins: a language, and the notice in another tab', async () => {
  const guest = await come({ country: 'ES', cookies: { ...consented, accepted: 'yes' } });
  const { page, context } = guest;
  await page.goto('/forex');
  await settled(page);
  expect(await page.evaluate(() => sessionStorage.getItem('redirectForLanguage'))).toBe('redirect-es');
  await context.addCookies([{ name: 'locale', value: 'en', url: siteUrl }]);
  await page.goto('/crypto');
  await settled(page);
  expect(new URL(page.url()).pathname).toBe('/crypto');
  // The notice was due when the country was looked up, but the visitor accepted it before it could appear.
  await page.evaluate(() => sessionStorage.setItem('redirectForLanguage', 'eu-notice'));
  await page.goto('/stocks');
  await settled(page);
  expect(await page.locator('[role=alertdialog]').count()).toBe(0);
});

test('the notice appears first, then the consent bar, and no layout shifts', async () => {
  const guest = await come({ country: 'FR', cookies: {} });
  const { page } = guest;
  // On a busy machine the fonts arrive late, and their words are a little wider (tests/screens/late-font.test.ts).
  await page.route(/\.woff2$/, (route) => route.abort());
  await page.addInitScript(() => {
    const shifts: number[] = Object.assign(globalThis, { shifts: [] as number[] }).shifts;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/forex');
  const dialog = page.locator('[role=alertdialog]');
  await dialog.waitFor();
  expect(
    await dialog.evaluate((element) => [getComputedStyle(element).zIndex, element.contains(document.activeElement)]),
  ).toEqual(['1000', true]);
  expect(await page.locator(bar).count()).toBe(0);
  await page.keyboard.press('Escape');
  expect(await dialog.isVisible()).toBe(true);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.waitForSelector(bar, { state: 'visible' });
  await page.click(`${bar} [data-role=necessary]`);
  expect(
    await page.evaluate(() =>
      (globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
    ),
  ).toBeLessThan(0.01);
});

const notices = locales.flatMap((locale) => [
  { locale, width: 320, height: 640 },
  { locale, width: 640, height: 400 },
]);

testSample(
  sample(notices, (_, index) => [1, 2].includes(index)),
  'the notice in $locale at $width px: axe is content, nothing is beside the screen, a swap leaves it, the keyboard answers it',
  async ({ locale, width, height }) => {
    const guest = await come({ country: 'DE', context: { viewport: { width, height } } });
    const { page } = guest;
    await page.goto(locale === 'en' ? '/forex' : `/${locale}/forex`);
    await settled(page);
    const dialog = page.getByRole('alertdialog', { name: expectedWords(locale).notice.title });
    await dialog.waitFor();
    await expect
      .poll(() => dialog.locator('[role=document]').evaluate((panel) => panel.getAnimations().length))
      .toBe(0);
    expect(await axeFaults(page, '[role=alertdialog]')).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    const box = await dialog.locator('[role=document]').boundingBox();
    expect([
      box && box.x >= 0 && box.x + box.width <= width,
      box && box.y >= 0 && box.y + box.height <= height,
    ]).toEqual([true, true]);
    await swapTo(page, locale === 'en' ? '/crypto' : `/${locale}/crypto`);
    expect(await dialog.isVisible()).toBe(true);
    await dialog.getByRole('button').focus();
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
  },
);

testSample(
  sample(
    [
      { country: 'KP', javaScriptEnabled: true, before: false, after: false },
      { country: 'KP', javaScriptEnabled: false, before: false, after: false },
      { country: 'DE', javaScriptEnabled: true, before: false, after: true },
      { country: 'DE', javaScriptEnabled: false, before: false, after: true },
      { country: 'ZA', javaScriptEnabled: true, before: true, after: true },
      { country: 'ZA', javaScriptEnabled: false, before: true, after: true },
    ],
    ({ country, javaScriptEnabled }) => country === 'DE' || javaScriptEnabled,
  ),
  'links that open an account for $country, script $javaScriptEnabled: shown $before, and $after once the notice is answered',
  async ({ country, javaScriptEnabled, before, after }) => {
    const guest = await come({ country, context: { javaScriptEnabled } });
    const { page } = guest;
    const links = page.locator('a:is([href$="/register"], [href*="/register?account="])');
    const shows = async (shown: boolean) => {
      await expect.poll(async () => (await links.filter({ visible: true }).count()) > 0).toBe(shown);
    };
    await page.goto('/account-types');
    if (javaScriptEnabled) await settled(page);
    const notice = page.locator(javaScriptEnabled ? '[role=alertdialog]' : '#eu-notice').locator('button[type=submit]');
    if (country === 'DE') await notice.waitFor();
    await shows(before);
    expect(await links.count()).toBeGreaterThan(0);
    if (country === 'DE') await notice.click();
    await shows(after);
    await page.goto('/forex');
    if (javaScriptEnabled) await settled(page);
    await shows(after);
    await guest.close();
  },
);

test('the notice is in the page without JavaScript for those countries only, until its form is answered', async () => {
  for (const [country, shown] of [
    ['DE', true],
    ['ZA', false],
  ] as const) {
    const guest = await come({ country, context: { javaScriptEnabled: false } });
    await guest.page.goto('/it/forex');
    expect(await guest.page.locator('#eu-notice').isVisible()).toBe(shown);
    if (shown) {
      await guest.page.click('#eu-notice button');
      expect(new URL(guest.page.url()).pathname).toBe('/it/forex');
      expect(await guest.page.locator('#eu-notice').isVisible()).toBe(false);
    }
    await guest.close();
  }
});

async function locations(sitemap: string): Promise<string[]> {
  return [...(await (await fetch(sitemap)).text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address]) => address as string,
  );
}

/** Every page of the site from the sitemaps of all languages, or one of each folder, each in one language. */
async function addressesToCompare(): Promise<string[]> {
  const all = (await Promise.all((await locations(`${siteUrl}/sitemap.xml`)).map(locations))).flat();
  expect(all.length).toBeGreaterThan(100);
  if (isExhaustive) return all;
  const folders = new Map<string, string>();
  for (const address of all) {
    const { pathname } = new URL(address);
    const locale = findLanguage(`${pathname}/`);
    const folder = pathname.split('/').filter((part) => part !== locale)[1] ?? '';
    if (locale === byHash(locales, folder)) folders.set(folder, address);
  }
  return [...folders.values()];
}

test('the HTML of every page is the same bytes for two visitors', async () => {
  const one = {
    'x-country': 'DE',
    cookie: `cc_cookie=${consentCookieValue({ categories: ['necessary', 'analytics', 'ads'] })}; locale=it; accepted=yes`,
    'accept-language': 'it',
  };
  const other = { 'x-country': 'MX', 'accept-language': 'en' };
  const addresses = await addressesToCompare();
  expect(addresses.length).toBeGreaterThan(25);
  for (const address of addresses.filter((candidate) => new URL(candidate).pathname !== '/')) {
    const [a, b] = await Promise.all([one, other].map(async (headers) => (await fetch(address, { headers })).text()));
    expect(a === b, address).toBe(true);
  }
});

test('a returning visitor with valid consent loads no script for consent or country, and the check for it is at most half a kilobyte', async () => {
  const guest = await come();
  const scripts: string[] = [];
  guest.page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  await guest.page.goto('/forex');
  await settled(guest.page);
  expect(scripts.filter((path) => /consent|country|dialog|embed|modal|stylesheet/.test(path))).toEqual([]);
  await guest.close();
  const [withIt = 0, without = 0] = await entryBytes([], ['setUpConsentAndCountry']);
  expect(without).toBeGreaterThan(1000);
  expect(withIt - without).toBeLessThanOrEqual(512);
});
