/**
 * A language is a record, a file of messages and content (docs/adding.md). Adds two more, one of them right-to-left, in a copy
 * of the project.
 * @module-tag exhaustive
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runnerImport } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crawlSite } from '../../tools/checks/content/crawl-site.ts';
import { type Locale, localeRecords, locales } from '../../content/locales.ts';
import { projectRoot } from '../../tools/project-root.ts';
import { staticPaths } from '../../content/static-paths.ts';
import { launchChromium, openPage } from '../browser.ts';
import { addedLanguages, copyWithLanguages } from '../sites/copy-with-languages.ts';
import { type BuiltSite, startBuiltSite } from '../sites/start-built-site.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'brokerfront-languages-'));
let site: BuiltSite;

beforeAll(async () => {
  copyWithLanguages(folder);
  await run(process.execPath, ['tools/build.ts'], { cwd: folder });
  site = await startBuiltSite(
    { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn', BROKERFRONT_ROOT: folder },
    join(folder, 'dist/server/main.js'),
  );
});
afterAll(async () => {
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
});

const get = async (path: string, headers: Record<string, string> = {}) =>
  fetch(`${site.url}${path}`, { redirect: 'manual', headers });
const text = async (path: string) => (await get(path)).text();
const cutMain = (html: string) => html.slice(html.indexOf('<main'), html.indexOf('</main>'));
const codes: string[] = [...locales, ...Object.keys(addedLanguages)];
const all = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map((match) => match[1]);

const partial = new Set<string>(locales.filter((locale) => localeRecords[locale].content === 'partial'));

test('the added languages need no other change for the types', async () => {
  // Tests are excluded, because they name the languages of the demonstration.
  const config = {
    extends: './tsconfig.json',
    include: ['site', 'content', 'server', 'accounts', 'vite.config.ts'],
    exclude: ['**/*.test.ts', '**/*.test.tsx'],
  };
  writeFileSync(join(folder, 'tsconfig.copy.json'), JSON.stringify(config));
  const { stdout } = await run(
    process.execPath,
    [join(projectRoot, 'node_modules/typescript7/bin/tsc'), '--noEmit', '-p', 'tsconfig.copy.json'],
    { cwd: folder },
  );
  expect(stdout).toBe('');
});

test.each([
  ['pt', '<html lang="pt" data-'],
  ['ar', '<html lang="ar" dir="rtl" data-'],
])('every page in %s answers in its language', async (code, html) => {
  const inLanguage = (path: string) => path === `/${code}` || path.startsWith(`/${code}/`);
  const starts = Object.values(staticPaths).map((path) => (path === '/' ? `/${code}` : `/${code}${path}`));
  const visited = await crawlSite(site.url, starts, inLanguage);
  const faults: string[] = [];
  let translated = 0;
  for (const [path, { status, redirectTarget }] of visited) {
    const page = await text(path);
    if (status !== 200 || redirectTarget !== null) faults.push(`${path}: ${status} ${redirectTarget}`);
    else if (!page.includes(html)) faults.push(`${path}: ${page.slice(0, 80)}`);
    else if (all(page.slice(0, page.indexOf('<main')), / data-language="(\w+)"/g).join() !== codes.join())
      faults.push(`${path}: another language switcher`);
    if (page.includes('name="robots" content="noindex')) continue;
    const alternates = all(page, /<link rel="alternate" hrefLang="([^"]*)"/g).join();
    // A language of the demonstration that is being translated is named where the page has a translation.
    const expected = codes.filter((one) => !partial.has(one) || alternates.split(',').includes(one));
    if (alternates === [...expected, 'x-default'].join()) translated += 1;
    else if (starts.includes(path)) faults.push(`${path}: hreflang ${alternates}`);
  }
  expect(faults).toEqual([]);
  expect(visited.size).toBeGreaterThan(60);
  expect(translated).toBeGreaterThan(20);
});

test('missing texts of an unfinished language raise no alarm', () => {
  expect(site.output()).not.toContain('missing-translation');
});

test('an English text on a right-to-left page declares its language and direction', async () => {
  expect(await text('/ar/legal/terms-of-service')).toContain('<div lang="en" dir="ltr">');
  expect(await text('/pt/legal/terms-of-service')).toContain('<div lang="en">');
  expect(await text('/ar/nowhere')).toContain('<html lang="ar" dir="rtl"');
});

test('the language switcher of a page with a translated address leads to an existing page', async () => {
  const faults: string[] = [];
  for (const path of [
    '/es/education-category/costos',
    '/it/education-category/costi',
    '/es/news/por-que-se-mueve-el-oro-sin-noticias',
  ]) {
    const page = await text(path);
    expect(page).toContain('data-language="ar"');
    for (const choice of all(page, / href="(\/api\/locale\?[^"]*)"/g)) {
      const chosen = await get((choice ?? '').replaceAll('&amp;', '&'));
      const { status } = await get(chosen.headers.get('location') ?? '');
      if (status !== 200) faults.push(`${path} → ${chosen.headers.get('location')}: ${status}`);
    }
  }
  expect(faults).toEqual([]);
});

test('sitemaps, first visit and consent support the added languages', async () => {
  for (const code of Object.keys(addedLanguages)) {
    expect(await text('/sitemap.xml')).toContain(`/sitemap-${code}.xml`);
    expect(await text(`/sitemap-${code}.xml`)).toMatch(
      new RegExp(`<loc>[^<]*/${code}/forex</loc>.*hreflang="${code}"`),
    );
    expect((await get('/', { 'accept-language': `${code}-XX,en;q=0.5` })).headers.get('location')).toBe(`/${code}`);
    expect((await get(`/api/consent/texts?locale=${code}`)).status).toBe(200);
  }
});

test('the search finds words of the added languages, with a stemmer and without one', async () => {
  const found = async (code: string, query: string) =>
    cutMain(await text(`/${code}/search?q=${encodeURIComponent(query)}`)).includes(`href="/${code}/forex"`);
  // The search also finds the word without its tilde.
  expect([
    await found('pt', 'Forexão'),
    await found('pt', 'forexao'),
    await found('ar', 'فوريكس'),
    await found('ar', 'قققق'),
  ]).toEqual([true, true, true, false]);
});

test('a mail is in the language and has its direction', async () => {
  const {
    module: { renderMail },
  } = await runnerImport<typeof import('../../accounts/mail/render-mail.ts')>(
    join(folder, 'accounts/mail/render-mail.ts'),
    // For the production build of React (`tests/sites/production-react.ts`).
    { root: folder, configFile: false, logLevel: 'error', oxc: { jsx: { development: false } } },
  );
  const { html, subject } = renderMail(
    {
      template: 'new-device',
      to: 'a@b.example',
      locale: 'ar' as Locale,
      values: { at: '2026-11-22T10:00:00Z', device: '' },
    },
    { siteName: 'Veldstone', siteUrl: 'https://x.example' },
  );
  expect(html).toMatch(/<html lang="ar" dir="rtl">.*<div class="sheet" dir="rtl">.*نوفمبر/s);
  expect(subject).toMatch(/^[\u0600-\u06ff -]+$/);
});

test('a right-to-left page fits a phone and a desktop', async () => {
  const browser = await launchChromium();
  try {
    const found: string[] = [];
    for (const width of [360, 1440]) {
      const { page, faults, close } = await openPage(browser, { viewport: { width, height: 800 }, locale: 'ar' });
      for (const path of [
        '/ar',
        '/ar/forex',
        '/ar/news/gold-when-nothing-happens',
        '/ar/contact',
        '/ar/register',
        '/pt',
      ]) {
        await page.goto(`${site.url}${path}`);
        const { over, start } = await page.evaluate(() => ({
          over: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          start:
            (document.querySelector('header a[aria-label]')?.getBoundingClientRect().left ?? 0) > innerWidth / 2
              ? 'rtl'
              : 'ltr',
        }));
        if (over > 0) found.push(`${path} at ${width}: ${over} px too wide`);
        if (start !== (path === '/pt' ? 'ltr' : 'rtl'))
          found.push(`${path} at ${width}: the logo stands at the wrong end`);
      }
      found.push(...faults());
      await close();
    }
    expect(found).toEqual([]);
  } finally {
    await browser.close();
  }
});
