/** Moving between pages (decision 3, R21, R62) through the built server and a real browser. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { launchChromium, markDocument, openPage } from './browser.ts';

const siteUrl = inject('siteUrl');
const article = '/news/gold-when-nothing-happens';
let browser: Browser;
beforeAll(async () => { browser = await launchChromium(); });
afterAll(async () => { await browser.close(); });

const isPayload = (url: string) => url.includes('/_payload.json');
const heading = (page: Page) => page.locator('h1').innerText();

/** Adds links to the page, as content would have them, and clicks one without waiting for anything. */
async function addLinks(page: Page, hrefs: string[]): Promise<void> {
  await page.evaluate((addresses) => {
    const list = document.createElement('p');
    list.id = 'test-links';
    list.style.cssText = 'position:fixed;inset:80px auto auto 0;z-index:99;display:grid';
    list.innerHTML = addresses.map((address) => `<a href="${address}">${address}</a>`).join('');
    document.querySelector('main')?.append(list);
  }, hrefs);
}

async function home(page: Page, path = '/'): Promise<void> {
  await page.goto(`${siteUrl}${path}`);
  await page.waitForLoadState('load');
}

describe('a link to another page of the site', () => {
  test('swaps main and head, keeps the document, moves the focus, says the title, marks the menu', async () => {
    const { page, complaints } = await openPage(browser);
    await home(page);
    const same = await markDocument(page);
    await addLinks(page, ['/forex']);
    await page.click('#test-links a');
    await page.waitForURL('**/forex');
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    expect(await same()).toBe(true);
    const swapped = await page.evaluate(() => ({
      head: [...document.head.querySelectorAll('title, meta[name=description], link[rel=canonical], link[rel=alternate], meta[property], script[type="application/ld+json"]')].map((tag) => tag.outerHTML),
      announced: document.querySelector('p[aria-live=polite]')?.textContent,
      languages: [...document.querySelectorAll('a[data-language]')].map((link) => link.getAttribute('href')),
      current: [...document.querySelectorAll('[data-header] [aria-current=page]')].map((link) => link.getAttribute('href')),
      menu: document.querySelectorAll('[data-header] summary[data-current]').length,
      top: scrollY,
    }));
    await page.reload();
    const loaded = await page.evaluate(() => ({
      head: [...document.head.querySelectorAll('title, meta[name=description], link[rel=canonical], link[rel=alternate], meta[property], script[type="application/ld+json"]')].map((tag) => tag.outerHTML),
      announced: document.title,
      languages: [...document.querySelectorAll('a[data-language]')].map((link) => link.getAttribute('href')),
      current: [...document.querySelectorAll('[data-header] [aria-current=page]')].map((link) => link.getAttribute('href')),
      menu: document.querySelectorAll('[data-header] summary[data-current]').length,
      top: 0,
    }));
    expect(swapped.head.toSorted()).toEqual(loaded.head.toSorted());
    expect({ ...swapped, head: [] }).toEqual({ ...loaded, head: [] });
    expect(loaded.current).toContain('/forex');
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('back and forward show the page of the address, at the place where it was left', async () => {
    const { page } = await openPage(browser);
    await home(page, '/about');
    const same = await markDocument(page);
    const title = await heading(page);
    await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }));
    await addLinks(page, ['/regulation#main', '/glossary#spread']);
    await page.click('#test-links a:nth-child(2)');
    await page.waitForFunction(() => location.pathname === '/glossary' && document.activeElement?.id === 'spread');
    expect(await page.evaluate(() => document.getElementById('spread')?.getBoundingClientRect().top)).toBeLessThan(400);
    await page.goBack();
    await page.waitForFunction((text) => document.querySelector('h1')?.innerText === text, title);
    await page.waitForFunction(() => Math.abs(scrollY - 900) < 5);
    await page.goForward();
    await page.waitForFunction(() => location.pathname === '/glossary' && document.querySelector('#terms') !== null);
    expect(await same()).toBe(true);
    await page.context().close();
  });

  test('what is not a page of this document is left to the browser', async () => {
    const { page } = await openPage(browser);
    const left: [selector: string, kept: boolean][] = [];
    for (const href of ['/es/forex', '/sitemap.xml', '/no-such-page', '/accounts', '/api/locale?to=it&path=/it']) {
      await home(page, '/about');
      const same = await markDocument(page);
      await addLinks(page, [href]);
      const before = page.url();
      await page.click('#test-links a');
      await page.waitForFunction((url) => location.href !== url, before);
      await page.waitForLoadState();
      left.push([href, await same()]);
    }
    expect(left.filter(([, kept]) => kept)).toEqual([]);
    // Within the page, a download, a new tab, a modified click: the page stays.
    await home(page, '/glossary');
    const same = await markDocument(page);
    await page.click('nav[aria-label] a[href^="#letter-"]:last-child');
    await page.waitForFunction(() => location.hash.startsWith('#letter-'));
    await addLinks(page, ['/forex']);
    const opened = page.context().waitForEvent('page');
    await page.click('#test-links a', { modifiers: ['ControlOrMeta'] });
    await (await opened).close();
    await page.evaluate(() => { (document.querySelector('#test-links a') as HTMLAnchorElement).target = '_blank'; });
    const second = page.context().waitForEvent('page');
    await page.click('#test-links a');
    await (await second).close();
    await page.evaluate(() => { Object.assign(document.querySelector('#test-links a') as HTMLAnchorElement, { target: '', download: 'forex.html' }); });
    const download = page.waitForEvent('download');
    await page.click('#test-links a');
    await (await download).cancel();
    expect(new URL(page.url()).pathname).toBe('/glossary');
    expect(await same()).toBe(true);
    // A form is sent as a form.
    await home(page, '/search');
    const form = await markDocument(page);
    await page.fill('input[name=q]', 'margin');
    await page.press('input[name=q]', 'Enter');
    await page.waitForURL('**/search?q=margin**');
    expect(await form()).toBe(false);
    await page.context().close();
  });
});

