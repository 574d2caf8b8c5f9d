/**
 * Lists longer than a page (R11, R53): a built site with many copies of the demonstration's articles, followed by its links and checked in
 * a browser.
 */
import { cp, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectRoot } from '../../tools/project-root.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { locales } from '../../content/locales.ts';
import { translator } from '../../site/i18n/translate.ts';
import { axeFaults } from '../axe.ts';
import { launchChromium, markDocument, openPage } from '../browser.ts';
import { isExhaustive, pairwise, sample, testSample } from '../sampled.ts';
import { type BuiltSite, startBuiltSite } from '../sites/start-built-site.ts';

/** About eleven pages: enough for an ellipsis on both sides. */
const enough = 104;

let root: string;
let site: BuiltSite;
let browser: Browser;

/** Copies each article several times, with different ids and slugs. */
async function multiply(folder: string): Promise<void> {
  const names = await readdir(folder);
  const copies = Math.ceil(enough / names.filter((name) => name.endsWith('.en.yaml')).length) - 1;
  for (const name of names) {
    const text = await readFile(join(folder, name), 'utf8');
    const [id = '', locale = ''] = name.split('.');
    for (let copy = 1; copy <= copies; copy += 1) {
      await writeFile(
        join(folder, `${id}-${copy}.${locale}.yaml`),
        text.replace(/^id: .*/m, `id: ${id}-${copy}`).replace(/^slug: (["']?)([\w-]+)\1/m, `slug: $2-${copy}`),
      );
    }
  }
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'brokerfront-lists-'));
  await cp(join(projectRoot, 'demo'), join(root, 'demo'), { recursive: true });
  for (const name of ['dist', 'node_modules']) await symlink(join(projectRoot, name), join(root, name));
  for (const name of ['news-articles', 'education-articles']) await multiply(join(root, 'demo', name));
  site = await startBuiltSite({ BROKERFRONT_ROOT: root, DATA_DIR: join(root, 'data'), LOG_LEVEL: 'warn' });
  browser = await launchChromium();
}, 60_000);
afterAll(async () => {
  await browser.close();
  await site.stop();
  await rm(root, { recursive: true, force: true });
});

interface Part {
  status: number;
  title: string;
  canonical: string;
  next: string | undefined;
  previous: string | undefined;
  /** Addresses of the articles, in the order of the list. */
  articles: string[];
  html: string;
}

/** @param articles finds the links of the list: a heading links to its article, a text only mentions one. */
async function part(
  address: string,
  articles = /<h\d[^>]*><a href="(\/(?:\w\w\/)?(?:news|education)\/[^"]+)"/g,
): Promise<Part> {
  const answer = await fetch(`${site.url}${address}`);
  const html = await answer.text();
  const main = html.slice(html.indexOf('<main'), html.lastIndexOf('</main>'));
  const link = (rel: string) => new RegExp(`<a href="([^"]+)" rel="${rel}"`).exec(main)?.[1];
  return {
    status: answer.status,
    html,
    next: link('next'),
    previous: link('prev'),
    title: /<title>([^<]*)/.exec(html)?.[1] ?? '',
    canonical: (/<link rel="canonical" href="([^"]*)/.exec(html)?.[1] ?? '').replace(site.url, ''),
    articles: [...new Set([...main.matchAll(articles)].map(([, href = '']) => href))],
  };
}

testSample(
  sample(locales, (locale) => locale === 'it'),
  'from the news page to the last of all news by its links (%s)',
  async (locale) => {
    const t = translator(locale);
    const center = localePath('/news-center', locale);
    const { html } = await part(center);
    const all = new RegExp(`<a href="([^"]+)"[^>]*>${t('news.viewAll')}`).exec(html)?.[1] ?? '';
    expect(all).toBe(`${center}/news`);
    const paths: string[] = [];
    const titles = new Set<string>();
    const first = await part(all);
    const total = Number(/class="count[^"]*">(\d+) /.exec(first.html)?.[1]);
    const pages = Math.ceil(total / 10);
    expect(pages).toBeGreaterThanOrEqual(10);
    let address: string | undefined = all;
    for (let page = 1; address; page += 1) {
      const { status, title, canonical, next, previous, articles } = await part(address);
      expect(status).toBe(200);
      expect(canonical).toBe(page === 1 ? all : `${all}?page=${page}`);
      expect(previous).toBe(page === 1 ? undefined : page === 2 ? all : `${all}?page=${page - 1}`);
      expect(title.includes(t('pagination.part', { title: t('news.listTitle'), page, pages }))).toBe(page > 1);
      titles.add(title);
      paths.push(...articles);
      address = next;
    }
    expect(titles.size).toBe(pages);
    expect(paths.length).toBe(total);
    expect(new Set(paths).size).toBe(total);
    expect((await part(`${all}?page=${pages + 1}`)).status).toBe(404);
  },
);

