/** Finds Firefox and WebKitGTK with its driver, which tests drive beside Chromium (docs/decisions/0023-browsers-of-the-tests.md). */
import { existsSync, globSync } from 'node:fs';

const findFirst = (paths: readonly string[]): string | null => paths.find((path) => existsSync(path)) ?? null;

/** @returns the path of Firefox, null when it is not installed. `FIREFOX_PATH` overrides it. */
export function firefoxPath(): string | null {
  return process.env['FIREFOX_PATH'] ?? findFirst(['/usr/bin/firefox-esr', '/usr/bin/firefox']);
}

export interface WebKitPrograms {
  driver: string;
  /** The small browser that comes with WebKitGTK. */
  browser: string;
  /** A screen in memory: WebKitGTK has no mode without one. */
  screen: string;
}

/** @returns the paths of what WebKitGTK needs, null when one of them is not installed. */
export function webKitPrograms(): WebKitPrograms | null {
  const driver = findFirst(['/usr/bin/WebKitWebDriver']);
  const browser = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')[0];
  const screen = findFirst(['/usr/bin/Xvfb']);
  return driver && browser && screen ? { driver, browser, screen } : null;
}
