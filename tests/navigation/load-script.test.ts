/** Scripts on demand (R64): once per address, only with consent, refused when their content is not the expected one. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { projectRoot } from '../../tools/project-root.ts';
import type { ConsentRecord } from '../../site/consent/consent-record.ts';
import { launchChromium, openPage } from '../browser.ts';
import { consentCookieValue } from '../visitor-browser.ts';

const body = 'window.loadedTimes = (window.loadedTimes ?? 0) + 1;';
const integrity = `sha384-${createHash('sha384').update(body).digest('base64')}`;
let browser: Browser;
let bundle: string;

beforeAll(async () => {
  browser = await launchChromium();
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      minify: false,
      lib: { entry: join(projectRoot, 'site/browser/loading/load-script.ts'), formats: ['iife'], name: 'scripts' },
    },
  });
  const [first] = Array.isArray(built) ? built : [built];
  const chunk = 'output' in first ? first.output[0] : null;
  bundle = `${chunk?.code ?? ''}; window.scripts = scripts;`;
});
afterAll(async () => {
  await browser.close();
});

async function open(): Promise<{
  page: Page;
  asked: string[];
  load: (address: string, options?: object) => Promise<string>;
  times: () => Promise<number>;
}> {
  const { page } = await openPage(browser);
  const asked: string[] = [];
  await page.route('**/third-party/**', (route) => {
    asked.push(new URL(route.request().url()).pathname);
    return asked.length === 1 && route.request().url().includes('flaky')
      ? route.abort()
      : route.fulfill({ contentType: 'text/javascript', body });
  });
  await page.goto(`${inject('siteUrl')}/error`);
  await page.evaluate(bundle);
  return {
    page,
    asked,
    load: (address, options = {}) =>
      page.evaluate(
        `scripts.loadScript(${JSON.stringify(address)}, ${JSON.stringify(options)}).then(() => 'loaded', (error) => error.constructor === scripts.ConsentMissing ? 'consent missing' : error.message)`,
      ),
    times: () => page.evaluate('window.loadedTimes ?? 0'),
  };
}

test('once per address, however often and at the same time it is asked for', async () => {
  const { page, asked, load, times } = await open();
  expect(
    await Promise.all([
      load('/third-party/a.js'),
      load('/third-party/a.js'),
      load(`${inject('siteUrl')}/third-party/a.js`),
    ]),
  ).toEqual(['loaded', 'loaded', 'loaded']);
  expect(await load('/third-party/a.js')).toBe('loaded');
  expect([asked, await times()]).toEqual([['/third-party/a.js'], 1]);
  await page.context().close();
});

test('without consent nothing is requested; with it the script comes', async () => {
  const { page, asked, load } = await open();
  expect(await load('/third-party/a.js', { category: 'analytics' })).toBe('consent missing');
  const record = (categories: ConsentRecord['categories']) =>
    page
      .context()
      .addCookies([{ name: 'cc_cookie', value: consentCookieValue({ categories }), url: inject('siteUrl') }]);
  await record(['necessary', 'ads']);
  expect(await load('/third-party/a.js', { category: 'analytics' })).toBe('consent missing');
  expect(asked).toEqual([]);
  await record(['necessary', 'analytics']);
  expect(await load('/third-party/a.js', { category: 'analytics' })).toBe('loaded');
  await page.context().close();
});

test('a wrong hash, a foreign origin and a failure are refused; a failure may be tried again', async () => {
  const { page, load, times } = await open();
  expect(await load('/third-party/flaky.js')).toContain('could not be loaded');
  expect(await load('/third-party/flaky.js')).toBe('loaded');
  expect(await load('/third-party/b.js', { integrity: integrity.replace(/.{8}$/, 'AAAAAAAA') })).toContain(
    'could not be loaded',
  );
  expect(await load('/third-party/c.js', { integrity })).toBe('loaded');
  expect(await load('https://example.com/third-party/d.js')).toContain('could not be loaded');
  expect(await times()).toBe(2);
  await page.context().close();
});