test.each([
  '/news-category/market-notes',
  '/news-tags/gold',
  '/education-center',
  '/education-authors/lindiwe-khumalo',
  '/education-tags/margin',
  '/education-category/risk',
])('%s has numbered pages, each with its title and address, and no page after the last', async (given) => {
  const path = await existing(given);
  const [first, second] = [await part(path), await part(`${path}?page=2`)];
  expect(first.next).toBe(`${path}?page=2`);
  expect([second.status, second.previous, second.canonical]).toEqual([200, path, `${path}?page=2`]);
  expect(second.title).toMatch(/, page 2 of \d+ \|/);
  expect(first.articles.length).toBeGreaterThanOrEqual(10);
  expect(first.articles.filter((article) => second.articles.includes(article))).toEqual([]);
  for (const page of ['99', '0', 'x']) expect((await part(`${path}?page=${page}`)).status).toBe(404);
});

/** @returns the path, or another of the same kind that exists in the content. @throws when there is none. */
async function existing(path: string): Promise<string> {
  if ((await fetch(`${site.url}${path}`)).status === 200) return path;
  const kind = path.slice(0, path.lastIndexOf('/') + 1);
  const xml = await (await fetch(`${site.url}/sitemap-en.xml`)).text();
  const found = [...xml.matchAll(/<loc>([^<]+)/g)]
    .map(([, address = '']) => new URL(address).pathname)
    .find((address) => address.startsWith(kind));
  if (!found) throw new Error(`no page of the kind ${path}`);
  return found;
}

/** Runs in the page. @returns the layout faults of the pagination. */
function untidy(): string[] {
  const nav = document.querySelector('nav:has([rel=next], [rel=prev], button[name=page])') as HTMLElement;
  const numbers = [...nav.querySelectorAll('li')].map((item) => item.getBoundingClientRect());
  const controls = [...nav.querySelectorAll('a, button')].map((control) => control.getBoundingClientRect());
  return [
    document.documentElement.scrollWidth > innerWidth && `the page is ${document.documentElement.scrollWidth} px wide`,
    new Set(numbers.map(({ bottom }) => Math.round(bottom))).size > 1 &&
      numbers.some(({ top }, index) => index > 0 && top > (numbers[index - 1]?.bottom ?? 0)) &&
      'the numbers take several lines',
    controls.some(({ width, height }) => width < 24 || height < 44) && 'a control is too small',
    controls.some(({ left: readLeft, right }) => readLeft < 0 || right > innerWidth) && 'a control stands outside',
    numbers.some(({ left: readLeft, right }, index) =>
      numbers.some((other, place) => place > index && readLeft < other.right - 1 && other.left < right - 1),
    ) && 'numbers overlap',
  ].filter((fault) => fault !== false);
}

