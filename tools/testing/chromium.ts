/** Finds the system's Chromium (docs/decisions/0023-browsers-of-the-tests.md). `CHROMIUM_PATH` overrides what is found. */
import { existsSync } from 'node:fs';

const browserPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The same engine without the browser around it. */
const headlessShellPath = '/usr/bin/chromium-headless-shell';

function findBrowser(paths: readonly string[]): string | null {
  return process.env['CHROMIUM_PATH'] ?? paths.find((path) => existsSync(path)) ?? null;
}

/** The browser for tests: the headless shell when it is installed, because a page costs it half as much. Null when there is none. */
export function findTestBrowser(): string | null {
  return findBrowser([headlessShellPath, ...browserPaths]);
}

/** The full browser, as visitors have it, for measurements. @throws with instructions when it is missing. */
export function findChromium(): string {
  const found = findBrowser(browserPaths);
  if (found === null)
    throw new Error('This needs Chromium. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.');
  return found;
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
