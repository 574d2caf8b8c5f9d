/**
 * Visits pages as a visitor who has not consented yet: axe finds nothing, nothing is too wide, the console is empty, and until an answer
 * nobody else is asked and no cookie is set (R42). A run visits one page of each kind in one language; `npm run test:exhaustive` visits every
 * page in every language.
 */
import { expect, inject } from 'vitest';
import { localePath } from '../../site/i18n/locale-path.ts';
import { type Locale, locales } from '../../content/locales.ts';
import { axeFaults } from '../axe.ts';
import { openPage, saveData } from '../browser.ts';
import { allPaths } from '../sites/site-paths.ts';
import { byHash, isExhaustive, sample, testSample } from '../sampled.ts';
import { bar as consentBar, sharedVisitorBrowser } from '../visitor-browser.ts';

const siteUrl = inject('siteUrl');

const browser = await sharedVisitorBrowser();

/** A dark phone, a light tablet and a light desktop: together they cover every layout and every pair of colours. */
const screens: Partial<Record<Locale, { width: number; height: number; colorScheme: 'light' | 'dark' }>> = {
  en: { width: 1440, height: 900, colorScheme: 'light' },
  es: { width: 360, height: 780, colorScheme: 'dark' },
  it: { width: 768, height: 1024, colorScheme: 'light' },
};

/**
 * In Document.tsx. Their bytes are the same on every page of a language (docs/decisions/0010-kept-until-a-document-changes.md), so axe checks them once
 * in each.
 */
const headerAndFooter = ['body > header', 'body > footer'];

/** 320 px is the smallest phone, and 400 % zoom on a desktop (WCAG 1.4.10); 640 px is 200 %; at the other widths the header is at its tightest. */
const widths = [320, 544, 640, 769, 1200, 1344];

/** @returns a key for a kind of page: its CSS classes, because pages with the same parts have the same classes. */
function findKind(html: string): string {
  const main = /<main[^]*<\/main>/.exec(html)?.[0] ?? '';
  const classes = [...main.matchAll(/class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' '));
  return [...new Set(classes)].sort().join(' ');
}

/** One page of each kind, in a language that its HTML chooses. */
async function onePageOfEachKind(): Promise<{ locale: Locale; path: string }[]> {
  const found = new Map<string, { locale: Locale; path: string }>();
  for (const path of await allPaths(siteUrl, 'en')) {
    const html = await (await fetch(`${siteUrl}${path}`)).text();
    const kind = findKind(html);
    // The port differs in each run.
    const locale = byHash(locales, html.replaceAll(siteUrl, '').replaceAll(encodeURIComponent(siteUrl), ''));
    if (!found.has(kind)) found.set(kind, { locale, path });
  }
  return [...found.values()];
}

async function pathsToVisit(locale: Locale): Promise<string[]> {
  if (isExhaustive) return allPaths(siteUrl, locale);
  return (await onePageOfEachKind()).filter((page) => page.locale === locale).map(({ path }) => path);
}

/**
 * Runs in the page. For some frames after a resize, lengths in `vw` still have the old width, so only an overflow that lasts counts.
 * @returns pixels.
 */
async function lastingOverflow(width: number): Promise<number> {
  const bar = document.querySelector('[data-header] > *');
  /** How far (px) the header's last part exceeds the edge of the content. A button's margin may exceed it by 10 px. */
  const headerOverflow = () => {
    if (!bar?.lastElementChild) return 0;
    const edge = bar.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(bar).paddingInlineEnd);
    return Math.floor(bar.lastElementChild.getBoundingClientRect().right - edge - (width <= 768 ? 10 : 0));
  };
  const overflow = () =>
    innerWidth === width ? Math.max(document.documentElement.scrollWidth - innerWidth, headerOverflow()) : 1;
  for (let frame = 0; frame < 60 && overflow() > 0; frame += 1)
    await new Promise((resolve) => requestAnimationFrame(resolve));
  return overflow();
}

testSample(
  sample(locales, (locale) => locale === 'it'),
  'pages of every kind before consent have no axe violation, console error, overflow, request to another site, or cookie (%s)',
  async (locale) => {
    const { width, height, colorScheme } = screens[locale] ?? { width: 1024, height: 768, colorScheme: 'dark' };
    const { page, faults, close } = await openPage(browser, {
      viewport: { width, height },
      colorScheme,
      locale,
      bypassCSP: true,
      reducedMotion: 'reduce',
    });
    const otherSiteUrls = new Set<string>();
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (origin !== siteUrl && protocol.startsWith('http')) otherSiteUrls.add(request.url());
    });
    // `setViewportSize` would wait for more than the new layout. A low window is painted faster.
    const devtools = await page.context().newCDPSession(page);
    const resize = (size: { width: number; height: number }) =>
      devtools.send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 1, mobile: false });
    // Without preloads, which `tests/navigation/` covers and which would take half of the time here.
    await saveData(page);
    const paths = await pathsToVisit(locale);
    expect(paths.length).toBeGreaterThan(5);
    const found: string[] = [];
    for (const [index, path] of paths.entries()) {
      const address = localePath(path, locale);
      const wrong: string[] = [];
      await page.goto(`${siteUrl}${address}`, { waitUntil: 'load' });
      // Not a locator, for which Playwright loads a third of a megabyte into each page.
      const frames = await page.evaluate(
        (selector) => document.querySelectorAll(selector).length,
        headerAndFooter.join(),
      );
      if (frames !== headerAndFooter.length) wrong.push(`has ${frames} headers and footers`);
      wrong.push(...(await axeFaults(page, undefined, ['#cc-main', ...(index === 0 ? [] : headerAndFooter)])));
      for (const wide of widths) {
        await resize({ width: wide, height: 64 });
        const overflow = await page.evaluate(lastingOverflow, wide);
        if (overflow > 0) wrong.push(`is ${overflow} px too wide at ${wide}`);
      }
      await resize({ width, height });
      wrong.push(...faults(), ...[...otherSiteUrls].map((url) => `requested ${url} before consent`));
      for (const { name } of await page.context().cookies()) wrong.push(`set the cookie ${name} before consent`);
      otherSiteUrls.clear();
      found.push(...wrong.map((fault) => `${address} ${fault}`));
    }
    // The consent bar was open during the whole test; a page at rest shows it.
    await page.goto(`${siteUrl}${localePath('/forex', locale)}`);
    await page.waitForSelector(consentBar, { state: 'visible' });
    await close();
    expect(found).toEqual([]);
  },
  { timeout: 600_000 },
);
