/** Opens pages as a first visitor, in every look, and compares the texts that warn of risk with the rules. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { type Locale, locales } from '../../../content/locales.ts';
import { localePath } from '../../../site/i18n/locale-path.ts';
import { bar, launchVisitorBrowser } from '../../../tests/visitor-browser.ts';
import { type RiskText, isWanted, riskFaults, riskTexts } from './risk-rules.ts';
import { type SeenPage, type SeenText, measureTexts } from './seen-text.ts';

export interface Look {
  width: number;
  height: number;
  theme: 'light' | 'dark';
}

/** The smallest phone, a phone, a tablet and a desk. */
const screens = [
  [320, 568],
  [390, 844],
  [768, 1024],
  [1440, 900],
] as const;

export const allLooks: readonly Look[] = (['light', 'dark'] as const).flatMap((theme) =>
  screens.map(([width, height]) => ({ width, height, theme })),
);

export interface PageOfSite {
  locale: Locale;
  /** Without language prefix. */
  path: string;
}

/** One text on one page in one look. */
export interface Measurement extends PageOfSite {
  address: string;
  text: string;
  look: Look;
  seen: SeenText | null;
  page: SeenPage;
  faults: string[];
  /** File name of its picture; most measurements have none. */
  picture: string | null;
}

/** The first words of the warning that the content has in a language, which no page may replace by others. */
async function readWarning(siteUrl: string, locale: Locale): Promise<string> {
  const response = await fetch(`${siteUrl}/api/strapi/common-datum`, { headers: { 'accept-language': locale } });
  if (!response.ok) throw new Error(`${response.url} answers ${response.status}`);
  const { data } = (await response.json()) as { data: { attributes: { riskWarning?: string } } };
  const [plain = ''] = (data.attributes.riskWarning ?? '').split(/[*_`[\]]/, 1);
  return plain.replaceAll(/\s+/g, ' ').trim().slice(0, 80);
}

async function setLook(page: Page, devtools: CDPSession, { width, height, theme }: Look): Promise<void> {
  // `setViewportSize` would wait for more than the new layout.
  await devtools.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await page.waitForFunction((wanted) => innerWidth === wanted, width);
}

/** At most so many pictures of what falls short: a fault of the stylesheet is the same on every page. */
const mostFaultPictures = 100;
/** Pages that are looked at side by side: one takes three seconds of a core, and the site has hundreds. */
const windows = 2;

class RiskRun {
  readonly #page: Page;
  readonly #devtools: CDPSession;
  readonly #folder: string;
  #faultPictures = 0;

  constructor(page: Page, devtools: CDPSession, folder: string) {
    this.#page = page;
    this.#devtools = devtools;
    this.#folder = folder;
  }

  async measure(
    one: PageOfSite,
    siteUrl: string,
    warning: string,
    turn: number,
    looks: readonly Look[],
  ): Promise<Measurement[]> {
    const measurements: Measurement[] = [];
    const address = localePath(one.path, one.locale);
    await this.#page.goto(`${siteUrl}${address}`, { waitUntil: 'load' });
    // The bar is what a first visitor has in front of the page. Not every page has it.
    await this.#page.waitForSelector(bar, { state: 'visible', timeout: 2000 }).catch(() => null);
    const wanted = riskTexts.filter((text) => isWanted(text, one.path));
    for (const [index, look] of looks.entries()) {
      await setLook(this.#page, this.#devtools, look);
      const page = await measureTexts(
        this.#page,
        wanted.map(({ selector, on }) => ({ selector, start: on === 'every page' ? warning : '' })),
      );
      for (const [place, text] of wanted.entries()) {
        const seen = page.texts[place] ?? null;
        const faults = riskFaults(text, seen, page);
        // Each page has a picture in one look, in turn, so that every look is in the report.
        const isPictured = index === turn % looks.length || (faults.length > 0 && this.#isFaultPictured());
        measurements.push({
          ...one,
          address,
          text: text.name,
          look,
          seen,
          page,
          faults,
          picture: isPictured ? await this.#takePicture(text, address, look) : null,
        });
      }
    }
    return measurements;
  }

  #isFaultPictured(): boolean {
    this.#faultPictures += 1;
    return this.#faultPictures <= mostFaultPictures / windows;
  }

  /** What a visitor sees when the text is in the middle of the screen. */
  async #takePicture(text: RiskText, address: string, { width, theme }: Look): Promise<string> {
    const name = `${address.replaceAll(/\W+/g, '-').replace(/^-/, '') || 'home'}-${text.name.replace(' ', '-')}-${width}-${theme}.webp`;
    await this.#page.evaluate(
      (selector) =>
        document.querySelector(selector)?.scrollIntoView({ block: 'center', behavior: 'instant' as ScrollBehavior }),
      text.selector,
    );
    // Playwright's own screenshot would change the size of the screen.
    const { data } = await this.#devtools.send('Page.captureScreenshot', { format: 'webp', quality: 60 });
    await writeFile(join(this.#folder, name), Buffer.from(data, 'base64'));
    return name;
  }
}

interface Options {
  looks?: readonly Look[];
  /** Told about each page. */
  say?: (address: string) => void;
}

/** @param folder for the pictures; emptied first. */
export async function measureRisk(
  siteUrl: string,
  pages: readonly PageOfSite[],
  folder: string,
  { looks = allLooks, say = () => undefined }: Options = {},
): Promise<Measurement[]> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const warnings = new Map<Locale, string>();
  for (const locale of locales) warnings.set(locale, await readWarning(siteUrl, locale));
  const browser = await launchVisitorBrowser();
  try {
    const found: Measurement[][] = [];
    const waiting = pages.entries();
    const work = async () => {
      // The measurement adds a style, which the site's own policy refuses.
      const context = await browser.newContext({
        bypassCSP: true,
        reducedMotion: 'reduce',
        locale: 'en-GB',
        viewport: null,
      });
      const page = await context.newPage();
      const run = new RiskRun(page, await context.newCDPSession(page), folder);
      for (const [turn, one] of waiting) {
        say(localePath(one.path, one.locale));
        found[turn] = await run.measure(one, siteUrl, warnings.get(one.locale) ?? '', turn, looks);
      }
    };
    await Promise.all(Array.from({ length: windows }, work));
    return found.flat();
  } finally {
    await browser.close();
  }
}
