/**
 * `npm run dev`: the next answer shows a developer's change, whether or not the page was requested before.
 * @module-tag exhaustive
 */
import { cp, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { projectRoot } from '../../tools/project-root.ts';
import { startBuiltSite } from '../sites/start-built-site.ts';
import { until } from '../until.ts';
import { bar, launchVisitorBrowser } from '../visitor-browser.ts';

/** A copy of the sources, so that the test changes no file of the repository. */
async function copyOfTheSources(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'brokerfront-dev-'));
  const generatedFolders = new Set(['.git', 'node_modules', 'dist', 'data', '.tmp', '.cache']);
  await cp(projectRoot, folder, { recursive: true, filter: (path) => !generatedFolders.has(basename(path)) });
  await symlink(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/**
 * Messages of Chromium and Vite when a page is left in development: styles come with scripts, so a loading document has no transition yet, and the
 * connection for hot reload may not be open yet.
 */
const ofDevelopment = /ViewTransition opt-in disabled|^WebSocket closed without opened\.$/;

/** The developers' bar in a browser: choose a country and a language. */
async function chooseVisitor(url: string): Promise<void> {
  const browser = await launchVisitorBrowser();
  const page = await (await browser.newContext({ baseURL: url, locale: 'en-GB' })).newPage();
  const complaints: string[] = [];
  page.on('pageerror', ({ message }) => {
    if (!ofDevelopment.test(message)) complaints.push(message);
  });
  await page.goto('/about');
  await page.click(`${bar} [data-role=necessary]`, { timeout: 60_000 });
  expect(((await (await page.request.get('/api/geo')).json()) as { country: unknown }).country).toBeNull();

  await page.locator('dev-toolbar summary').click();
  await page.getByLabel('Country').selectOption('MX');
  await expect
    .poll(() => page.evaluate(() => sessionStorage.getItem('redirectForLanguage')), { timeout: 60_000 })
    .toBe('redirect-es');
  await page.goto('/forex', { waitUntil: 'commit' });
  await page.waitForURL('**/es/index.html');
  await page.getByLabel('Language').selectOption('it');
  await page.waitForURL('**/it');
  await page.getByLabel('Country').selectOption('');
  await expect
    .poll(async () => ((await (await page.request.get('/api/geo')).json()) as { country: unknown }).country, {
      timeout: 60_000,
    })
    .toBeNull();
  expect(complaints).toEqual([]);
  await browser.close();
}

test('the build and its pages contain nothing of the bar and pages for developers', async () => {
  const built = join(projectRoot, 'dist');
  const files = (await readdir(built, { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile() && /\.(?:js|css|json)$/.test(entry.name),
  );
  expect(files.length).toBeGreaterThan(30);
  for (const { parentPath, name } of files)
    expect([name, /dev-(?:toolbar|country)|dev\/blocks/.test(await readFile(join(parentPath, name), 'utf8'))]).toEqual([
      name,
      false,
    ]);
  const page = await fetch(`${inject('siteUrl')}/about`);
  expect(await page.text()).not.toMatch(/dev-(?:toolbar|country)/);
  // The built server ignores the dev cookie.
  expect(
    await (
      await fetch(`${inject('siteUrl')}/api/geo`, { headers: { cookie: 'dev-country=DE', 'x-dev-country': 'DE' } })
    ).json(),
  ).toMatchObject({ country: null });
});

test(
  'hot reload shows a change of the layout, a page, the content and its parser, and a bar simulates visitors',
  { timeout: 240_000 },
  async () => {
    const folder = await copyOfTheSources();
    const site = await startBuiltSite(
      { NODE_ENV: 'development', DATA_DIR: join(folder, 'data'), BROKERFRONT_ROOT: folder },
      join(folder, 'tools/dev.ts'),
    );
    const shows = async (path: string, text: string) =>
      (await (await fetch(`${site.url}${path}`)).text()).includes(text);
    const insertAfter = async (file: string, place: string, text: string) => {
      const source = await readFile(join(folder, file), 'utf8');
      expect(source).toContain(place);
      await writeFile(join(folder, file), source.replace(place, `${place}${text} `));
    };
    try {
      for (const [file, place, text] of [
        ['site/layout/MainMenu.tsx', '<nav ', 'data-of-the-menu=""'],
        ['site/layout/Document.tsx', '<main ', 'data-of-the-page=""'],
        ['demo/pages/about.en.yaml', 'eyebrow: ', 'Words of a test'],
      ] as const) {
        expect(await shows('/about', text)).toBe(false);
        await insertAfter(file, place, text);
        await until(() => shows('/about', text), `a change of ${file}`);
      }
      const parser = join(folder, 'content/parse/parse-blocks.ts');
      const source = await readFile(parser, 'utf8');
      expect(source).toContain('eyebrow: orNull(text)');
      await writeFile(
        parser,
        source.replace(
          'eyebrow: orNull(text)',
          "eyebrow: v.pipe(orNull(text), v.transform(() => 'Words of another parser'))",
        ),
      );
      // The site restarts, and parses again what it had stored.
      await until(
        () => shows('/about', 'Words of another parser').catch(() => false),
        'the content to be parsed again',
      );
      await chooseVisitor(site.url);
    } finally {
      await site.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
);
