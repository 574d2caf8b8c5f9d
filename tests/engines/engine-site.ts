/** A built site behind `visitor-front.ts`, and functions with which journeys query a page. */
import { readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { newSiteData, startBuiltSite } from '../sites/start-built-site.ts';
import { freePort } from '../services/free-port.ts';
import { until } from '../until.ts';
import type { Engine, EngineOptions, EnginePage } from './engine.ts';
import { type VisitorFront, startVisitorFront } from './visitor-front.ts';

export interface EngineSite {
  engine: Engine;
  front: VisitorFront;
  url: string;
  /** Opens a page for a new visitor. The site asks for consent unless it detects an automated browser. */
  come: (path: string, options?: { visitor?: boolean; width?: number }) => Promise<EnginePage>;
  /** Reads all mails that the site has sent, as text. */
  mails: () => Promise<string[]>;
  stop: () => Promise<void>;
}

export type Launch = (options?: EngineOptions) => Promise<Engine>;

export async function startEngineSite(launch: Launch, options: EngineOptions = {}): Promise<EngineSite> {
  const [frontPort, sitePort, dataDir] = await Promise.all([freePort(), freePort(), newSiteData('engines')]);
  const url = `http://localhost:${frontPort}`;
  const [site, front, engine] = await Promise.all([
    startBuiltSite({
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      PORT: String(sitePort),
      SITE_URL: url,
      GEO_COUNTRY_HEADER: 'x-country',
    }),
    startVisitorFront(frontPort, sitePort),
    launch(options),
  ]);
  return {
    engine,
    front,
    url,
    async come(path, { visitor = false, width = 390 } = {}) {
      front.looksLikeAVisitor = visitor;
      const page = await engine.newVisitor();
      await page.resize(width, 844);
      front.complaints();
      await page.open(url + path);
      return page;
    },
    async mails() {
      const folder = join(dataDir, 'mail');
      const names = await readdir(folder).catch(() => []);
      return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    },
    async stop() {
      await engine.close();
      await front.stop();
      await site.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Polls the page until a function returns something true. Errors while one document replaces another are ignored. */
export async function seen<Given extends readonly unknown[]>(
  page: EnginePage,
  what: string,
  question: (...given: Given) => unknown,
  ...given: Given
): Promise<void> {
  await until(() => page.run(question, ...given).catch(() => false), what, 30_000);
}

/** Waits until the element is there and shows something; a space may be one that does not break. */
export const shows = (page: EnginePage, selector: string, text = '') =>
  seen(
    page,
    `${selector} ${text}`,
    (one, words) =>
      [...document.querySelectorAll<HTMLElement>(one)].some(
        (found) => found.getClientRects().length > 0 && found.textContent.replaceAll(/\s+/g, ' ').includes(words),
      ),
    selector,
    text.replaceAll(/\s+/g, ' '),
  );

/** Clicks into a field and types, as a person does. Replaces its content. */
export async function fill(page: EnginePage, selector: string, text: string): Promise<void> {
  await page.click(selector);
  await page.run((one) => document.querySelector<HTMLInputElement>(one)?.select(), selector);
  await page.type(text);
}

/** Chooses in a select, whose list belongs to the system, so that no driver can click in it. */
export const choose = (page: EnginePage, selector: string, value: string) =>
  page.run(
    (one, chosen) => {
      const list = document.querySelector<HTMLSelectElement>(one);
      if (!list) throw new Error(`no ${one}`);
      list.value = chosen;
      for (const type of ['input', 'change']) list.dispatchEvent(new Event(type, { bubbles: true }));
    },
    selector,
    value,
  );

export const readValue = (page: EnginePage, selector: string) =>
  page.run((one) => document.querySelector<HTMLInputElement>(one)?.value, selector);

export const readPath = (page: EnginePage) => page.run(() => location.pathname + location.search);

export const arrived = (page: EnginePage, path: string) =>
  seen(
    page,
    path,
    (wanted) => document.readyState === 'complete' && location.pathname + location.search === wanted,
    path,
  );

/** Waits until the scripts that a page loads after its first second have loaded. */
export const scriptsReady = (page: EnginePage) =>
  seen(page, 'the scripts', () =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/_builds/meta/')),
  );

/**
 * Messages of both engines about a request that was cancelled when its page was left, and WebKit's rejection of a transition between two
 * documents, which no script holds (docs/traps.md, P23).
 */
const leaving =
  /^console warn: The route rules of this build are not known\. TypeError: (?:Load failed|NetworkError when attempting to fetch resource\.)$|^rejection: Skipping view transition because skipTransition\(\) was called\.$/;

export function expectNoComplaint({ front }: EngineSite): void {
  expect(front.complaints().filter((complaint) => !leaving.test(complaint))).toEqual([]);
}