describe('preloading', () => {
  test('ten links hovered at once: never more than four in flight, the last one first', async () => {
    const { page } = await openPage(browser);
    let inFlight = 0;
    let most = 0;
    const asked: string[] = [];
    const waiting: (() => void)[] = [];
    await page.route((url) => isPayload(url.href), async (route) => {
      asked.push(new URL(route.request().url()).pathname.replace('/_payload.json', ''));
      most = Math.max(most, ++inFlight);
      await new Promise<void>((resolve) => waiting.push(resolve));
      inFlight -= 1;
      await route.continue();
    });
    await home(page, '/error');
    const targets = ['/forex', '/crypto', '/stocks', '/indices', '/commodities', '/mt5', '/app', '/ib', '/partners', '/careers'];
    await addLinks(page, targets);
    await page.evaluate(() => {
      for (const link of document.querySelectorAll('#test-links a')) link.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    });
    await expect.poll(() => inFlight).toBe(4);
    while (targets.some((target) => !asked.includes(target))) {
      await expect.poll(() => waiting.length).toBeGreaterThan(0);
      waiting.shift()?.();
    }
    for (const free of waiting) free();
    expect(most).toBe(4);
    // Links in view may have had a place before; of those that wait, the last one hovered is the next.
    expect(asked.indexOf('/careers')).toBeLessThan(asked.indexOf('/partners'));
    expect(asked.indexOf('/partners')).toBeLessThan(asked.indexOf('/indices'));
    await page.context().close();
  });

  test('a visitor who saves data gets nothing that was not asked for', async () => {
    const { page } = await openPage(browser);
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } }));
    const asked: string[] = [];
    page.on('request', (request) => { if (isPayload(request.url())) asked.push(request.url()); });
    await home(page);
    await addLinks(page, ['/forex']);
    await page.hover('#test-links a');
    await page.waitForLoadState('networkidle');
    expect(asked).toEqual([]);
    await page.click('#test-links a');
    await page.waitForURL('**/forex');
    await page.context().close();
  });
});

