/**
 * Strapi's panel in Chromium: everything that we add to it is there, in each language, by keyboard and without axe faults.
 * @module-tag exhaustive
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareCms } from '../../tools/cms-package.ts';
import { axeFaults } from '../axe.ts';
import { launchChromium } from '../browser.ts';
import { until } from '../until.ts';
import { StrapiEditor, type StrapiEntry } from './strapi-editor.ts';
import { type RunningStrapi, administrator, startStrapi } from './strapi-process.ts';

let strapi: RunningStrapi;
let editor: StrapiEditor;
let browser: Browser;
let token: string;
let tag: StrapiEntry;

beforeAll(async () => {
  await prepareCms(() => undefined, { panel: true, quiet: true });
  strapi = await startStrapi({ environment: { SERVE_ADMIN: 'true' } });
  editor = await StrapiEditor.login(strapi.url);
  const login = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(administrator),
  };
  const answer = (await (await fetch(`${strapi.url}/admin/login`, login)).json()) as { data: { token: string } };
  token = answer.data.token;
  tag = await editor.draft('tag', 'gold');
  await editor.save('tag', tag.documentId, { name: 'Gold and silver' });
  browser = await launchChromium();
}, 900_000);
afterAll(async () => {
  await browser.close();
  await strapi.stop();
});

async function open(path: string, { language = 'en', theme = 'light' } = {}): Promise<Page> {
  const context = await browser.newContext({ baseURL: strapi.url, viewport: { width: 1440, height: 900 } });
  await context.addInitScript(
    ([jwt, locale, look]) => {
      localStorage.setItem('jwtToken', JSON.stringify(jwt));
      localStorage.setItem('strapi-admin-language', String(locale));
      localStorage.setItem('STRAPI_THEME', String(look));
    },
    [token, language, theme],
  );
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(`/admin${path}`);
  return page;
}

const form = (of: StrapiEntry) =>
  `/content-manager/collection-types/api::tag.tag/${of.documentId}?plugins[i18n][locale]=en`;
const history = (of: StrapiEntry) => `/ledger/api::tag.tag/${of.documentId}?locale=en`;

/** What we add, by the role and name that assistive technology reads. */
const additions: { where: string; path: () => string; role: 'heading' | 'link'; names: Record<string, string> }[] = [
  {
    where: 'the menu',
    path: () => '/',
    role: 'link',
    names: { en: 'Where pictures are used', es: 'Dónde se usan las imágenes', it: 'Dove si usano le immagini' },
  },
  { where: 'the menu', path: () => '/', role: 'link', names: { en: 'Ledger', es: 'Registro', it: 'Registro' } },
  ...(['/', '/new-page'] as const).map((path) => ({
    where: path === '/' ? 'the menu' : 'its page',
    path: () => path,
    role: path === '/' ? ('link' as const) : ('heading' as const),
    names: { en: 'New page', es: 'Página nueva', it: 'Nuova pagina' },
  })),
  ...(['/', '/approvals'] as const).map((path) => ({
    where: path === '/' ? 'the menu' : 'its page',
    path: () => path,
    role: path === '/' ? ('link' as const) : ('heading' as const),
    names: { en: 'Approvals', es: 'Aprobaciones', it: 'Approvazioni' },
  })),
  ...(['/', '/releases'] as const).map((path) => ({
    where: path === '/' ? 'the menu' : 'its page',
    path: () => path,
    role: path === '/' ? ('link' as const) : ('heading' as const),
    names: { en: 'Releases', es: 'Lanzamientos', it: 'Rilasci' },
  })),
  {
    where: 'the home page',
    path: () => '/',
    role: 'link',
    names: { en: 'All approvals', es: 'Todas las aprobaciones', it: 'Tutte le approvazioni' },
  },
  {
    where: 'a form',
    path: () => form(tag),
    role: 'heading',
    names: { en: 'History', es: 'Historial', it: 'Cronologia' },
  },
  {
    where: 'the ledger',
    path: () => '/ledger',
    role: 'heading',
    names: { en: 'Ledger', es: 'Registro', it: 'Registro' },
  },
  {
    where: 'a history',
    path: () => history(tag),
    role: 'heading',
    names: { en: 'Difference', es: 'Diferencia', it: 'Differenza' },
  },
];

test.each(additions)('$where has $names.en, in each language', async ({ path, role, names }) => {
  for (const [language, name] of Object.entries(names)) {
    const page = await open(path(), { language });
    await page.getByRole(role, { name, exact: true }).first().waitFor();
    // A text that is missing in a language is shown as its key.
    expect(await page.locator('body').innerText()).not.toMatch(
      /\b(?:history|difference|ledger|media-uses|gate|releases)\.[a-z]/,
    );
    await page.context().close();
  }
});

test.each(['light', 'dark'])('our pages have no axe fault (%s)', async (theme) => {
  for (const path of ['/ledger', history(tag), `${history(tag)}&view=fields`, '/where-used']) {
    const page = await open(path, { theme });
    await until(async () => (await page.locator('main ol li, main ul li').count()) > 0, path, 60_000);
    expect(await axeFaults(page), path).toEqual([]);
    await page.context().close();
  }
});

test('an editor goes from the form to a difference and restores a version, by keyboard alone', async () => {
  const page = await open(form(tag));
  await page.getByText('Changed last by').waitFor();
  const press = async (role: 'button' | 'link', name: RegExp) => {
    const target = page.getByRole(role, { name }).first();
    await target.focus();
    await page.keyboard.press('Enter');
  };
  await press('link', /^All versions and differences$/);
  await page.getByRole('heading', { name: 'Tag “Gold and silver”' }).waitFor();
  const changed = page.locator('ins').filter({ hasText: 'and silver' });
  await changed.waitFor();
  expect(await changed.innerText()).toContain('Added:');
  await press('button', /^What changed/);
  await until(
    () => page.evaluate(() => document.activeElement?.textContent === 'Difference'),
    'focus on the difference',
  );
  await page
    .getByRole('button', { name: /^Restore as draft/ })
    .last()
    .focus();
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').getByText('replaces the draft').waitFor();
  // Half faded in, its text has little contrast.
  await page
    .getByRole('alertdialog')
    .evaluate(async (dialog) =>
      Promise.all((dialog.parentElement ?? dialog).getAnimations({ subtree: true }).map(({ finished }) => finished)),
    );
  expect(await axeFaults(page, '[role=alertdialog]')).toEqual([]);
  await page.getByRole('button', { name: 'Confirm' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Restored as a draft.').waitFor();
  expect((await editor.draft('tag', 'gold'))['name']).toBe(tag['name']);
});
