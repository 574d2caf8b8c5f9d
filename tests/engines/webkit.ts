/** WebKitGTK, the nearest that Linux has to Safari, for tests: Selenium's client speaks WebDriver with WebKitWebDriver. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Builder, By, Capabilities, Key, error, type WebDriver, type WebElement } from 'selenium-webdriver';
import { webKitPrograms } from './engine-programs.ts';
import { freePort } from '../services/free-port.ts';
import { until } from '../until.ts';
import type { Engine, EngineOptions, EnginePage } from './engine.ts';

/** Pixels of the window above the page. */
const toolbar = 20;

const keys = { Tab: Key.TAB, Enter: Key.ENTER, Escape: Key.ESCAPE, ArrowDown: Key.ARROW_DOWN };

/** The toolbar of the window is wider than a phone, unless its parts may shrink to nothing. */
const noToolbar = '* { min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; font-size: 1px; }';

function enginePage(driver: WebDriver): EnginePage {
  return {
    open: (url) => driver.get(url),
    async resize(width, height) {
      await driver
        .manage()
        .window()
        .setRect({ width, height: height + toolbar });
      await until(
        () => driver.executeScript<boolean>(`return innerWidth === ${width} && innerHeight === ${height}`),
        'the size',
      );
    },
    run: (work, ...given) => driver.executeScript(work, ...given),
    async click(selector) {
      // The driver's own answer is no for what a style shows of a closed group.
      const isShown = (found: WebElement) =>
        driver
          .executeScript<boolean>('return arguments[0].checkVisibility({ visibilityProperty: true })', found)
          .catch(() => false);
      const element = await until(async () => {
        for (const found of await driver.findElements(By.css(selector))) if (await isShown(found)) return found;
        return null;
      }, selector);
      // To the middle: the driver scrolls a little, and the sticky header would take the click.
      await driver.executeScript("arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })", element);
      // A moving element may still cover it.
      await until(
        () =>
          element.click().then(
            () => true,
            (fault: unknown) => {
              if (fault instanceof error.ElementClickInterceptedError) return false;
              throw fault;
            },
          ),
        `a click on ${selector}`,
      );
    },
    type: (text) => driver.actions().sendKeys(text).perform(),
    press: (key) => driver.actions().sendKeys(keys[key]).perform(),
    chooseFile: (selector, path) => driver.findElement(By.css(selector)).sendKeys(path),
    picture: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
  };
}

async function startScreen(path: string): Promise<{ process: ChildProcess; display: string }> {
  const screen = spawn(path, ['-displayfd', '3', '-screen', '0', '1600x9000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = (await once(screen.stdio[3] as NodeJS.ReadableStream, 'data')) as [Buffer];
  return { process: screen, display: `:${number.toString().trim()}` };
}

/** One engine has one visitor at a time. */
export async function launchWebKit({ theme = 'light', javaScript = true }: EngineOptions = {}): Promise<Engine> {
  const programs = webKitPrograms();
  if (!programs) throw new Error('This needs WebKitGTK. Install it (Debian: apt-get install webkit2gtk-driver xvfb).');
  const home = mkdtempSync(join(tmpdir(), 'brokerfront-webkit-'));
  mkdirSync(join(home, 'gtk-3.0'));
  writeFileSync(join(home, 'gtk-3.0/gtk.css'), noToolbar);
  const screen = await startScreen(programs.screen);
  const port = await freePort();
  const server = `http://127.0.0.1:${port}`;
  const process_ = spawn(programs.driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      XDG_CONFIG_HOME: home,
      XDG_CACHE_HOME: home,
      XDG_DATA_HOME: home,
      DISPLAY: screen.display,
      GTK_THEME: theme === 'dark' ? 'Adwaita:dark' : 'Adwaita',
      LANG: 'C.UTF-8',
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
  });
  await until(
    () =>
      fetch(`${server}/status`)
        .then(({ ok }) => ok)
        .catch(() => false),
    'WebKitWebDriver',
  );
  let driver: WebDriver | undefined;
  const start = () =>
    new Builder()
      .usingServer(server)
      .disableEnvironmentOverrides()
      .withCapabilities(
        new Capabilities({
          browserName: 'MiniBrowser',
          'webkitgtk:browserOptions': {
            binary: programs.browser,
            args: ['--automation', ...(javaScript ? [] : ['--enable-javascript=false'])],
          },
        }),
      )
      .build();
  driver = await start();
  const version = (await driver.getCapabilities()).getBrowserVersion() ?? '';
  return {
    name: 'WebKitGTK',
    version,
    async newVisitor() {
      await driver?.quit();
      driver = await start();
      return enginePage(driver);
    },
    async close() {
      await driver?.quit().catch(() => undefined);
      process_.kill();
      screen.process.kill();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