describe('when things go wrong', () => {
  test('five quick clicks end at the fifth page, and no other one is ever shown', async () => {
    const { page } = await openPage(browser);
    await home(page, '/error');
    const same = await markDocument(page);
    const targets = ['/forex', '/crypto', '/stocks', '/indices', '/commodities'];
    await addLinks(page, targets);
    // The earlier a page was asked for, the later it answers.
    await page.route((url) => isPayload(url.href) && targets.some((target) => url.pathname.startsWith(target)), async (route) => {
      const place = targets.findIndex((target) => route.request().url().includes(target));
      await new Promise((resolve) => setTimeout(resolve, 400 - place * 80));
      await route.continue().catch(() => undefined);
    });
    await page.evaluate(() => {
      const shown: string[] = [];
      Object.assign(window, { shown });
      document.addEventListener('site:swapped', () => shown.push(location.pathname));
      for (const link of document.querySelectorAll<HTMLElement>('#test-links a')) link.click();
    });
    await page.waitForURL('**/commodities');
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => (window as unknown as { shown: string[] }).shown)).toEqual(['/commodities']);
    expect(await page.title()).toContain(await page.evaluate(async () => new DOMParser().parseFromString(await (await fetch('/commodities')).text(), 'text/html').title));
    expect(await same()).toBe(true);
    await page.context().close();
  });

  test.each(['answers 500', 'is cut off', 'is not JSON', 'is of another release'])('a payload that %s becomes a full load of the target', async (fault) => {
    const { page } = await openPage(browser);
    await home(page, '/about');
    const same = await markDocument(page);
    await page.route((url) => isPayload(url.href), (route) => {
      if (fault === 'is cut off') return route.abort();
      if (fault === 'answers 500') return route.fulfill({ status: 500, json: {} });
      if (fault === 'is not JSON') return route.fulfill({ body: '<html>' });
      return route.fulfill({ json: { title: 'x', head: '', lang: 'en', main: '<h1>Old</h1>', languages: {}, buildId: 'another' } });
    });
    await addLinks(page, ['/forex']);
    await page.click('#test-links a');
    await page.waitForURL('**/forex');
    await page.waitForLoadState();
    expect(await same()).toBe(false);
    expect(await heading(page)).not.toBe('Old');
    await page.goBack();
    await page.waitForURL('**/about');
    await page.context().close();
  });

  test('a payload that never answers: the loader stands from soon until 3 seconds, then the target is loaded', async () => {
    const { page } = await openPage(browser);
    await home(page, '/about');
    const same = await markDocument(page);
    await page.route((url) => isPayload(url.href), () => undefined);
    await addLinks(page, ['/forex']);
    const clicked = Date.now();
    await page.click('#test-links a');
    await page.waitForSelector('.page-loader[role=status]');
    expect(await page.locator('.page-loader').innerText()).toBe('Loading the page');
    await page.waitForSelector('.page-loader', { state: 'detached' });
    const cleared = Date.now() - clicked;
    expect(cleared).toBeGreaterThan(2500);
    expect(cleared).toBeLessThan(4500);
    expect(await same()).toBe(true);
    await page.waitForURL('**/forex');
    await page.waitForLoadState();
    expect(await same()).toBe(false);
    await page.context().close();
  });

  test('a fast answer never shows the loader', async () => {
    const { page } = await openPage(browser);
    await home(page, '/about');
    await page.evaluate(() => {
      new MutationObserver((records) => {
        if (records.some(({ addedNodes }) => [...addedNodes].some((node) => (node as Element).className === 'page-loader'))) document.documentElement.dataset['loaderSeen'] = '';
      }).observe(document.body, { childList: true });
    });
    await addLinks(page, [article]);
    await page.hover('#test-links a');
    await page.waitForLoadState('networkidle');
    await page.click('#test-links a');
    await page.waitForURL(`**${article}`);
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    expect(await page.evaluate(() => document.documentElement.dataset['loaderSeen'])).toBeUndefined();
    await page.context().close();
  });

  test.each(['JavaScript is off', 'the Navigation API is missing'])('links are links when %s', async (lack) => {
    const { page } = await openPage(browser, { javaScriptEnabled: lack !== 'JavaScript is off' });
    if (lack !== 'JavaScript is off') await page.addInitScript(() => { Reflect.deleteProperty(window, 'navigation'); });
    const asked: string[] = [];
    page.on('request', (request) => { if (isPayload(request.url())) asked.push(request.url()); });
    await home(page);
    await page.locator('main a[href="/register"]').first().click();
    await page.waitForURL('**/register');
    await page.goBack();
    await page.waitForURL(`${siteUrl}/`);
    expect(asked).toEqual([]);
    await page.context().close();
  });

  test('a browser that changes the address first: swaps, quick clicks and failures end at the same place', async () => {
    const { page } = await openPage(browser);
    await page.addInitScript(() => { Reflect.deleteProperty(window, 'NavigationPrecommitController'); });
    await home(page, '/error');
    const same = await markDocument(page);
    await addLinks(page, ['/forex', '/crypto', '/stocks']);
    await page.evaluate(() => {
      const shown: string[] = [];
      Object.assign(window, { shown });
      document.addEventListener('site:swapped', () => shown.push(location.pathname));
      for (const link of document.querySelectorAll<HTMLElement>('#test-links a')) link.click();
    });
    await page.waitForFunction(() => (window as unknown as { shown: string[] }).shown.length > 0);
    expect(await page.evaluate(() => (window as unknown as { shown: string[] }).shown)).toEqual(['/stocks']);
    await page.goBack();
    await page.waitForFunction(() => (window as unknown as { shown: string[] }).shown.length === 2);
    expect(await same()).toBe(true);
    await page.route((url) => isPayload(url.href), (route) => route.fulfill({ status: 500, json: {} }));
    await addLinks(page, ['/mt5']);
    await page.click('#test-links a');
    await page.waitForURL('**/mt5');
    await page.waitForFunction(() => document.readyState === 'complete' && document.documentElement.dataset['testMark'] === undefined);
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toContain('/mt5');
    await page.context().close();
  });
});
