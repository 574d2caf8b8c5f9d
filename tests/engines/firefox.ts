/** Firefox for tests: Puppeteer speaks WebDriver BiDi with it, without a driver between them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type Page, launch } from 'puppeteer-core';
import { firefoxPath } from './engine-programs.ts';
import type { Engine, EngineOptions, EnginePage } from './engine.ts';

function enginePage(page: Page): EnginePage {
  return {
    async open(url) {
      await page.goto(url);
    },
    resize: (width, height) => page.setViewport({ width, height }),
    run: (work, ...given) => page.evaluate(work as never, ...given),
    async click(selector) {
      const handle = await page.waitForSelector(selector, { visible: true });
      await handle?.click();
    },
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    async chooseFile(selector, path) {
      const input = await page.$(selector);
      await (input as unknown as { uploadFile: (path: string) => Promise<void> }).uploadFile(path);
    },
    picture: async () => Buffer.from(await page.screenshot()),
  };
}

export async function launchFirefox({ theme = 'light', javaScript = true }: EngineOptions = {}): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), 'brokerfront-firefox-'));
  const browser = await launch({
    browser: 'firefox',
    executablePath: firefoxPath() ?? '',
    userDataDir: profile,
    timeout: 120_000,
    protocolTimeout: 120_000,
    extraPrefsFirefox: {
      'layout.css.prefers-color-scheme.content-override': theme === 'dark' ? 0 : 1,
      'javascript.enabled': javaScript,
    },
  });
  let context: BrowserContext | undefined;
  return {
    name: 'Firefox',
    version: await browser.version(),
    async newVisitor() {
      await context?.close();
      context = await browser.createBrowserContext();
      return enginePage(await context.newPage());
    },
    async close() {
      await browser.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
