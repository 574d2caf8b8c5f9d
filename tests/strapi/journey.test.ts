/** One journey through the real Strapi: an edit is submitted, approved in the panel and published, and a visitor of the site sees it. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningSite } from '../../server/site.ts';
import { launchChromium, onScriptError } from '../browser.ts';
import { freePort } from '../services/free-port.ts';
import { newSiteData } from '../sites/start-built-site.ts';
import { until } from '../until.ts';
import { readySiteFromStrapi } from './site-from-strapi.ts';
import { StrapiEditor, refused } from './strapi-editor.ts';
import { type RunningStrapi, administrator, startStrapi } from './strapi-process.ts';

let strapi: RunningStrapi;
let site: RunningSite;
let browser: Browser;
beforeAll(async () => {
  const PORT = String(await freePort());
  strapi = await startStrapi({
    environment: { APPROVAL: 'on', SERVE_ADMIN: 'true', SITE_URL: `http://127.0.0.1:${PORT}` },
  });
  // Without polls, only Strapi's webhook can tell the site of the change.
  site = await readySiteFromStrapi(strapi.url, await newSiteData('journey'), { poll: 3_600_000 }, { PORT });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await site.stop();
  await strapi.stop();
});

const read = async (path: string) => (await fetch(`${site.url}${path}`)).text();

async function signIn(email: string): Promise<Page> {
  const page = await browser.newPage({ baseURL: strapi.url, viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(60_000);
  await page.goto('/admin');
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(administrator.password);
  await page.getByRole('button', { name: 'Login' }).click();
  return page;
}

test('an edit that was submitted is approved in the panel by another person, and is on the site', async () => {
  const admin = await StrapiEditor.login(strapi.url);
  const [author] = [
    await admin.colleague('author', ['Publisher, English']),
    await admin.colleague('approver', ['Publisher, English']),
  ];
  const before = await read('/forex');
  const draft = await author.draft('page', 'forex');
  const [hero, ...others] = draft['blocks'] as object[];
  const heading = 'Currencies, approved';
  await author.save('page', draft.documentId, { ...draft, title: heading, blocks: [{ ...hero, heading }, ...others] });
  expect(await refused(author.publish('page', draft.documentId))).toMatch(/403 .*needs approval/);
  const subject = { uid: 'api::page.page', documentId: draft.documentId, locale: 'en' };
  await author.gate('submit', { ...subject, comment: 'A new heading' });
  expect(await read('/forex')).toBe(before);

  const page = await signIn('approver@veldstone.example');
  const faults: string[] = [];
  onScriptError(page, ({ message }) => faults.push(message));
  await page.getByRole('link', { name: 'Approvals', exact: true }).click();
  await page.getByRole('link', { name: `Page “${heading}”` }).click();
  await page.getByText('A new heading').waitFor();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
  await page.waitForURL(/\/approvals$/);

  await until(async () => (await read('/forex')).includes(`${heading}</h1>`), 'the heading');
  for (const path of ['/es/forex', '/crypto']) expect(await read(path)).not.toContain(heading);
  expect(faults).toEqual([]);
});
