/** A site with one third party of each kind and a video on `/webtrader`, and the helpers that the consent tests share. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page, Response } from 'playwright-core';
import { projectRoot } from '../../tools/project-root.ts';
import { newSiteData, startBuiltSite } from './start-built-site.ts';
import { type Visitor, launchVisitorBrowser, visitor } from '../visitor-browser.ts';

export const adTag = { name: 'Partner', src: 'https://tags.partner.example/tag.js', cookies: ['_partner*'] };
export const gtag = 'https://www.googletagmanager.com/gtag/js?id=G-TEST1234';

export interface ConsentExport {
  decisions: { categories: string[]; locale: string; source: string; textHash: string }[];
  texts: Record<string, { translation: { consentModal: { title: string } } }>;
}

export interface ConsentSite {
  url: string;
  come: (options?: Partial<Parameters<typeof visitor>[1]>) => Promise<Visitor>;
  /** Reads the proof of a consent as `npm run consent` prints it. */
  exported: (id: string) => ConsentExport;
  stop: () => Promise<void>;
}

/** The demonstration itself has no video. */
const video = `  - __component: blocks.embed
    provider: youtube
    videoId: a-video-1234
    title: A video
    poster: { file: ridge.svg, alt: '' }
    consentText: The video comes from YouTube.
`;

export async function startConsentSite(environment: Record<string, string> = {}): Promise<ConsentSite> {
  const dataDir = await newSiteData('consent');
  const root = join(dataDir, 'root');
  cpSync(join(projectRoot, 'demo'), join(root, 'demo'), { recursive: true });
  appendFileSync(join(root, 'demo/pages/webtrader.en.yaml'), video);
  for (const name of ['dist', 'node_modules']) symlinkSync(join(projectRoot, name), join(root, name));
  const site = await startBuiltSite({
    BROKERFRONT_ROOT: root,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    GEO_COUNTRY_HEADER: 'x-country',
    GA_ID: 'G-TEST1234',
    AD_TAGS: JSON.stringify([adTag]),
    ...environment,
  });
  const browser: Browser = await launchVisitorBrowser();
  return {
    url: site.url,
    come: (options = {}) => visitor(browser, { siteUrl: site.url, ...options }),
    exported: (id) =>
      JSON.parse(
        execFileSync(process.execPath, [join(projectRoot, 'tools/accounts/consent.ts'), '--id', id], {
          env: { ...process.env, DATA_DIR: dataDir },
          stdio: ['ignore', 'pipe', 'pipe'],
        }).toString(),
      ) as ConsentExport,
    async stop() {
      await browser.close();
      await site.stop();
      rmSync(dataDir, { recursive: true });
    },
  };
}

export function proofSent(page: Page): Promise<Response> {
  return page.waitForResponse((response) => response.url().endsWith('/api/consent') && response.status() === 204);
}

/** Counts the library's own events and every proof that the page sends. */
export async function countCallbacks(
  page: Page,
): Promise<() => Promise<{ first: number; change: number; proofs: number }>> {
  let proofs = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/consent')) proofs += 1;
  });
  await page.addInitScript(() => {
    const counted = Object.assign(globalThis, { counted: { first: 0, change: 0 } }).counted;
    addEventListener('cc:onFirstConsent', () => {
      counted.first += 1;
    });
    addEventListener('cc:onChange', () => {
      counted.change += 1;
    });
  });
  return async () => ({
    ...(await page.evaluate(() => (globalThis as unknown as { counted: { first: number; change: number } }).counted)),
    proofs,
  });
}

/** Reads the commands that the page has sent to Google's script. */
export const signals = (page: Page) =>
  page.evaluate(() =>
    ((globalThis as unknown as { dataLayer?: IArguments[] }).dataLayer ?? []).map(
      (command) => [...command] as unknown[],
    ),
  );
