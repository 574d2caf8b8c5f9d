/**
 * Runs `npm run new` in a copy of the tree, then compiles, builds, tests and requests what it created.
 * @module-tag exhaustive
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { locales } from '../../content/locales.ts';
import { launchChromium, openPage } from '../../tests/browser.ts';
import { type BuiltSite, startBuiltSite } from '../../tests/sites/start-built-site.ts';
import { generatedFolders } from '../checks/project-files.ts';
import { projectRoot } from '../project-root.ts';
import { newBlock } from './new-block.ts';
import { newIsland } from './new-island.ts';
import { newLanguage } from './new-language.ts';
import { newPage } from './new-page.ts';
import { spellName } from './tree.ts';

const run = promisify(execFile);
const copy = mkdtempSync(join(tmpdir(), 'brokerfront-new-'));
let site: BuiltSite | null = null;

let written: readonly string[];
/** A field of each kind but lists, which `price-list` has. */
const sayingFields = ['words:markdown', 'name:text', 'role:text?', 'note:inline?', 'more:link?'];

const read = (path: string) => readFileSync(join(copy, path), 'utf8');
/** Runs a script with Node in the copy. @throws with its output when it fails. */
async function tool(...parameters: string[]): Promise<void> {
  await run(process.execPath, parameters, {
    cwd: copy,
    env: { ...process.env, NODE_ENV: 'test' },
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: unknown) => {
    throw new Error(
      `${parameters[0]}: ${(error as { stdout: string }).stdout}${(error as { stderr: string }).stderr}`,
      { cause: error },
    );
  });
}

beforeAll(() => {
  cpSync(projectRoot, copy, {
    recursive: true,
    filter: (source) =>
      !relative(projectRoot, source)
        .split('/')
        .some((part) => generatedFolders.has(part)),
  });
  symlinkSync(join(projectRoot, 'node_modules'), join(copy, 'node_modules'));
  written = [
    newPage(copy, 'open-days'),
    newBlock(copy, 'price-list'),
    newBlock(copy, 'saying', sayingFields),
    newIsland(copy, 'rate-alert'),
  ].flatMap((made) => made.written);
  for (const locale of locales) {
    const page = `demo/pages/open-days.${locale}.yaml`;
    writeFileSync(
      join(copy, page),
      `${read(page)}  - __component: blocks.price-list\n    heading: What it costs\n    items:\n      - { title: A seat, text: "**Nothing**" }\n`,
    );
  }
  // After the others, because its messages are a copy of the English ones.
  newLanguage(copy, 'fa');
});
afterAll(async () => {
  await site?.stop();
  rmSync(copy, { recursive: true, force: true });
});

test('a page, a block, an island and a language compile, have their messages, and are known to Strapi', async () => {
  expect(written).toContain('demo/pages/open-days.es.yaml');
  for (const locale of locales)
    expect(JSON.parse(read(`site/i18n/messages/${locale}.json`))).toMatchObject({
      openDays: { heading: 'Open days' },
      rateAlert: { show: 'Rate alert', hide: 'Rate alert' },
    });
  expect(JSON.parse(read('cms/src/rules/addresses/site-addresses.json'))).toMatchObject({
    pages: { 'open-days': '/open-days' },
  });
  expect(JSON.parse(read('cms/src/api/page/content-types/page/schema.json'))).toMatchObject({
    attributes: { blocks: { components: expect.arrayContaining(['blocks.price-list']) } },
  });
  expect(JSON.parse(read('cms/src/components/blocks/price-list.json'))).toMatchObject({
    collectionName: 'components_blocks_price_list',
  });
  expect(JSON.parse(read('cms/src/components/blocks/saying.json'))).toMatchObject({
    attributes: {
      words: { type: 'text', required: true },
      role: { type: 'string' },
      more: { component: 'shared.link' },
    },
  });
  expect(read('demo/README.md')).toContain(
    '| `saying` | `words` *md*, `name`, `role?`, `note?` *inline md*, `more?` |',
  );
  expect(read('cms/populate.json')).toContain('blocks.price-list');
  expect(read('content/locales.ts')).toContain(
    "  fa: {\n    name: 'فارسی',\n    englishName: 'Persian',\n    tag: 'fa',\n    direction: 'rtl',\n    openGraph: 'fa_IR',\n    format: 'fa-IR',\n    stemmer: null,\n",
  );
  expect(read('site/i18n/messages/fa.json')).toBe(read('site/i18n/messages/en.json'));
  expect(JSON.parse(read('cms/src/setup/site-languages.json'))).toMatchObject({ fa: { englishName: 'Persian' } });
  expect(JSON.parse(read('cms/src/api/instrument/content-types/instrument/schema.json'))).toMatchObject({
    attributes: { nameFa: { type: 'string', maxLength: 80 } },
    config: {
      metadatas: { nameFa: { edit: { label: 'Name, Persian' } } },
      layouts: { edit: expect.arrayContaining([[{ name: 'nameFa', size: 4 }]]) },
    },
  });
  await tool('node_modules/typescript7/bin/tsc', '--noEmit', '-p', '.');
  await tool(
    'node_modules/oxlint/bin/oxlint',
    '--deny-warnings',
    ...written.filter((path) => /\/(?:open-days|PriceList|Saying|rate-alert)[\w.-]*\.tsx$/.test(path)),
  );
});

