/** Header and footer on another site when something is wrong: with the content, the browser's storage or the site itself. */
import { afterAll, describe, expect, inject, test } from 'vitest';
import type { Locale } from '../../../content/locales.ts';
import { translator } from '../../../site/i18n/translate.ts';
import { openPage } from '../../../tests/browser.ts';
import { EmbedSite, drawn, footer, header } from './embed-site.ts';
import { startHelpCentre } from './help-centre.ts';

const site = await EmbedSite.start();
afterAll(() => site.stop());

describe('malformed or hostile content', () => {
  test('never becomes markup or a script, and no link has a scheme that runs code', async () => {
    await site.change('footer', 'it', {
      socialsTitle: '<img src=x onerror="globalThis.ran=1">',
      text: [
        '<img src=x onerror="globalThis.ran=1"><script>globalThis.ran=1</script> **bold** and *slanted* \\*not\\* `a*b*` snake_case_word 5 &lt; 6&nbsp;&amp;&#8364; &unknown;',
        '[one](javascript:globalThis.ran=1) [two](JaVa\tScRiPt:alert) [three](data:text/html,x) [four](vbscript:x) [five](file:///etc/passwd) [six](/forex) [seven](https://x.example/a_(b) "title") <https://y.example> [**strong**](mailto:a@b.example)',
        '- first\n- second *item*',
        'line\nbreak',
        `${'**'.repeat(4000)} ${'['.repeat(4000)}`,
      ].join('\n\n'),
      additionalLinks: [
        { name: 'Run', url: 'javascript:globalThis.ran=1' },
        { name: 'Tab', url: 'https://x.example/', openInNewTab: true },
      ],
    });
    const watched = await site.visit('it');
    const { page } = watched;
    const [first, second, ...rest] = await footer(page)
      .locator('.disclaimer > *')
      .evaluateAll((all) => all.map((element) => element.innerHTML));
    expect(first).toBe(
      'globalThis.ran=1 <strong>bold</strong> and <em>slanted</em> *not* <code>a*b*</code> snake_case_word 5 &lt; 6&nbsp;&amp;€ &amp;unknown;',
    );
    expect(second).toContain('<span>one</span>');
    const links = await footer(page)
      .locator('.disclaimer a')
      .evaluateAll((all) => all.map((link) => [link.textContent, (link as HTMLAnchorElement).href]));
    expect(links).toEqual([
      ['six', `${site.url}/it/forex`],
      ['seven', 'https://x.example/a_(b)'],
      ['https://y.example', 'https://y.example/'],
      ['strong', 'mailto:a@b.example'],
    ]);
    expect(rest.slice(0, 2)).toEqual(['<li>first</li><li>second <em>item</em></li>', 'line<br>break']);
    expect(await footer(page).locator('.stack p').last().textContent()).toBe(translator('it')('layout.paymentMethods'));
    expect(await footer(page).getByText('<img src=x onerror="globalThis.ran=1">').count()).toBe(1);
    // The site leaves this link out of its answer; the next test covers an answer that contains one.
    expect(await footer(page).getByText('Run', { exact: true }).count()).toBe(0);
    expect(
      await footer(page)
        .locator('.legal a')
        .evaluateAll((all) =>
          all.map((link) => [(link as HTMLAnchorElement).target, (link as HTMLAnchorElement).rel, link.textContent]),
        ),
    ).toEqual([['_blank', 'noopener', `Tab ${translator('it')('layout.newTab')}`]]);
    expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false);
    expect(watched.faults()).toEqual([]);
  });

  test('may have pictures in all three shapes of media, and an address that runs code does not become a link', async () => {
    const watched = await openPage(site.browser);
    const { page } = watched;
    const picture = { url: '/media/x/a.svg', alternativeText: 'A', width: 40, height: 30 };
    await page.route('**/api/strapi/footer', (route) =>
      route.fulfill({
        headers: { 'access-control-allow-origin': site.helpCentre.url },
        json: {
          data: {
            id: 1,
            attributes: {
              downloads: [],
              contact: null,
              socialsTitle: null,
              socialsItems: [],
              additionalLinks: [{ name: 'Run', url: 'javascript:globalThis.ran=1' }],
              text: '',
              paymentMethodsItems: {
                data: [picture, { attributes: picture }, { data: { attributes: picture } }, { data: null }],
              },
            },
          },
        },
      }),
    );
    await page.route('**/media/x/a.svg', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
    );
    await page.goto(site.helpCentre.url);
    await drawn(page, 'en');
    expect(
      await footer(page)
        .locator('.payments img')
        .evaluateAll((all) => all.map((image) => [(image as HTMLImageElement).src, (image as HTMLImageElement).alt])),
    ).toEqual(Array.from({ length: 3 }, () => [`${site.url}/media/x/a.svg`, 'A']));
    expect(await footer(page).getByText('Follow us on:').count()).toBe(1);
    expect(await footer(page).locator('.legal li').first().innerHTML()).toBe('<span>Run</span>');
  });
});

describe('an unreachable site', () => {
  test('is replaced by its last answer, or without one by the content between the tags', async () => {
    const watched = await site.visit('es');
    const { page } = watched;
    const labelsBefore = await header(page).locator('nav button').allInnerTexts();
    const menus = () => header(page).locator('nav button').count();
    // Invalid data in local storage is ignored.
    for (const [lang, stored] of [
      ['it', '{"strapi/header-nav-items":{"data":[{"attributes":null}]},"strapi/footer":{"data":7}}'],
      ['en', '"a text"'],
    ] as const) {
      await page.evaluate(([key, value]) => localStorage.setItem(`brokerfront-${key}`, value), [lang, stored] as const);
    }
    await site.goAway();
    // While the site is away, the script still arrives, from the browser's cache or a CDN.
    await page.route('**/embed/**', async (route) => {
      const file = site.assets.get(new URL(route.request().url()).pathname);
      await route.fulfill({
        body: file?.identity ?? '',
        contentType: file?.contentType ?? 'text/plain',
        headers: { 'access-control-allow-origin': '*' },
      });
    });
    const exceptions: string[] = [];
    page.on('pageerror', (error) => exceptions.push(error.message));
    const refused = () =>
      page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/strapi/header-nav-items'));
    const settled = async (lang: Locale) => {
      await Promise.all([refused(), page.goto(`${site.helpCentre.url}/?lang=${lang}`)]);
    };
    await settled('es');
    await drawn(page, 'es');
    expect(await header(page).locator('nav button').allInnerTexts()).toEqual(labelsBefore);
    for (const lang of ['it', 'en'] as const) {
      await settled(lang);
      expect([
        lang,
        await menus(),
        await page.locator('brokerfront-header .fallback').isVisible(),
        await page.locator('brokerfront-footer .fallback').isVisible(),
      ]).toEqual([lang, 0, true, true]);
    }
    expect(exceptions).toEqual([]);
    await site.comeBack();
    await page.goto(`${site.helpCentre.url}/?lang=it`);
    await drawn(page, 'it');
    expect(await menus()).toBe(6);
  });

  test('is treated like a site that does not allow this origin: no exception, and the content between the tags', async () => {
    const watched = await openPage(site.browser);
    const { page } = watched;
    const exceptions: string[] = [];
    page.on('pageerror', (error) => exceptions.push(error.message));
    // The shared site of these tests allows no other origin.
    const other = await startHelpCentre(inject('siteUrl'));
    const refused = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/strapi/footer'));
    await page.goto(other.url);
    await refused;
    expect(await page.locator('brokerfront-footer .fallback').isVisible()).toBe(true);
    expect(exceptions).toEqual([]);
    await watched.close();
  });
});
