/** The system's Chromium: where it is, and its installation on Debian where that is allowed. */
import { existsSync } from 'node:fs';
import { installFromDebian, mayInstall } from './debian-packages.ts';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export function chromiumPath(): string | null {
  return process.env['CHROMIUM_PATH'] ?? places.find((place) => existsSync(place)) ?? null;
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

/** @throws with what to do when there is no Chromium and it cannot be installed here. */
export function ensureChromium(say: (line: string) => void): string {
  const found = chromiumPath();
  if (found) return found;
  if (mayInstall()) say('installing chromium from Debian');
  installFromDebian(['chromium'], () => chromiumPath() !== null);
  const installed = chromiumPath();
  if (!installed)
    throw new Error(
      'The browser tests need Chromium. Install it (Debian: apt-get install chromium) or set CHROMIUM_PATH.',
    );
  return installed;
}
