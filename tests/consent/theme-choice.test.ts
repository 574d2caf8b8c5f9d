/**
 * The visitor's theme (docs/decisions/0057-two-themes-by-choice.md): chosen in the footer, kept for every tab and document, and never shown wrong
 * first.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { sharedChromium } from '../browser.ts';
import { sample, testSample } from '../sampled.ts';

const siteUrl = inject('siteUrl');
const browser = await sharedChromium();

const light = 'rgb(251, 250, 246)';
const dark = 'rgb(14, 22, 19)';

const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
const logo = (page: Page) =>
  page.locator('[data-header] picture img').evaluate((img: HTMLImageElement) => img.currentSrc);
const choice = (page: Page) => page.locator('[data-theme-choice]');

async function newContext(colorScheme: 'light' | 'dark'): Promise<BrowserContext> {
  const context = await browser.newContext({ colorScheme, viewport: { width: 1440, height: 900 } });
  // The colours of each frame from the first one with a body, before and after the scripts.
  await context.addInitScript(() => {
    const frames: string[] = [];
    Object.assign(globalThis, { seen: frames });
    const look = () => {
      const image = document.querySelector<HTMLImageElement>('[data-header] picture img');
      if (image)
        frames.push(
          `${getComputedStyle(document.documentElement).backgroundColor} ${image.currentSrc.split('/').at(-1)}`,
        );
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  return context;
}

async function openAt(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  await choice(page).waitFor();
  return page;
}

async function everSeen(page: Page): Promise<string[]> {
  return page.evaluate(() => [...new Set((globalThis as unknown as { seen: string[] }).seen)]);
}

const choices = [
  { system: 'light', wanted: 'Oscuro', path: '/es', was: light, is: dark, back: 'Sistema' },
  { system: 'dark', wanted: 'Chiaro', path: '/it', was: dark, is: light, back: 'Sistema' },
] as const;

testSample(
  sample(choices, ({ path }) => path === '/it'),
  'the theme of $path is right for "$wanted" on a $system system',
  async ({ system, wanted, path, was, is, back }) => {
    const context = await newContext(system);
    const page = await openAt(context, siteUrl + path);
    const tab = await openAt(context, siteUrl + path);
    const systemLogo = await logo(page);
    expect(await ground(page)).toBe(was);
    await expect.poll(() => choice(page).getByRole('radio', { name: back }).isChecked()).toBe(true);

    // By keyboard the group is one tab stop, and arrows choose.
    await choice(page).getByRole('radio', { name: back }).focus();
    while (!(await choice(page).getByRole('radio', { name: wanted }).isChecked()))
      await page.keyboard.press('ArrowDown');
    expect(await ground(page)).toBe(is);
    // While the other picture loads, none is shown.
    await expect.poll(async () => ['', systemLogo].includes(await logo(page))).toBe(false);
    const chosenLogo = await logo(page);
    // The other tab follows.
    await expect.poll(() => ground(tab)).toBe(is);
    await tab.close();

    // A page that is swapped in, and a document.
    await page.locator('[data-header] a[href$="/login"]:visible').first().click();
    await page.waitForURL('**/login');
    expect(await ground(page)).toBe(is);
    await page.goto(siteUrl + path);
    await choice(page).waitFor();
    expect(await everSeen(page)).toEqual([`${is} ${chosenLogo.split('/').at(-1)}`]);
    expect(await choice(page).getByRole('radio', { name: wanted }).isChecked()).toBe(true);
    expect(await page.locator('meta[name=theme-color][media=screen]').count()).toBe(1);
    // A dark section stays dark, and paper is light.
    expect(
      await page.evaluate(() => getComputedStyle(document.querySelector('body > footer') as Element).colorScheme),
    ).toBe('dark');
    // The whole stylesheet comes after the document's own style, and must not override it.
    await page.waitForFunction(
      () => document.querySelector<HTMLLinkElement>('link[rel=stylesheet][href*="/style-"]')?.sheet,
    );
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light');
    await page.emulateMedia({ media: 'screen', colorScheme: system });

    await choice(page).getByRole('radio', { name: back }).check({ force: true });
    expect(await ground(page)).toBe(was);
    await expect.poll(() => logo(page)).toBe(systemLogo);
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBeNull();
  },
);

test('a document that stops at the logo shows and loads only the logo of the chosen theme', async () => {
  const html = await (await fetch(`${siteUrl}/it`)).text();
  const logoEnd = html.indexOf('</picture>', html.indexOf('data-header')) + '</picture>'.length;
  const requested: string[] = [];
  let sendRest = () => {};
  const slow = createServer((request, response) => {
    requested.push(request.url ?? '');
    if (request.url === '/it') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).write(html.slice(0, logoEnd));
      sendRest = () => void response.end(html.slice(logoEnd));
    } else response.writeHead(404).end();
  }).listen(0);
  await once(slow, 'listening');
  const origin = `http://localhost:${(slow.address() as AddressInfo).port}`;
  const context = await newContext('dark');
  await context.addInitScript(() => localStorage.setItem('theme', 'light'));
  const page = await context.newPage();
  try {
    await page.goto(`${origin}/it`, { waitUntil: 'commit' });
    // An image without a picture yet has no name.
    const logosSeen = async () => (await everSeen(page)).filter((address) => address.endsWith('.svg'));
    await expect.poll(logosSeen).toHaveLength(1);
    expect(await page.locator('footer').count()).toBe(0);
    sendRest();
    await choice(page).waitFor({ state: 'attached' });
    expect(await logosSeen()).toEqual([`${light} logo-colored.svg`]);
    expect(requested.filter((path) => path.includes('logo-white'))).toEqual([]);
  } finally {
    await context.close();
    slow.close();
  }
});

test('no choice is offered without a script, and a choice without storage lasts as long as the document', async () => {
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const still = await plain.newPage();
  await still.goto(siteUrl);
  expect(await choice(still).isVisible()).toBe(false);
  await plain.close();

  const context = await browser.newContext({ colorScheme: 'light' });
  await context.addInitScript(() => {
    Object.defineProperty(globalThis, 'localStorage', {
      get: () => {
        throw new DOMException('refused', 'SecurityError');
      },
    });
  });
  const page = await openAt(context, siteUrl);
  await choice(page).getByRole('radio', { name: 'Dark' }).check({ force: true });
  expect(await ground(page)).toBe(dark);
});
