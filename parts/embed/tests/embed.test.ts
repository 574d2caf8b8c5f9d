/** Another site of the broker shows our header and footer (parts/embed/README.md), in a real Chromium and under its own strict policy. */
import { brotliCompressSync } from 'node:zlib';
import type { Locator } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { locales } from '../../../content/locales.ts';
import { translator } from '../../../site/i18n/translate.ts';
import { axeFaults } from '../../../tests/axe.ts';
import { openPage } from '../../../tests/browser.ts';
import { EmbedSite, drawn, footer, header } from './embed-site.ts';
import { sample, testSample } from '../../../tests/sampled.ts';
import { until } from '../../../tests/until.ts';

/** Brotli bytes of the one script file, as served. */
const budget = 6000;
const six = ['header-nav-items', 'header', 'footer', 'footer-links', 'common-datum', 'default-seo'];

const site = await EmbedSite.start();
afterAll(() => site.stop());

describe('the file', () => {
  test('keeps its byte budget, has an ETag, and may be loaded from any origin', async () => {
    const answer = await fetch(`${site.url}/embed/site-frame.js`, { headers: { 'accept-encoding': 'br' } });
    const bytes = Buffer.from(await answer.arrayBuffer());
    // With an address that is the same in every run: with some ports the file has twenty bytes more.
    const size = brotliCompressSync(bytes.toString().replaceAll(site.url, 'https://www.broker.example')).length;
    expect(size).toBeLessThan(budget);
    expect(size).toBeGreaterThan(budget / 2);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(bytes.toString()).toContain(site.url);
    expect(bytes.toString()).not.toContain('site.invalid');
    const again = await fetch(`${site.url}/embed/site-frame.js`, {
      headers: { 'if-none-match': answer.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
    for (const name of ['icons.svg', 'instrument-sans.woff2'])
      expect((await fetch(`${site.url}/embed/${name}`)).status).toBe(200);
    expect((await fetch(`${site.url}/embed/none.js`)).status).toBe(404);
  });

  test('and the six endpoints name only the allowed origins', async () => {
    for (const path of ['/embed/site-frame.js', '/api/settings', ...six.map((name) => `/api/strapi/${name}`)]) {
      const allowed = async (origin: string, init: RequestInit = {}) => {
        const { status, headers } = await fetch(`${site.url}${path}`, {
          ...init,
          headers: { origin, ...(init.headers as Record<string, string>) },
        });
        return [
          path,
          status,
          headers.get('access-control-allow-origin'),
          headers.get('vary')?.split(', ').includes('Origin'),
        ];
      };
      expect(await allowed(site.helpCentre.url)).toEqual([path, 200, site.helpCentre.url, true]);
      expect(await allowed('https://evil.example')).toEqual([path, 200, null, true]);
      expect(await allowed('null')).toEqual([path, 200, null, true]);
      const ahead = {
        method: 'OPTIONS',
        headers: { 'access-control-request-method': 'GET', 'access-control-request-headers': 'if-none-match' },
      };
      expect(await allowed(site.helpCentre.url, ahead)).toEqual([path, 204, site.helpCentre.url, true]);
      const [, status, origin] = await allowed('https://evil.example', ahead);
      expect([path, Number(status) >= 400, origin]).toEqual([path, true, null]);
    }
    // Other endpoints allow no other origin.
    for (const path of ['/', '/api/geo', '/api/search?q=cfd'])
      expect(
        (await fetch(`${site.url}${path}`, { headers: { origin: site.helpCentre.url } })).headers.get(
          'access-control-allow-origin',
        ),
      ).toBeNull();
  });
});

describe('header and footer', () => {
  testSample(
    sample(locales, (lang) => lang === 'es'),
    'are the site’s own in %s, asked for in that language',
    async (lang) => {
      const watched = await openPage(site.browser, { viewport: { width: 1440, height: 900 } });
      const { page } = watched;
      const requests: [string, string | undefined][] = [];
      page.on('request', (request) => {
        if (request.url().includes('/api/'))
          requests.push([new URL(request.url()).pathname, request.headers()['accept-language']]);
      });
      await page.goto(`${site.helpCentre.url}/?lang=${lang}`);
      await drawn(page, lang);
      const expected = [...six.map((name) => `/api/strapi/${name}`), '/api/settings'];
      expect(new Map(requests.filter(([, language]) => language === lang))).toEqual(
        new Map(expected.map((path) => [path, lang])),
      );
      expect(requests.filter(([, language]) => language === lang)).toHaveLength(expected.length);

      // The embedded parts must show the same as the site itself.
      const ownPage = await openPage(site.browser, { viewport: { width: 1440, height: 900 } });
      await ownPage.page.goto(`${site.url}/${lang}`);
      const trimmed = async (list: Locator) =>
        (await list.allTextContents()).map((text) => text.trim()).filter(Boolean);
      const sorted = async (list: Locator) => (await trimmed(list)).toSorted();
      expect(await trimmed(header(page).locator('nav button'))).toEqual(
        await trimmed(ownPage.page.locator('header nav summary')),
      );
      expect(await sorted(header(page).locator('nav .panel a'))).toEqual(
        await sorted(ownPage.page.locator('header nav li li a')),
      );
      expect(await trimmed(header(page).locator('nav .panel p strong'))).toEqual(
        await trimmed(ownPage.page.locator('header nav p strong')),
      );
      expect(await trimmed(footer(page).locator('.columns p, .columns li'))).toEqual(
        await trimmed(
          ownPage.page.locator(`footer nav[aria-label="${translator(lang)('layout.footerMenu')}"] :is(p, li)`),
        ),
      );
      expect(await trimmed(footer(page).locator('.disclaimer p'))).toEqual(
        await trimmed(ownPage.page.locator('footer p:has(strong)')),
      );
      await ownPage.close();

      const t = translator(lang);
      await expect.poll(() => footer(page).locator('p.small').allTextContents()).toContain(t('layout.paymentMethods'));
      const links = await page
        .locator('brokerfront-header a, brokerfront-footer a')
        .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
      const prefix = lang === 'en' ? '' : `/${lang}`;
      expect(links).toContain(`${site.url}${prefix}/login`);
      expect(links).toContain(`${site.url}${prefix}/legal/risk-disclosure`);
      for (const link of links) expect(link).toMatch(/^(?:https?:\/\/|mailto:|tel:)/);
      const pictures = await page.locator('brokerfront-header img, brokerfront-footer img').evaluateAll(async (all) =>
        Promise.all(
          all.map(async (image) =>
            (image as HTMLImageElement).decode().then(
              () => '',
              () => (image as HTMLImageElement).src,
            ),
          ),
        ),
      );
      expect(pictures.filter(Boolean)).toEqual([]);
      expect(await page.locator('head meta[name=description]').getAttribute('content')).toBeTruthy();
      expect(watched.faults()).toEqual([]);
    },
  );

  test('load again when the language changes, and leave the switcher to a page that handles it', async () => {
    const watched = await site.visit('en');
    const { page } = watched;
    const description = await page.locator('head meta[name=description]').getAttribute('content');
    for (const lang of ['es', 'it', 'en'] as const) {
      const answers = six.map((name) =>
        page.waitForResponse(
          (response) =>
            response.url().endsWith(`/api/strapi/${name}`) && response.request().headers()['accept-language'] === lang,
        ),
      );
      await header(page).locator('.side button').click();
      await header(page).locator(`.side a[lang=${lang}]`).click();
      for (const answer of await Promise.all(answers)) expect(answer.headers()['content-language']).toBe(lang);
      await drawn(page, lang);
      expect(new URL(page.url()).search).toBe('?lang=en');
      // The focus stays on the switcher, whichever language it shows.
      expect(await header(page).evaluate((element) => element.shadowRoot?.activeElement?.textContent)).toContain(
        lang.toUpperCase(),
      );
    }
    expect(await page.locator('head meta[name=description]').getAttribute('content')).toBe(description);
    expect(await page.locator('head meta[name=description]').count()).toBe(1);
    // If no script of the page handles the event, the switcher is an ordinary link.
    await page.evaluate(() =>
      document.addEventListener('brokerfront-language', (event) => event.stopImmediatePropagation(), { capture: true }),
    );
    await header(page).locator('.side button').click();
    await header(page).locator('.side a[lang=it]').click();
    await page.waitForURL(`${site.url}/it`);
  });

  test('have no button for a withdrawn page, for which the site sends no label', async () => {
    const watched = await openPage(site.browser, { viewport: { width: 1440, height: 900 } });
    const { page } = watched;
    await page.route('**/api/strapi/header', async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { data: { attributes: object } };
      Object.assign(answer.data.attributes, { loginButtonText: '' });
      await route.fulfill({ response, json: answer });
    });
    await page.goto(`${site.helpCentre.url}/?lang=es`);
    await drawn(page, 'es');
    await header(page).locator('a.button').first().waitFor();
    expect(
      await header(page)
        .locator('a.button')
        .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href)),
    ).toEqual([`${site.url}/es/register`]);
  });

  test('work by keyboard: a menu opens, Escape closes it and returns the focus, leaving closes it', async () => {
    const { page } = await site.visit('en', { viewport: { width: 1440, height: 900 } });
    const button = header(page).locator('nav button').first();
    const panel = header(page).locator('nav .panel').first();
    const focused = () => header(page).evaluate((element) => element.shadowRoot?.activeElement?.textContent);
    await button.focus();
    expect([await button.getAttribute('aria-expanded'), await panel.isVisible()]).toEqual(['false', false]);
    await page.keyboard.press('Enter');
    expect([await button.getAttribute('aria-expanded'), await panel.isVisible()]).toEqual(['true', true]);
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Forex');
    await page.keyboard.press('Escape');
    expect([await button.getAttribute('aria-expanded'), await panel.isVisible(), await focused()]).toEqual([
      'false',
      false,
      'Markets',
    ]);
    await page.keyboard.press('Space');
    expect(await panel.isVisible()).toBe(true);
    const second = header(page).locator('nav button').nth(1);
    await second.click();
    expect([await panel.isVisible(), await second.getAttribute('aria-expanded')]).toEqual([false, 'true']);
    await page.locator('#theme').focus();
    expect(await second.getAttribute('aria-expanded')).toBe('false');
    await second.click();
    await page.locator('main li').last().click();
    expect(await second.getAttribute('aria-expanded')).toBe('false');
  });

  test('have a toggle at 768 px and less, the whole menu above that width, and no overflow', async () => {
    const { page } = await site.visit('es', { viewport: { width: 769, height: 900 } });
    const toggle = header(page).locator('.toggle');
    const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    expect([await toggle.isVisible(), await header(page).locator('nav').isVisible(), await fits()]).toEqual([
      false,
      true,
      true,
    ]);
    for (const index of [0, 1, 2, 3, 4, 5]) {
      await header(page).locator('nav button').nth(index).click();
      const box = await header(page).locator('nav .panel').nth(index).boundingBox();
      expect(box && box.x >= 0 && box.x + box.width <= 769, `menu ${index}`).toBe(true);
    }
    await page.setViewportSize({ width: 768, height: 900 });
    expect([await toggle.isVisible(), await header(page).locator('nav').isVisible(), await fits()]).toEqual([
      true,
      false,
      true,
    ]);
    await toggle.click();
    await header(page).locator('nav button').first().click();
    expect(await header(page).locator('nav .panel').first().isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    expect([
      await header(page).locator('nav .panel').first().isVisible(),
      await header(page).locator('nav').isVisible(),
    ]).toEqual([false, true]);
    await page.keyboard.press('Escape');
    expect([
      await header(page).locator('nav').isVisible(),
      await header(page).evaluate((element) => element.shadowRoot?.activeElement?.className),
    ]).toEqual([false, 'toggle']);
    for (const lang of locales) {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto(`${site.helpCentre.url}/?lang=${lang}`);
      await drawn(page, lang);
      expect([lang, await fits()]).toEqual([lang, true]);
    }
    // Following a link closes the menu. The page cancels the navigation, so that the test stays here.
    await toggle.click();
    await header(page).locator('nav button').first().click();
    await page.evaluate(() => document.addEventListener('click', (event) => event.preventDefault()));
    await header(page).locator('nav .panel a').first().click();
    expect(await header(page).locator('nav').isVisible()).toBe(false);
  });

  testSample(
    sample(['light', 'dark'] as const, (colorScheme) => colorScheme === 'dark'),
    'are clean for axe in %s, wide and narrow, open and closed',
    async (colorScheme) => {
      const { page } = await site.visit('en', { colorScheme });
      for (const width of [1280, 1000, 360]) {
        await page.setViewportSize({ width, height: 800 });
        if (width === 360) await header(page).locator('.toggle').click();
        expect(await axeFaults(page)).toEqual([]);
        await header(page).locator('nav button').first().click();
        expect(await axeFaults(page)).toEqual([]);
        await page.keyboard.press('Escape');
      }
      // The page's theme overrides that of the device.
      await page.setViewportSize({ width: 1280, height: 800 });
      const other = colorScheme === 'light' ? 'dark' : 'light';
      await page.locator('#theme').selectOption(other);
      await until(
        async () => (await header(page).locator('.logo source').count()) === 0,
        'the logo of the other theme',
      );
      expect(await axeFaults(page)).toEqual([]);
    },
  );
});
