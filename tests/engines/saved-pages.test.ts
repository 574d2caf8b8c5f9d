/**
 * Two hundred pages that Chromium and Firefox saved, each in three ways, half of them with one other word: `/verify` tells which are ours.
 * @module-tag exhaustive
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { locales } from '../../content/locales.ts';
import { launchChromium } from '../browser.ts';
import { sitemapPaths } from '../sites/site-paths.ts';
import { type BuiltSite, startBuiltSite } from '../sites/start-built-site.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { startRandom } from '../start-random.ts';
import { until } from '../until.ts';
import { alterOneWord, editMhtml } from './altered-page.ts';
import { firefoxPath } from './engine-programs.ts';
import { launchSavingFirefox } from './firefox-saves.ts';

interface SavedFile {
  name: string;
  text: string;
}

const pages = 34;
const zones = ['Europe/Madrid', 'America/Mexico_City', 'Asia/Kolkata', 'UTC', 'America/New_York'];
const random = startRandom(18);
const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;
let site: BuiltSite;
let folder: string;
let addresses: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brokerfront-saved-'));
  site = await startBuiltSite({ ARCHIVE: 'on', DATA_DIR: join(folder, 'data'), CLIENT_IP_HEADER: 'x-client' });
  const always = [
    '/',
    '/es/forex',
    '/trading-hours',
    '/it/trading-tools',
    '/cfd-asset-list/eurusd',
    '/es/register',
    '/contact',
    '/glossary',
  ];
  const others: string[] = [];
  for (const locale of locales)
    for (const path of await sitemapPaths(site.url, locale)) others.push(localePath(path, locale));
  while (always.length < pages) {
    const address = pick(others);
    if (!always.includes(address)) always.push(address);
  }
  addresses = always;
}, 120_000);
afterAll(async () => {
  await site.stop();
  await rm(folder, { recursive: true, force: true });
});

let client = 0;
/** Sends the file as a browser without a script does. @returns the heading of the answer. */
async function ask(text: string): Promise<string> {
  const body = new FormData();
  body.set('file', new File([text], 'page.html'));
  client += 1;
  const headers = { origin: site.url, 'x-client': `10.${client >> 8}.${client % 256}.1` };
  const html = await (await fetch(`${site.url}/verify`, { method: 'POST', body, headers })).text();
  return (
    /id="answer">(.*?)<\/h2>/s.exec(html)?.[1] ?? `no answer: ${/role="alert"[^>]*>([^<]*)/.exec(html)?.[1]}`
  ).replace(/<[^>]*>/g, '');
}

async function fetchSource(address: string): Promise<string> {
  return (await fetch(site.url + address)).text();
}

/** As Chromium's "complete": the document after its scripts, with whole addresses. */
function makeComplete(html: string, url: string): string {
  const whole = html.replace(
    / (href|src|action)="([^"]*)"/g,
    (_, name: string, value: string) =>
      ` ${name}="${new URL(value.replaceAll('&amp;', '&'), url).href.replaceAll('&', '&amp;')}"`,
  );
  return `<!DOCTYPE html>\n<!-- saved from url=(${String(url.length).padStart(4, '0')})${url} -->\n${whole}`;
}

async function saveWithChromium(): Promise<SavedFile[]> {
  const browser = await launchChromium(['--disable-blink-features=AutomationControlled']);
  const files: SavedFile[] = [];
  try {
    for (const address of addresses) {
      const context = await browser.newContext({
        timezoneId: pick(zones),
        viewport: pick([
          { width: 390, height: 844 },
          { width: 1280, height: 900 },
        ]),
        // The site asks only people for their consent.
        userAgent:
          'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      });
      await context.addInitScript(() => Object.defineProperty(navigator, 'webdriver', { get: () => false }));
      const page = await context.newPage();
      await page.goto(site.url + address);
      await page.evaluate(async () => {
        for (let y = 0; y < document.body.scrollHeight; y += 500) {
          scrollTo(0, y);
          await new Promise((resolve) => setTimeout(resolve, 30));
        }
      });
      await page.waitForFunction(() =>
        [...document.querySelectorAll<HTMLElement>('is-land[data-load=visible]')].every(
          ({ dataset }) => dataset['state'],
        ),
      );
      await page.waitForSelector('#cc-main', { state: 'attached' });
      const complete = makeComplete(await page.evaluate(() => document.documentElement.outerHTML), site.url + address);
      const session = await context.newCDPSession(page);
      const { data } = await session.send('Page.captureSnapshot', { format: 'mhtml' });
      files.push(
        { name: `Chromium source ${address}`, text: await fetchSource(address) },
        { name: `Chromium complete ${address}`, text: complete },
        { name: `Chromium MHTML ${address}`, text: data },
      );
      await context.close();
    }
  } finally {
    await browser.close();
  }
  return files;
}

async function saveWithFirefox(): Promise<SavedFile[]> {
  const firefox = await launchSavingFirefox();
  const files: SavedFile[] = [];
  try {
    for (const address of addresses) {
      await firefox.open(site.url + address);
      files.push(
        { name: `Firefox source ${address}`, text: await fetchSource(address) },
        { name: `Firefox complete ${address}`, text: await firefox.saveComplete() },
        { name: `Firefox document ${address}`, text: await firefox.readDocument() },
      );
    }
  } finally {
    await firefox.close();
  }
  return files;
}

/** @returns the files that were told wrong. */
async function tellAll(files: readonly SavedFile[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const address of addresses)
    await until(
      async () => {
        client += 1;
        const headers = { 'x-client': `10.${client >> 8}.${client % 256}.2` };
        const log = await fetch(`${site.url}/.well-known/page-log?address=${address}`, { headers });
        return ((await log.json()) as { entries: unknown[] }).entries.length > 0;
      },
      `${address} in the archive`,
      120_000,
    );
  for (const [index, { name, text }] of files.entries()) {
    let said = '';
    let expected = 'Ours, since';
    if (index % 2 === 0) said = await ask(text);
    else {
      let change = '';
      const alter = (html: string) => {
        const altered = alterOneWord(html, random);
        ({ change } = altered);
        return altered.html;
      };
      said = `${await ask(name.includes('MHTML') ? editMhtml(text, alter) : alter(text))} (${change})`;
      expected = 'Ours, altered';
    }
    if (!said.includes(expected)) wrong.push(`${name}: ${said}, not ${expected}`);
  }
  return wrong;
}

test('pages that Chromium saved (S454)', { timeout: 600_000 }, async () => {
  const files = await saveWithChromium();
  expect(files).toHaveLength(3 * pages);
  expect(await tellAll(files)).toEqual([]);
});

describe.skipIf(firefoxPath() === null)('Firefox', () => {
  test('pages that Firefox saved (S454)', { timeout: 600_000 }, async () => {
    const files = await saveWithFirefox();
    expect(files).toHaveLength(3 * pages);
    expect(await tellAll(files)).toEqual([]);
  });
});
