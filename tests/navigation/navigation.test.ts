/**
 * Navigation (docs/decisions/0013-navigator.md, R21, R62) through the built server and a real browser: swaps, links that are left to the
 * browser, preloading.
 */
import { describe, expect, test } from 'vitest';
import { axeFaults } from '../axe.ts';
import { allowPreloading, sharedChromium, markDocument, openPage, saveData, settled } from '../browser.ts';
import { addLinks, isPayload, openPath } from '../navigation-links.ts';

const browser = await sharedChromium();

describe('a link to another page of the site', () => {
  // Where the header and footer link to these pages: in the menu; only as the logo's link; in the footer's links and its text.
  test.each(['/forex', '/', '/legal/risk-disclosure'])(
    'swaps main and head, keeps the document, moves the focus, announces the title, marks header and footer: %s',
    async (path) => {
      const { page, complaints } = await openPage(browser);
      const shown = () =>
        page.evaluate(() => ({
          head: [
            ...document.head.querySelectorAll(
              'title, meta[name=description], link[rel=canonical], link[rel=alternate], meta[property], script[type="application/ld+json"]',
            ),
          ]
            .map((tag) => tag.outerHTML)
            .toSorted(),
          languages: [...document.querySelectorAll('a[data-language]')].map((link) => link.getAttribute('href')),
          current: [...document.querySelectorAll('[data-header] [aria-current=page], footer [aria-current=page]')].map(
            (link) => link.getAttribute('href'),
          ),
          menu: [...document.querySelectorAll('[data-header] nav summary')].map((summary) =>
            Number(getComputedStyle(summary).fontWeight),
          ),
          top: scrollY,
        }));
      await openPath(page, '/about');
      const same = await markDocument(page);
      await addLinks(page, [path]);
      await page.click('#test-links a');
      await page.waitForURL(`**${path}`);
      await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
      expect(await same()).toBe(true);
      const swapped = await shown();
      const announced = await page.locator('p[aria-live=polite]').textContent();
      await page.reload();
      const loaded = await shown();
      expect(swapped).toEqual(loaded);
      expect(swapped.top).toBe(0);
      expect(announced).toBe(await page.title());
      expect(new Set(loaded.current)).toEqual(new Set([path]));
      expect(loaded.menu.filter((weight) => weight > 500)).toHaveLength(path === '/forex' ? 1 : 0);
      expect(complaints).toEqual([]);
    },
  );

  test.each([true, false])(
    'begins in the search field of every header, on a phone in the menu; with a script: %s',
    async (javaScriptEnabled) => {
      const { page } = await openPage(browser, { javaScriptEnabled, viewport: { width: 360, height: 740 } });
      await openPath(page, '/es/about');
      if (javaScriptEnabled) {
        const field = page.locator('[data-header] [name=q]:focus');
        // The scripts of the page come when it is idle.
        await expect.poll(async () => (await page.keyboard.press('/'), field.isVisible())).toBe(true);
        await page.keyboard.type('apalancamiento');
        await page.locator('[role=option]').first().waitFor();
        expect(await axeFaults(page)).toEqual([]);
        await page.keyboard.press('ArrowDown');
        expect(await field.getAttribute('aria-activedescendant')).toBe(
          await page.locator('[role=option][aria-selected=true]').getAttribute('id'),
        );
        await page.keyboard.press('Enter');
        await page.waitForURL('**/es/glossary/leverage');
        await expect.poll(() => page.locator('[data-header] [name=q]').inputValue()).toBe('');
      } else {
        await page.locator('[popovertarget=site-menu]').click();
        await page.locator('[data-header] [name=q]').fill('apalancamiento');
        await page.locator('[data-header] [name=q]').press('Enter');
        await page.waitForURL('**/es/search?q=apalancamiento');
        expect(await page.locator('#results h3').count()).toBeGreaterThan(0);
      }
    },
  );

  test('is followed by back and forward, which show the page of the address at its scroll position', async () => {
    const { page } = await openPage(browser);
    await openPath(page, '/about');
    const same = await markDocument(page);
    const title = await page.locator('h1').innerText();
    await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }));
    await addLinks(page, ['/regulation#main', '/glossary#spread']);
    await page.click('#test-links a:nth-child(2)');
    await page.waitForFunction(
      () => location.pathname === '/glossary' && document.querySelector('#spread')?.closest('details')?.open,
    );
    expect(await page.evaluate(() => document.getElementById('spread')?.getBoundingClientRect().top)).toBeLessThan(400);
    await page.goBack();
    await page.waitForFunction((text) => document.querySelector('h1')?.innerText === text, title);
    await page.waitForFunction(() => Math.abs(scrollY - 900) < 5);
    await page.goForward();
    await page.waitForFunction(() => location.pathname === '/glossary' && document.querySelector('#terms') !== null);
    expect(await same()).toBe(true);
  });

  test('links that cannot be swapped are left to the browser', async () => {
    const { page } = await openPage(browser);
    const left: [selector: string, kept: boolean][] = [];
    for (const href of ['/es/forex', '/sitemap.xml', '/no-such-page', '/accounts', '/api/locale?to=it&path=/it']) {
      await openPath(page, '/about');
      const same = await markDocument(page);
      await addLinks(page, [href]);
      const before = page.url();
      await page.click('#test-links a');
      await page.waitForFunction((url) => location.href !== url, before);
      await page.waitForLoadState();
      left.push([href, await same()]);
    }
    expect(left.filter(([, kept]) => kept)).toEqual([]);
    // A fragment link, a modified click, a new tab and a download all keep the page.
    await openPath(page, '/glossary');
    const same = await markDocument(page);
    await page.click('nav[aria-label] a[href^="#letter-"]:last-child');
    await page.waitForFunction(() => location.hash.startsWith('#letter-'));
    await addLinks(page, ['/forex']);
    const opened = page.context().waitForEvent('page');
    await page.click('#test-links a', { modifiers: ['ControlOrMeta'] });
    await (await opened).close();
    await page.evaluate(() => {
      (document.querySelector('#test-links a') as HTMLAnchorElement).target = '_blank';
    });
    const second = page.context().waitForEvent('page');
    await page.click('#test-links a');
    await (await second).close();
    await page.evaluate(() => {
      Object.assign(document.querySelector('#test-links a') as HTMLAnchorElement, {
        target: '',
        download: 'forex.html',
      });
    });
    const download = page.waitForEvent('download');
    await page.click('#test-links a');
    await (await download).cancel();
    expect(new URL(page.url()).pathname).toBe('/glossary');
    expect(await same()).toBe(true);
    // The browser submits a form; the navigator does not swap it.
    await openPath(page, '/search');
    const form = await markDocument(page);
    await page.fill('main input[name=q]', 'margin');
    await page.press('main input[name=q]', 'Enter');
    await page.waitForURL('**/search?q=margin**');
    expect(await form()).toBe(false);
  });
});

