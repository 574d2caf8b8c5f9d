/** `/verify` on a site with an archive, without a script and with one; and that a site without an archive promises nothing. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaults } from '../axe.ts';
import { launchChromium } from '../browser.ts';
import { type BuiltSite, startBuiltSite } from '../sites/start-built-site.ts';
import { until } from '../until.ts';

let folder: string;
let site: BuiltSite;
let browser: Browser;
let saved: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brokerfront-verify-'));
  [site, browser] = await Promise.all([
    startBuiltSite({ ARCHIVE: 'on', DATA_DIR: join(folder, 'data'), CLIENT_IP_HEADER: 'x-client' }),
    launchChromium(),
  ]);
  saved = await (await fetch(`${site.url}/es/forex`)).text();
  await until(async () => (await ask('/es/forex')).includes('Ours, since'), 'the archive', 60_000);
}, 120_000);
afterAll(async () => {
  await browser.close();
  await site.stop();
  await rm(folder, { recursive: true, force: true });
});

let client = 0;
const newVisitor = () => ({ 'x-client': `10.0.0.${(client += 1)}` });

/** @returns the page that answers a typed address. */
async function ask(typed: string, prefix = ''): Promise<string> {
  const response = await fetch(`${site.url}${prefix}/verify?${new URLSearchParams({ address: typed })}`, {
    headers: newVisitor(),
  });
  return response.text();
}

async function send(file: string | null, prefix = '', more: Record<string, string> = {}) {
  const body = new FormData();
  if (file !== null) body.set('file', new File([file], 'page.html'));
  for (const [name, value] of Object.entries(more)) body.set(name, value);
  const headers = { origin: site.url, ...newVisitor() };
  const response = await fetch(`${site.url}${prefix}/verify`, { method: 'POST', body, headers });
  return { status: response.status, caching: response.headers.get('cache-control'), html: await response.text() };
}

const removeTags = (html: string) => html.replace(/<[^>]*>/g, '');

test('typed addresses (S450)', async () => {
  const { host } = new URL(site.url);
  for (const typed of [`${site.url}/es/forex`, ` ${host.toUpperCase()}/ES/Forex/ `, '/es/forex?utm_source=x'])
    expect(await ask(typed), typed).toContain('Ours, since');
  expect(await ask('/es/no-such-page')).toContain('No page of ours');
  const foreign = await ask('veldstone.example.evil.test/<b>forex');
  expect(foreign).toContain('this is not our site');
  expect(foreign).toContain('veldstone.example.evil.test');
  expect(foreign).not.toContain('<b>forex');
  const nonsense = await ask('"what?', '/it');
  expect(nonsense).toContain('non si legge come un indirizzo');
  expect(nonsense).toContain('value="&quot;what?"');
  expect(await ask(`https://${'x'.repeat(2500)}`)).toContain('cannot be read as an address');
});

test('a file without a script (S451, S452)', async () => {
  const good = await send(saved, '/es');
  expect(good).toMatchObject({ status: 200, caching: 'no-store' });
  expect(removeTags(good.html)).toContain('Nuestra, desde el');
  const altered = await send(saved.replace(/(?<=<h1[^>]*>)[^<\s]+/, 'Garantizado'), '/es');
  expect(removeTags(altered.html)).toContain('Nuestra, alterada');
  expect(altered.html).toContain('Garantizado');
  expect(removeTags((await send(saved.replaceAll('/es/forex', '/es/forexx'))).html)).toContain('Never ours');
  expect((await send('not a page')).html).toContain('holds no web page');
  expect((await send(null)).html).toContain('Choose the saved page first');
  const nameless = saved.replace(/<link rel="canonical"[^>]*>/, '');
  const again = await send(nameless);
  expect(again).toMatchObject({ status: 422 });
  expect(again.html).toContain('name="ofFile"');
  expect(removeTags((await send(nameless, '', { ofFile: '/es/forex' })).html)).toContain('Ours, since');
  expect(await send('x'.repeat(6 * 1024 * 1024))).toMatchObject({ status: 422 });
});

async function choose(page: Page, text: string): Promise<void> {
  await page.setInputFiles('#file', { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from(text) });
}

test('with a script the file stays in the browser (S452)', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const posted: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posted.push(request.url());
  });
  await page.goto(`${site.url}/verify`);
  await page.waitForSelector('is-land[data-state="live"]');
  expect(await axeFaults(page)).toEqual([]);
  await choose(page, saved);
  await page.waitForSelector('[data-tone="good"]');
  await choose(page, saved.replace('</main>', '<p>Send bitcoin to this address</p></main>'));
  await page.waitForSelector('[data-tone="bad"]');
  expect(await page.textContent('ins')).toContain('Send bitcoin to this address');
  expect(await axeFaults(page)).toEqual([]);
  await choose(page, 'nothing');
  await page.waitForSelector('#file-error:not(:empty)');
  // The site cannot answer: nobody is told that a page was never ours.
  await page.route('**/api/verify?*', (route) => route.fulfill({ status: 503 }));
  await choose(page, saved);
  await page.waitForFunction(() => document.querySelector('#file-error')?.textContent.includes('at the moment'));
  expect(posted.filter((url) => url.includes('/verify'))).toEqual([]);
  await context.close();
});

test('the page is found, and a site without an archive has none (S453)', async () => {
  expect(await (await fetch(`${site.url}/sitemap-es.xml`)).text()).toContain('/es/verify</loc>');
  expect(saved).toContain('href="/es/verify"');
  expect(await (await fetch(`${site.url}/verify`)).text()).not.toContain('noindex');
  const plain = await startBuiltSite({ DATA_DIR: join(folder, 'plain') });
  try {
    for (const path of ['/verify', '/es/verify', '/api/verify?address=/forex', '/.well-known/page-log'])
      expect((await fetch(plain.url + path)).status, path).toBe(404);
    expect(
      (await fetch(`${plain.url}/verify`, { method: 'POST', headers: { origin: plain.url }, body: new FormData() }))
        .status,
    ).toBe(405);
    expect(await (await fetch(`${plain.url}/es/forex`)).text()).not.toContain('/verify');
    expect(await (await fetch(`${plain.url}/sitemap-es.xml`)).text()).not.toContain('/verify');
  } finally {
    await plain.stop();
  }
});
