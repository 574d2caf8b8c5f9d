/** Scripts on demand (R64): once per address, and again after a failure. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { expect, inject, test } from 'vitest';
import { projectRoot } from '../../tools/project-root.ts';
import { sharedChromium, openPage } from '../browser.ts';

const body = 'window.loadedTimes = (window.loadedTimes ?? 0) + 1;';

const browser = await sharedChromium();
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
const bundle = `${chunk?.code ?? ''}; window.scripts = scripts;`;

async function open(): Promise<{
  page: Page;
  requested: string[];
  load: (address: string) => Promise<string>;
  times: () => Promise<number>;
}> {
  const { page } = await openPage(browser);
  const requested: string[] = [];
  await page.route('**/third-party/**', (route) => {
    requested.push(new URL(route.request().url()).pathname);
    return requested.length === 1 && route.request().url().includes('flaky')
      ? route.abort()
      : route.fulfill({ contentType: 'text/javascript', body });
  });
  await page.goto(`${inject('siteUrl')}/error`);
  await page.evaluate(bundle);
  return {
    page,
    requested,
    load: (address) =>
      page.evaluate(`scripts.loadScript(${JSON.stringify(address)}).then(() => 'loaded', (error) => error.message)`),
    times: () => page.evaluate('window.loadedTimes ?? 0'),
  };
}

test('a script is loaded once per address, also for many requests at the same time', async () => {
  const { requested, load, times } = await open();
  expect(
    await Promise.all([
      load('/third-party/a.js'),
      load('/third-party/a.js'),
      load(`${inject('siteUrl')}/third-party/a.js`),
    ]),
  ).toEqual(['loaded', 'loaded', 'loaded']);
  expect(await load('/third-party/a.js')).toBe('loaded');
  expect([requested, await times()]).toEqual([['/third-party/a.js'], 1]);
});

test('a foreign origin and a failure are refused; a failure may be tried again', async () => {
  const { load, times } = await open();
  expect(await load('/third-party/flaky.js')).toContain('could not be loaded');
  expect(await load('/third-party/flaky.js')).toBe('loaded');
  expect(await load('https://example.com/third-party/d.js')).toContain('could not be loaded');
  expect(await times()).toBe(1);
});
