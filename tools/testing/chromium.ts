/** Finds the system's Chromium, and installs it on Debian when that is allowed (docs/decisions/0023-headless-shell.md). */
import { existsSync } from 'node:fs';
import { installFromDebian, mayInstall } from './debian-packages.ts';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The same engine without the browser around it. */
const shell = '/usr/bin/chromium-headless-shell';

function firstOf(paths: readonly string[]): string | null {
  return process.env['CHROMIUM_PATH'] ?? paths.find((place) => existsSync(place)) ?? null;
}

/** The browser for tests: the headless shell when it is installed, because a page costs it half as much. `CHROMIUM_PATH` overrides it. */
export function testBrowserPath(): string | null {
  return firstOf([shell, ...places]);
}

/** Whether the browser for tests is the best there is: with only the full one, a whole run takes half as long again. */
export function hasTestShell(): boolean {
  return process.env['CHROMIUM_PATH'] !== undefined || existsSync(shell);
}

/** No calls home; no sandbox, because containers do not provide what it needs. */
export const chromiumFlags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function ensure(packages: readonly string[], path: () => string | null, say: (line: string) => void): string {
  if (path() === null && mayInstall()) say('installing Chromium from Debian');
  installFromDebian(packages, () => path() !== null);
  const installed = path();
  if (installed === null)
    throw new Error('This needs Chromium. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.');
  return installed;
}

/** The full browser, as visitors have it, for measurements. @returns its path. @throws with instructions when it is missing and cannot be installed. */
export function ensureChromium(say: (line: string) => void): string {
  return ensure(['chromium'], () => firstOf(places), say);
}

export const testBrowserPackages = ['chromium-headless-shell', 'chromium'];

/** @returns the path of the browser for tests. @throws with instructions when it is missing and cannot be installed. */
export function ensureTestBrowser(): string {
  return ensure(testBrowserPackages, testBrowserPath, () => undefined);
}
