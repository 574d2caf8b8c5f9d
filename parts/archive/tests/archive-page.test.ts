/**
 * The page “What stood there” in Chromium, with a real site that keeps an archive.
 * @module-tag exhaustive
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { prepareCms } from '../../../tools/cms-package.ts';
import { axeFaults } from '../../../tests/axe.ts';
import { launchChromium } from '../../../tests/browser.ts';
import { freePort } from '../../../tests/services/free-port.ts';
import { type BuiltSite, startBuiltSite } from '../../../tests/sites/start-built-site.ts';
import { until } from '../../../tests/until.ts';
import { StrapiEditor } from '../../../tests/strapi/strapi-editor.ts';
import {
  type RunningStrapi,
  administrator,
  apiToken,
  startStrapi,
  webhookSecret,
} from '../../../tests/strapi/strapi-process.ts';

let folder: string;
let strapi: RunningStrapi;
let site: BuiltSite;
let browser: Browser;
const address = '/es/forex';

beforeAll(async () => {
  await prepareCms(() => undefined, { panel: true, quiet: true });
  folder = await mkdtemp(join(tmpdir(), 'brokerfront-archive-page-'));
  const PORT = String(await freePort());
  strapi = await startStrapi({
    environment: { SERVE_ADMIN: 'true', APPROVAL: 'off', SITE_URL: `http://localhost:${PORT}` },
  });
  site = await startBuiltSite({
    PORT,
    DATA_DIR: join(folder, 'site'),
    ARCHIVE: 'on',
    LOG_LEVEL: 'warn',
    STRAPI_URL: strapi.url,
    STRAPI_TOKEN: apiToken,
    STRAPI_WEBHOOK_SECRET: webhookSecret,
  });
  browser = await launchChromium();
  const admin = await StrapiEditor.login(strapi.url);
  await admin.colleague('compliance', ['Compliance']);
  await admin.colleague('editor', ['Editor, English']);
  const archived = (count: number) =>
    until(
      async () => {
        await (await fetch(`${site.url}${address}`)).arrayBuffer();
        const { changes } = await admin.gate<{ changes: object[] }>(`archive/changes?address=${address}`);
        return changes.length >= count;
      },
      `${count} versions of ${address}`,
      60_000,
    );
  await archived(1);
  const draft = await admin.draft('page', 'forex', 'es');
  const [first, ...others] = draft.blocks as object[];
  const blocks = [{ ...first, heading: 'Un titular nuevo' }, ...others];
  await admin.publish('page', draft.documentId, { ...draft, blocks }, 'es');
  await archived(2);
}, 900_000);
afterAll(async () => {
  await browser.close();
  await site.stop();
  await strapi.stop();
  await rm(folder, { recursive: true, force: true });
});

afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

async function open(name: string, path: string, language = 'en'): Promise<Page> {
  const response = await fetch(`${strapi.url}/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${name}@veldstone.example`, password: administrator.password }),
  });
  const { data } = (await response.json()) as { data: { token: string } };
  const context = await browser.newContext({ baseURL: strapi.url, viewport: { width: 1440, height: 900 } });
  await context.addInitScript(
    ([jwt, locale]) => {
      localStorage.setItem('jwtToken', JSON.stringify(jwt));
      localStorage.setItem('strapi-admin-language', String(locale));
    },
    [data.token, language],
  );
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(`/admin${path}`);
  return page;
}

test('compliance asks what stood there, sees what changed and downloads the period', async () => {
  const page = await open('compliance', '/');
  await page.getByRole('link', { name: 'What stood there' }).click();
  await page.getByRole('combobox', { name: /^Address/ }).fill(address);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByText('This page stood there.').waitFor();
  await page.getByRole('link', { name: 'Page “Divisas” · Español' }).waitFor();
  await page
    .getByRole('button', { name: /^What changed: / })
    .first()
    .click();
  await page.locator('ins', { hasText: 'Un titular nuevo' }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the ZIP' }).click();
  expect((await download).suggestedFilename()).toMatch(/^archive-es-forex-\d{4}-\d\d-\d\d\.zip$/);
  // An earlier version of the line of time.
  await page
    .getByRole('button', { name: /^Show: / })
    .nth(1)
    .click();
  await page.locator('[aria-current=true]').nth(0).waitFor();
  await page.getByRole('combobox', { name: /^Address/ }).fill('nothing');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByText('This is no address of a page.').waitFor();
  expect(await page.getByRole('combobox', { name: /^Address/ }).inputValue()).toBe('nothing');
});

test.each([
  { language: 'es', title: 'Qué había ahí' },
  { language: 'it', title: 'Che cosa c’era' },
])('the page speaks $language', async ({ language, title }) => {
  const at = encodeURIComponent(new Date().toISOString());
  const page = await open('compliance', `/archive?address=${address}&at=${at}&zone=Europe/Madrid`, language);
  await page.getByRole('heading', { name: title, exact: true }).waitFor();
  await page.getByRole('heading', { name: address, exact: true }).waitFor();
  // A text without a translation shows its name.
  expect(await page.getByText(/archive\.[a-z]/).count()).toBe(0);
});

test('those without the right have no such page', async () => {
  const page = await open('editor', '/');
  await page.getByRole('link', { name: 'Ledger' }).waitFor();
  expect(await page.getByRole('link', { name: 'What stood there' }).count()).toBe(0);
  await page.goto('/admin/archive');
  await page.getByText(/permissions to access/).waitFor();
});
