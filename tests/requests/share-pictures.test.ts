/** The picture that other sites show for a shared page, drawn by the real server for every kind of page in every language. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import budgets from '../../tools/bench/budgets.json' with { type: 'json' };
import { locales } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { newSiteData, startBuiltSite } from '../sites/start-built-site.ts';

// Uses its own site, because the test reads the folder of the pictures.
const folder = await newSiteData('share-pictures');
const site = await startBuiltSite({ DATA_DIR: folder, LOG_LEVEL: 'silent' });
afterAll(async () => {
  await site.stop();
  await rm(folder, { recursive: true, force: true });
});

async function fetchPicture(path: string): Promise<string> {
  const html = await (await fetch(`${site.url}${path}`, { headers: { 'user-agent': 'bot' } })).text();
  const address = /<meta property="og:image" content="([^"]*)"/.exec(html)?.[1] ?? '';
  expect(address.startsWith(`${site.url}/share-pictures/`), `${path}: ${address}`).toBe(true);
  expect(html).toContain('<meta property="og:image:width" content="1200"/>');
  expect(html).toContain('<meta name="twitter:card" content="summary_large_image"/>');
  return address.slice(site.url.length);
}

const kinds = Object.entries(budgets.html).map(([kind, { paths }]) => [kind, paths[0] ?? '/'] as const);

test.each(kinds)('%s: %s has its own picture in every language', { timeout: 30_000 }, async (_kind, path) => {
  const addresses = new Set<string>();
  for (const locale of locales) {
    const address = await fetchPicture(localePath(path, locale));
    const answer = await fetch(`${site.url}${address}`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(answer.headers.get('cache-control')).toContain('immutable');
    const { width, height, channels } = await sharp(bytes).metadata();
    expect([width, height, channels >= 3]).toEqual([1200, 630, true]);
    // The picture is not empty, and is small enough for every social network.
    expect(bytes.length).toBeGreaterThan(5000);
    expect(bytes.length).toBeLessThan(200_000);
    addresses.add(bytes.toString('base64'));
  }
  expect(addresses.size).toBe(locales.length);
});

test('a share picture is drawn once and cached', async () => {
  const address = await fetchPicture('/glossary');
  const all = await Promise.all(Array.from({ length: 5 }, async () => (await fetch(`${site.url}${address}`)).bytes()));
  expect(new Set(all.map((bytes) => Buffer.from(bytes).toString('base64'))).size).toBe(1);
  const [, hash] = /\/share-pictures\/([\w-]+)/.exec(address) ?? [];
  expect((await readdir(join(folder, 'share-pictures'))).filter((name) => name.startsWith(String(hash)))).toEqual([
    `${hash}.png`,
  ]);
});

test('the address of an outdated picture redirects to the current one, and only pages have pictures', async () => {
  const address = await fetchPicture('/es/forex');
  const former = await fetch(
    `${site.url}${address.replace(/\/share-pictures\/.{16}/, `/share-pictures/${'A'.repeat(16)}`)}`,
    {
      redirect: 'manual',
    },
  );
  expect([former.status, former.headers.get('location')]).toEqual([302, address]);
  for (const path of [
    `/share-pictures/${'A'.repeat(16)}/no-such-page.png`,
    `/share-pictures/${'A'.repeat(16)}/assets/x.css.png`,
    '/share-pictures/short/forex.png',
    '/share-pictures/../../etc/passwd.png',
    `/share-pictures/${'A'.repeat(16)}/forex`,
  ])
    expect((await fetch(`${site.url}${path}`)).status, path).toBe(404);
});