test('the page numbers are in one line on every screen, in both directions of text', async () => {
  const { page } = await openPage(browser);
  const found: string[] = [];
  const { chosen, others } = pairwise({ locale: locales, width: [320, 360, 768, 1440], number: [1, 5, 10] });
  for (const { locale, width, number } of isExhaustive ? [...chosen, ...others] : chosen) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${site.url}${localePath('/news-center/news', locale)}?page=${number}`);
    found.push(...(await page.evaluate(untidy)).map((fault) => `${locale}, ${width} px, page ${number}: ${fault}`));
  }
  expect(found).toEqual([]);
  await page.goto(`${site.url}/it/news-center/news?page=5`);
  expect((await page.locator('main nav:has([rel=prev]) li').allInnerTexts()).slice(0, 8)).toEqual([
    '1',
    '…',
    '3',
    '4',
    '5',
    '6',
    '7',
    '…',
  ]);
  const readLeft = (selector: string) =>
    page.locator(selector).evaluate((element) => element.getBoundingClientRect().left);
  expect(await readLeft('main nav [rel=prev]')).toBeLessThan(await readLeft('main nav [href$="page=5"]'));
  await page.locator('main nav:has([rel=prev])').evaluate((nav) => {
    nav.setAttribute('dir', 'rtl');
  });
  expect(await readLeft('main nav [rel=prev]')).toBeGreaterThan(await readLeft('main nav [href$="page=5"]'));
  expect(await page.evaluate(untidy)).toEqual([]);
});

describe('the page buttons of the search', () => {
  const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' });
  const titles = (page: Page) => page.locator('#results h3').allInnerTexts();
  const current = (page: Page) => pages(page).locator('[aria-current=page]').innerText();

  test('send a form without JavaScript, and ignore new text in the field', async () => {
    const { page, faults } = await openPage(browser, {
      javaScriptEnabled: false,
      viewport: { width: 360, height: 780 },
    });
    await page.goto(`${site.url}/search?q=gold`);
    const before = await titles(page);
    await page.locator('input[type=search]').fill('something else');
    await pages(page).getByRole('button', { name: 'Page 2', exact: true }).click();
    await page.waitForURL(`${site.url}/search?q=gold&page=2`);
    expect(await current(page)).toBe('2');
    expect(await page.title()).toMatch(/^Search: gold, page 2 of \d+ \|/);
    expect((await titles(page)).filter((title) => before.includes(title)).length).toBeLessThan(before.length);
    expect(await page.evaluate(untidy)).toEqual([]);
    await pages(page).getByRole('button', { name: 'Previous' }).click();
    await page.waitForURL(`${site.url}/search?q=gold&page=1`);
    expect(await titles(page)).toEqual(before);
    expect(faults()).toEqual([]);
  });

  test('show the results of another page in this document, with its address, title and focus; back returns', async () => {
    const { page, faults } = await openPage(browser);
    await page.goto(`${site.url}/es/search?q=oro`);
    const same = await markDocument(page);
    const first = await page.locator('#results').innerHTML();
    const nav = page.getByRole('navigation', { name: translator('es')('pagination.label') });
    for (const number of [2, 3]) {
      const before = await page.locator('#results').innerHTML();
      await nav.getByRole('button', { name: translator('es')('pagination.page', { page: number }) }).click();
      await page.waitForURL(`${site.url}/es/search?q=oro&page=${number}`);
      expect(await page.locator('#results').innerHTML()).not.toBe(before);
      expect(await page.title()).toContain(`página ${number} de`);
      expect(await nav.locator('[aria-current=page]').innerText()).toBe(String(number));
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('results');
      expect(await page.evaluate(() => scrollY)).toBeLessThan(400);
    }
    expect(await same()).toBe(true);
    expect(await axeFaults(page)).toEqual([]);
    await page.goBack();
    await page.waitForURL(`${site.url}/es/search?q=oro&page=2`);
    const marked = (number: number) => nav.locator(`[aria-current=page][value="${number}"]`).waitFor();
    await marked(2);
    await page.goBack();
    await marked(1);
    expect(await page.locator('#results').innerHTML()).toBe(first);
    await page.goForward();
    await marked(2);
    expect(faults()).toEqual([]);
  });

  test('load the document when its results cannot be fetched alone', async () => {
    const { page } = await openPage(browser);
    await page.goto(`${site.url}/search?q=gold`);
    const same = await markDocument(page);
    await page.route('**/search/_payload.json*', (route) => route.fulfill({ status: 503, body: '' }));
    await pages(page).getByRole('button', { name: 'Next' }).click();
    await page.waitForURL(`${site.url}/search?q=gold&page=2`);
    await pages(page).locator('[aria-current=page][value="2"]').waitFor();
    expect(await same()).toBe(false);
  });
});
