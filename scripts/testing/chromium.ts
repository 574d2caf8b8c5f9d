/** The system's Chromium: where it is, and its installation on Debian where that is allowed (docs/decisions/0023-headless-shell.md). */
import { existsSync } from 'node:fs';
import { installFromDebian, mayInstall } from './debian-packages.ts';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The same engine without the browser around it. */
const shell = '/usr/bin/chromium-headless-shell';

function firstOf(paths: readonly string[]): string | null {
  return process.env['CHROMIUM_PATH'] ?? paths.find((place) => existsSync(place)) ?? null;
}

/** The browser of tests: the shell where it is, because a page costs it half as much. */
export function testBrowserPath(): string | null {
  return firstOf([shell, ...places]);
}

/** No calls home, no sandbox of its own (containers have none to give). */
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

/** The whole browser, as visitors have it: for measuring. @throws with what to do when there is none and it cannot be installed here. */
export function ensureChromium(say: (line: string) => void): string {
  return ensure(['chromium'], () => firstOf(places), say);
}

export const testBrowserPackages = ['chromium-headless-shell', 'chromium'];

/** @throws with what to do when there is none and it cannot be installed here. */
export function ensureTestBrowser(): string {
  return ensure(testBrowserPackages, testBrowserPath, () => undefined);
}