/** The pages of a language from right to left say so, and fit a phone and a desktop. */
async function expectRightToLeft(url: string): Promise<void> {
  const text = async (path: string) => (await fetch(url + path)).text();
  expect(await text('/fa/nowhere')).toContain('<html lang="fa" dir="rtl"');
  // An English text on such a page declares its language and direction.
  expect(await text('/fa/legal/terms-of-service')).toContain('<div lang="en" dir="ltr">');
  const first = await fetch(url, { redirect: 'manual', headers: { 'accept-language': 'fa-IR,en;q=0.5' } });
  expect(first.headers.get('location')).toBe('/fa');
  const browser = await launchChromium();
  try {
    for (const width of [360, 1440]) {
      const { page, faults, close } = await openPage(browser, { viewport: { width, height: 800 }, locale: 'fa' });
      for (const path of ['/fa', '/fa/forex', '/fa/contact', '/fa/register']) {
        await page.goto(url + path);
        const found = await page.evaluate(() => ({
          over: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          isLogoAtStart:
            (document.querySelector('header a[aria-label]')?.getBoundingClientRect().left ?? 0) > innerWidth / 2,
        }));
        expect({ path, width, ...found }).toEqual({ path, width, over: 0, isLogoAtStart: true });
      }
      expect(faults()).toEqual([]);
      await close();
    }
  } finally {
    await browser.close();
  }
}

test('the new parts build, their tests and the language tests pass, and the page answers in every language', async () => {
  await tool('tools/build.ts');
  await tool(
    'node_modules/vitest/vitest.mjs',
    'run',
    'site/pages/open-days',
    'site/blocks/PriceList',
    'site/blocks/Saying',
    'site/islands/rate-alert',
    'content/locales',
    'content/replica/replica.test',
    'content/feed/instrument-file',
    'tools/bundles/embed-build',
    'site/layout/site-frame',
  );
  site = await startBuiltSite(
    { BROKERFRONT_ROOT: copy, DATA_DIR: join(copy, 'data'), LOG_LEVEL: 'silent' },
    join(copy, 'dist/server/main.js'),
  );
  for (const prefix of ['', ...locales.map((locale) => `/${locale}`), '/fa']) {
    const answer = await fetch(`${site.url}${prefix}/open-days`);
    expect(answer.status, prefix).toBe(200);
    const html = await answer.text();
    expect(html).toContain('What it costs</h2>');
    expect(html).toContain('<strong>Nothing</strong>');
    expect(html).toMatch(/<h2 id="open-days">Open days<\/h2>/);
    // No text is translated yet, so the page is in English and says so.
    expect(html.includes('name="robots" content="noindex'), prefix).toBe(prefix === '/fa');
  }
  await expectRightToLeft(site.url);
});

test('existing names and invalid names are refused before anything is written', () => {
  const before = read('site/routes.ts');
  expect(() => newPage(copy, 'open-days')).toThrow('site/pages/open-days-page.tsx exists already.');
  expect(() => newIsland(copy, 'share-article')).toThrow('site/islands/share-article.island.tsx exists already.');
  for (const field of ['role', 'role:words', 'Role:text', 'tone:text'])
    expect(() => newBlock(copy, 'other', [field])).toThrow(`“${field.replace(/^tone.*/, 'tone')}”`);
  expect(() => newLanguage(copy, 'es')).toThrow('“es” is a language of the site already.');
  expect(() => newLanguage(copy, 'ib')).toThrow('“ib” is not a language');
  expect(() => newLanguage(copy, 'FR')).toThrow('“FR” is not a language');
  for (const name of ['Open', 'open days', '../up', '-a', ''])
    expect(() => newPage(copy, name)).toThrow('is not a name');
  expect(read('site/routes.ts')).toBe(before);
  expect(spellName('a-b2-c')).toEqual({
    kebab: 'a-b2-c',
    pascal: 'AB2C',
    camel: 'aB2C',
    snake: 'a_b2_c',
    words: 'A b2 c',
  });
});