describe('preloading', () => {
  test('of ten links at once has at most four requests open, the last link first', async () => {
    const { page } = await openPage(browser);
    await allowPreloading(page);
    let inFlight = 0;
    let maxOpen = 0;
    const requested: string[] = [];
    const waiting: (() => void)[] = [];
    await page.route(
      (url) => isPayload(url.href),
      async (route) => {
        requested.push(new URL(route.request().url()).pathname.replace('/_payload.json', ''));
        maxOpen = Math.max(maxOpen, ++inFlight);
        await new Promise<void>((resolve) => waiting.push(resolve));
        inFlight -= 1;
        await route.continue();
      },
    );
    await openPath(page, '/error');
    const targets = [
      '/forex',
      '/crypto',
      '/stocks',
      '/indices',
      '/commodities',
      '/mt5',
      '/app',
      '/ib',
      '/partners',
      '/careers',
    ];
    await addLinks(page, targets);
    // A hover before the scripts of the page have loaded has no effect.
    await expect
      .poll(async () => {
        await page.evaluate(() => {
          for (const link of document.querySelectorAll('#test-links a'))
            link.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
        });
        return inFlight;
      })
      .toBe(4);
    while (targets.some((target) => !requested.includes(target))) {
      await expect.poll(() => waiting.length).toBeGreaterThan(0);
      waiting.shift()?.();
    }
    for (const free of waiting) free();
    expect(maxOpen).toBe(4);
    // Links in view may occupy some of the four places, so only the fifth certainly waits. Of the waiting ones, the last one hovered is loaded next.
    expect(requested.indexOf('/careers')).toBeLessThan(requested.indexOf('/partners'));
    expect(requested.indexOf('/partners')).toBeLessThan(requested.indexOf('/commodities'));
  });

  test('does not happen for a visitor who saves data', async () => {
    const { page } = await openPage(browser);
    await saveData(page);
    const requested: string[] = [];
    page.on('request', (request) => {
      if (isPayload(request.url())) requested.push(request.url());
    });
    await openPath(page);
    await addLinks(page, ['/forex']);
    await page.hover('#test-links a');
    await settled(page);
    expect(requested).toEqual([]);
    await page.click('#test-links a');
    await page.waitForURL('**/forex');
  });
});
