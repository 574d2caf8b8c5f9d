/** A site that allows the help centre to show its header and footer, and the help centre's pages in Chromium: for the tests of embedding. */
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { projectRoot } from '../../../tools/project-root.ts';
import { readBuild } from '../../../server/assets/built-assets.ts';
import type { StaticFile } from '../../../server/assets/static-files.ts';
import type { Locale } from '../../../content/locales.ts';
import { type WatchedPage, launchChromium, openPage } from '../../../tests/browser.ts';
import { type EditedSite, startEditedSite } from '../../../tests/sites/edited-site.ts';
import { freePort } from '../../../tests/services/free-port.ts';
import { readFrameFiles } from '../frame-files.ts';
import { type HelpCentre, startHelpCentre } from './help-centre.ts';

export const header = (page: Page): Locator => page.locator('brokerfront-header');
export const footer = (page: Page): Locator => page.locator('brokerfront-footer');

/** Waits until header and footer are shown in the language. */
export async function drawn(page: Page, lang: Locale): Promise<void> {
  await page.locator(`brokerfront-header header[lang=${lang}]`).waitFor();
  await page.locator(`brokerfront-footer footer[lang=${lang}]`).waitFor();
}

export class EmbedSite {
  readonly url: string;
  readonly browser: Browser;
  readonly helpCentre: HelpCentre;
  readonly assets: Map<string, StaticFile>;
  #running: EditedSite | null = null;

  private constructor(url: string, browser: Browser, helpCentre: HelpCentre) {
    this.url = url;
    this.browser = browser;
    this.helpCentre = helpCentre;
    const frameFiles = readFrameFiles(join(projectRoot, 'dist/embed'), url);
    this.assets = new Map([
      ...readBuild(join(projectRoot, 'dist')).files,
      ...[...frameFiles].map(([name, file]) => [`/embed/${name}`, file] as const),
    ]);
  }

  static async start(): Promise<EmbedSite> {
    const url = `http://localhost:${await freePort()}`;
    const site = new EmbedSite(url, await launchChromium(), await startHelpCentre(url));
    await site.comeBack();
    return site;
  }

  /** Starts the site again at the same address, with the demonstration's content. */
  async comeBack(): Promise<void> {
    this.#running = await startEditedSite({
      environment: { PORT: new URL(this.url).port, SITE_URL: this.url, EMBED_ORIGINS: this.helpCentre.url },
      assets: this.assets,
    });
  }

  async goAway(): Promise<void> {
    await this.#running?.stop();
    this.#running = null;
  }

  /** Changes fields of the documents of a type in a language. */
  async change(type: string, locale: Locale, fields: object): Promise<void> {
    await this.#running?.edit(({ documents }) => {
      for (const document of documents)
        if (document.type === type && document.locale === locale)
          document.wire = { ...(document.wire as object), ...fields };
    });
  }

  /** Opens a page of the help centre and waits until header and footer are shown. */
  async visit(lang: Locale, options: BrowserContextOptions = {}): Promise<WatchedPage> {
    const watched = await openPage(this.browser, options);
    await watched.page.goto(`${this.helpCentre.url}/?lang=${lang}`);
    await drawn(watched.page, lang);
    return watched;
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.helpCentre.close();
    await this.goAway();
  }
}
