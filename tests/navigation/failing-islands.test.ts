/** An island that throws, at first or later: the server's HTML stands again, with what was typed, and the mistake is reported. */
import type { Locator, Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { sharedChromium, openPage } from '../browser.ts';
import { sample, testSample } from '../sampled.ts';

const siteUrl = inject('siteUrl');
const browser = await sharedChromium();

/** The islands by name, each with a page that has it. */
const pages = {
  'asset-search': '/cfd-asset-list',
  'cost-tool': '/cfd-asset-list/eurusd',
  'glossary-filter': '/glossary',
  'market-hours': '/trading-hours',
  'market-week': '/forex',
  'result-pages': '/search?q=trading',
  'share-article': '/news/gold-when-nothing-happens',
};
const names = Object.keys(pages) as (keyof typeof pages)[];

/** Replaces the island's chunk, which arrives after `moment`, by one whose component throws while `window.broken` is true. */
async function breakable(page: Page, name: string, moment: Promise<void>): Promise<void> {
  await page.route(new RegExp(`/assets/${name}\\.island-[\\w-]+\\.js$`), async (route) => {
    await moment;
    const address = route.request().url();
    await route.fulfill({
      contentType: 'text/javascript',
      body: `import * as own from '${address}?own';
        const component = Object.values(own).find((value) => typeof value === 'function');
        export function Breakable(props) {
          if (window.broken) throw new Error('made to throw');
          return component(props);
        }`,
    });
  });
}

async function openBreakable(name: keyof typeof pages, broken: boolean) {
  const { page, complaints, close } = await openPage(browser);
  const reports: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/reports')) reports.push(request.postData() ?? '');
  });
  await page.addInitScript(`Math.random = () => 0; window.broken = ${broken}`);
  const read = Promise.withResolvers<void>();
  await breakable(page, name, read.promise);
  await page.goto(`${siteUrl}${pages[name]}`, { waitUntil: 'domcontentloaded' });
  const island = page.locator(`is-land[data-name=${name}]`).first();
  const html = (part: Locator = page.locator('main')) =>
    part.evaluate((element) => element.innerHTML.replaceAll(/ data-(?:state|reveal)="\w*"/g, ''));
  const served = await html();
  read.resolve();
  const wake = () =>
    island.evaluate(async (element) => {
      await (element as HTMLElement & { hydrate: () => Promise<unknown> }).hydrate();
    });
  return { page, complaints, close, reports, island, html, served, wake };
}

const few = sample(names, (name) => ['cost-tool', 'market-hours', 'share-article'].includes(name));
testSample(few, '%s throws while it renders: the HTML of the server stays, and the report arrives', async (name) => {
  const { page, complaints, reports, island, html, served, wake } = await openBreakable(name, true);
  const field = island.locator('input:not([type=hidden], [type=date]), button, a').first();
  await page.evaluate(() => customElements.whenDefined('is-land'));
  await field.focus();
  await wake();
  await expect.poll(() => island.getAttribute('data-state')).toBe('failed');
  expect(await html()).toBe(served);
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  await expect.poll(() => reports.length).toBe(1);
  expect(reports[0]).toMatch(/"name":"Error"/);
  expect(complaints.filter((text) => !text.includes('made to throw'))).toEqual([]);
});

test.each([
  ['cost-tool', '[name=lots]', '7'],
  ['market-hours', '[name=zone]', 'Tokyo'],
] as const)('%s throws later: what was typed stands in the HTML of the server', async (name, field, typed) => {
  const { page, reports, island, html, served, wake } = await openBreakable(name, false);
  await page.evaluate(() => customElements.whenDefined('is-land'));
  await wake();
  await expect.poll(() => island.getAttribute('data-state')).toBe('live');
  await page.evaluate('window.broken = true');
  await island.locator(field).first().fill(typed);
  await expect.poll(() => island.getAttribute('data-state')).toBe('failed');
  expect(await island.locator(field).first().inputValue()).toBe(typed);
  expect(
    await island
      .locator(field)
      .first()
      .evaluate((element) => element === document.activeElement),
  ).toBe(true);
  // Typed text does not change an attribute.
  expect(served).toContain(await html(island));
  await expect.poll(() => reports.length).toBe(1);
});

testSample(
  sample(['Etc/Unknown', 'Nowhere/Land', undefined], (zone) => zone === 'Nowhere/Land'),
  'a device in the zone %s sees the hours in UTC',
  async (timeZone) => {
    const { page, faults } = await openPage(browser);
    await page.addInitScript((zone) => {
      const own = Intl.DateTimeFormat;
      Intl.DateTimeFormat = new Proxy(own, {
        construct: (target, given) =>
          Object.assign(
            new target(...(given as [])),
            given.length > 0 ? {} : { resolvedOptions: () => ({ timeZone: zone }) },
          ),
      });
    }, timeZone);
    for (const path of [pages['market-hours'], pages['market-week']]) {
      await page.goto(`${siteUrl}${path}`);
      await page
        .locator('is-land[data-name^=market]')
        .first()
        .evaluate((island) => island.firstElementChild?.scrollIntoView());
      await page.locator('is-land[data-name^=market][data-state=live]').waitFor({ state: 'attached' });
      await page
        .locator('main')
        .getByText(/UTC.*it is now/)
        .first()
        .waitFor();
    }
    expect(faults()).toEqual([]);
  },
);
