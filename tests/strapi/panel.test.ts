/**
 * Strapi's panel in Chromium: everything that we add to it is there, in each language, by keyboard and without axe faults.
 * @module-tag exhaustive
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { axeFaults } from '../axe.ts';
import { launchChromium } from '../browser.ts';
import { freePort } from '../services/free-port.ts';
import { newSiteData, startBuiltSite } from '../sites/start-built-site.ts';
import { until } from '../until.ts';
import { StrapiEditor, type StrapiEntry } from './strapi-editor.ts';
import { type RunningStrapi, administrator, apiToken, startStrapi, webhookSecret } from './strapi-process.ts';

let strapi: RunningStrapi;
let sitePort: string;
let editor: StrapiEditor;
let browser: Browser;
let token: string;
let tag: StrapiEntry;

beforeAll(async () => {
  sitePort = String(await freePort());
  const SITE_URL = `http://localhost:${sitePort}`;
  strapi = await startStrapi({ environment: { SERVE_ADMIN: 'true', APPROVAL: 'on', SITE_URL } });
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

afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
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
const pageForm = (of: StrapiEntry) => form(of).replaceAll('tag', 'page');
const history = (of: StrapiEntry) => `/ledger/api::tag.tag/${of.documentId}?locale=en`;

/** Pages of ours with an item of the menu. */
const ownPages: [path: string, names: Record<string, string>][] = [
  ['/new-page', { en: 'New page', es: 'Página nueva', it: 'Nuova pagina' }],
  ['/approvals', { en: 'Approvals', es: 'Aprobaciones', it: 'Approvazioni' }],
  ['/releases', { en: 'Releases', es: 'Lanzamientos', it: 'Rilasci' }],
  ['/texts', { en: 'Find texts', es: 'Buscar textos', it: 'Cercare testi' }],
  ['/translations', { en: 'Translations', es: 'Traducciones', it: 'Traduzioni' }],
];
/** What we add, by the role and name that assistive technology reads. */
interface Addition {
  where: string;
  path: () => string;
  role: 'heading' | 'link';
  names: Record<string, string>;
}

const additions: Addition[] = [
  { where: 'the menu', path: () => '/', role: 'link', names: { en: 'Ledger', es: 'Registro', it: 'Registro' } },
  ...ownPages.flatMap(([address, names]): Addition[] => [
    { where: 'the menu', path: () => '/', role: 'link', names },
    { where: 'its page', path: () => address, role: 'heading', names },
  ]),
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
      /\b(?:history|difference|ledger|approval|releases|new-page|archive|day|rules|texts|translations|table|markdown|beside|block-list)\.[a-z]/,
    );
    await page.context().close();
  }
});

test.each(['light', 'dark'])('our pages have no axe fault (%s)', async (theme) => {
  for (const path of ['/ledger', history(tag), '/texts?words=silver']) {
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
  // Not what the form had read before: a save would undo the restore.
  await press('link', /^Open the form$/);
  await until(async () => (await page.getByLabel('Name').inputValue()) === tag['name'], 'the restored name');
});

test('a release is planned from a form: its time zone is seen, and its list names each document', async () => {
  const page = await open(form(tag));
  await page.getByRole('button', { name: 'More document actions' }).click();
  await page.getByRole('menuitem', { name: 'Add to release' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add to release' }).click();
  const opened = page.context().waitForEvent('page');
  await page.locator('a[target=_blank]', { hasText: 'Releases' }).click();
  const releases = await opened;
  releases.setDefaultTimeout(60_000);
  await releases.getByLabel('Name').fill('Tags of the day');
  await releases.getByLabel('Date and time').fill('2099-01-01T09:00');
  const zone = await releases.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  expect(await releases.getByLabel('Time zone').inputValue()).toBe(zone);
  await releases.getByRole('button', { name: 'Plan a release' }).click();
  await releases.getByText(/^Tag “.*” · English · Publish$/).waitFor();
  // Without Strapi's own message, which fades in.
  expect(await axeFaults(releases, 'main')).toEqual([]);
});

test('a step of an approval is seen at once, and who has decided is back at the list', async () => {
  const draft = await editor.draft('page', 'crypto');
  await editor.save('page', draft.documentId, { ...draft, title: 'Crypto at once' });
  const place = pageForm(draft);
  const page = await open(place);
  await page.getByRole('button', { name: 'Submit for approval' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Submit for approval' }).click();
  await page.locator('ol li').getByText('Submitted for approval').waitFor();
  await page.context().close();

  const spanish = await open(place, { language: 'es' });
  await spanish.getByText('Usted lo envió; lo aprueba otra persona.').waitFor();
  await spanish.context().close();

  const author = await editor.colleague('author', ['Editor, English']);
  const other = await editor.draft('page', 'stocks');
  await author.save('page', other.documentId, { ...other, title: 'Stocks at once' });
  await author.gate('submit', { uid: 'api::page.page', documentId: other.documentId, locale: 'en', comment: '' });
  const approvals = await open('/approvals');
  await approvals.getByRole('link', { name: 'Page “Stocks at once”' }).click();
  await approvals.getByRole('button', { name: 'Approve' }).click();
  const proposal = approvals.url();
  await approvals.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await approvals.waitForURL(/\/approvals$/);
  await approvals.goto(proposal);
  await approvals.getByText('This no longer waits.').waitFor();
  await approvals.getByText(/^Visitors see this version/).waitFor();
  expect(await approvals.locator('main').innerText()).toContain('approved by admin@veldstone.example');
});

test('the words of a button are chosen by what they are now, and replaced', async () => {
  const page = await open(
    '/content-manager/single-types/api::interface-word-set.interface-word-set?plugins[i18n][locale]=es',
  );
  await page.getByRole('heading', { name: 'Words of the interface' }).waitFor();
  await page
    .getByRole('button', { name: /an entry|No entry yet/ })
    .first()
    .click();
  const field = page.getByRole('combobox', { name: 'What to replace' });
  await field.click();
  await page.keyboard.type('Busc');
  await page.getByRole('option', { name: 'Buscar (Search: search.submit)' }).click();
  await page.getByLabel('Your words').fill('Preguntar');
  // Strapi names an entry by what stands in it.
  await page.getByRole('button', { name: 'Preguntar' }).waitFor();
  expect(await axeFaults(page, 'form')).toEqual([]);
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Published document').waitFor();
  expect((await editor.draft('interface-word-set', 'interface-word-set', 'es'))['words']).toMatchObject([
    { message: 'search.submit', text: 'Preguntar' },
  ]);
});

test('rows of a spreadsheet are pasted into a table, and stored as the JSON of before', async () => {
  const draft = await editor.draft('page', 'about');
  const rows = [['Cape Town', 12, true, 5, '7']];
  const columns = ['Office', 'People', 'Open', 'Floor', 'Room'].map((label) => ({
    label,
    ...(label === 'People' && { format: 'number' }),
  }));
  const table = { __component: 'blocks.data-table', caption: 'Our offices', columns, rows };
  await editor.save('page', draft.documentId, { ...draft, blocks: [...(draft.blocks as object[]), table] });
  const page = await open(pageForm(draft));
  await page
    .getByRole('button', { name: /^Table/ })
    .last()
    .click();
  await page.locator('.dsg-row').nth(1).locator('.dsg-cell').nth(1).click();
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'Kaapstad\t12\t✓\nMadrid\t4\tTRUE\nMilan\t3.5\t–');
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  expect(await axeFaults(page, '.dsg-container')).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved document').waitFor();
  const saved = (await editor.draft('page', 'about')).blocks as { rows?: unknown }[];
  expect(saved.at(-1)?.rows).toEqual([
    // Only the cell that was typed is another one: 5 stays a number, and '7' a text.
    ['Kaapstad', 12, true, 5, '7'],
    ['Madrid', 4, true, '', ''],
    ['Milan', 3.5, false, '', ''],
  ]);
});

test('a text gets a link by the picker and a table of a spreadsheet, and keeps all other bytes', async () => {
  const definition = 'Uno  \r\n\r\n\tDos\u00a0\u200b *tres* \r\n';
  const term = await editor.draft('glossary-term', 'pip', 'es');
  await editor.save('glossary-term', term.documentId, { ...term, definition }, 'es');
  const stored = async () => (await editor.draft('glossary-term', 'pip', 'es'))['definition'];
  const page = await open(
    `/content-manager/collection-types/api::glossary-term.glossary-term/${term.documentId}?plugins[i18n][locale]=es`,
  );
  const text = page.getByRole('textbox', { name: 'Definition' });
  const save = async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved document').first().waitFor();
    await page.getByText('Saved document').first().waitFor({ state: 'hidden' });
  };
  expect(await text.getAttribute('lang')).toBe('es');
  // Only looked at.
  await text.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Tab');
  expect(await text.evaluate((field) => field.contains(document.activeElement))).toBe(false);
  await page.getByRole('textbox', { name: 'Term' }).fill('Pip (punto)');
  await save();
  expect(await stored()).toBe(definition);

  await text.focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog');
  await page.keyboard.type('divisas');
  await dialog.getByRole('button', { name: 'Divisas Page · /forex' }).waitFor();
  expect(await axeFaults(page, '[role=dialog]')).toEqual([]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  // The title is in the field of the words, which has the focus now.
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await page.keyboard.press('Enter');
  await text.evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData(
      'text/html',
      '<table><tr><td>Par</td><td>Pip</td></tr><tr><td>EURUSD</td><td>0.0001</td></tr></table>',
    );
    clipboardData.setData('text/plain', 'Par\tPip\nEURUSD\t0.0001');
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await page.keyboard.type('.');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+f');
  await page.keyboard.type('Pip');
  expect(await axeFaults(page, 'form')).toEqual([]);
  await save();
  expect(await stored()).toBe(
    `${definition}[Divisas](/forex)\r\n\r\n| Par | Pip |\r\n|---|---:|\r\n| EURUSD | 0.0001 |`,
  );
});

test('words are found and replaced in two drafts, which are chosen for a release', async () => {
  for (const locale of ['en', 'es']) {
    const term = await editor.draft('glossary-term', 'margin', locale);
    await editor.save('glossary-term', term.documentId, { ...term, term: 'Wolpertinger' }, locale);
  }
  const page = await open('/texts');
  await page.getByRole('textbox', { name: 'Words' }).fill('Wolpertinger');
  await page.keyboard.press('Enter');
  await page.getByText('2 texts have “Wolpertinger”.').waitFor();
  await page.getByLabel('Replace by').fill('Margin');
  expect(await page.locator('ins').allInnerTexts()).toEqual(['Margin', 'Margin']);
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Replace in 2 drafts' }).click();
  await page.getByText('2 drafts are changed.').waitFor();
  await page.getByText('No text has “Wolpertinger”.').waitFor();
  expect((await editor.draft('glossary-term', 'margin', 'es'))['term']).toBe('Margin');
});

test('the page beside a form shows what is typed before it is saved, stays where it is, and no visitor sees it', async () => {
  const folder = await newSiteData('panel-preview');
  await using site = await startBuiltSite({
    PORT: sitePort,
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    STRAPI_URL: strapi.url,
    STRAPI_TOKEN: apiToken,
    STRAPI_WEBHOOK_SECRET: webhookSecret,
  });
  const draft = await editor.draft('page', 'why-us');
  const page = await open(pageForm(draft));
  const press = async (name: string | RegExp) => {
    await page.getByRole('button', { name }).first().focus();
    await page.keyboard.press('Enter');
  };
  await press('Show the page beside the form');
  const preview = page.frameLocator('iframe[title="The page with what you have typed"]');
  for (const [device, width] of Object.entries({ Phone: 360, Tablet: 768, Desktop: 1440 })) {
    await press(device);
    await until(() => preview.locator('main').evaluate((_, wide) => innerWidth === wide, width), device, 60_000);
  }
  await page.locator('aside[data-beside][aria-busy=false]').waitFor();
  expect(await axeFaults(page, 'aside[data-beside]')).toEqual([]);
  await press(/^Page opening/);
  const last = preview.locator('main > *').last();
  await last.evaluate((element) => {
    Object.assign(element, { kept: true });
    scrollTo({ top: 40, behavior: 'instant' });
  });
  const heading = page.locator('input[name="blocks.0.heading"]');
  // As long as before: a browser keeps what is below where it is.
  const typed = (await heading.inputValue()).replace(/.$/, '‡');
  await heading.fill(typed);
  await preview.getByRole('heading', { name: typed }).waitFor();
  expect(await last.evaluate((element) => ['kept' in element, scrollY])).toEqual([true, 40]);
  const visited = await (await fetch(`${site.url}/why-us`, { headers: { 'user-agent': 'bot' } })).text();
  expect([visited.includes('</h1>'), visited.includes('‡')]).toEqual([true, false]);
  expect((await editor.draft('page', 'why-us'))['blocks']).toEqual(draft['blocks']);
});

test('a block is duplicated with all its parts, and all are closed and opened', async () => {
  const parts = (of: StrapiEntry) =>
    (of['blocks'] as object[]).map((block) =>
      JSON.stringify(block, (name, value: unknown) => (name === 'id' ? 0 : value)),
    );
  const draft = await editor.draft('page', 'about');
  const page = await open(pageForm(draft));
  const list = page.getByRole('list', { name: 'Blocks' });
  const blocks = page.locator('main form ol[aria-describedby] > li');
  const countOpen = () =>
    blocks.evaluateAll(
      (all) => all.filter((block) => block.querySelector('h3 > button')?.ariaExpanded === 'true').length,
    );
  const copy = list.getByRole('button', { name: 'Duplicate Cards – Our authors' });
  await copy.focus();
  expect(await axeFaults(page, 'ol[aria-label="Blocks"]')).toEqual([]);
  await page.keyboard.press('Enter');
  await copy.nth(1).waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved document').waitFor();
  const before = parts(draft);
  const place = before.findIndex((block) => block.includes('Our authors'));
  expect(parts(await editor.draft('page', 'about'))).toEqual(before.toSpliced(place, 0, before[place] ?? ''));

  await page.getByRole('button', { name: 'Open all' }).click();
  await until(async () => (await countOpen()) === before.length + 1, 'all open');
  await page.getByRole('button', { name: 'Close all' }).click();
  await until(async () => (await countOpen()) === 0, 'all closed');
  // A click could miss, because the page becomes shorter.
  await list.getByRole('button', { name: /^Call to action/ }).focus();
  await page.keyboard.press('Enter');
  await until(async () => (await countOpen()) === 1, 'the block');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Call to action');
});

test('a rule leads to a field, also of a part that is not there yet, and its message goes with it', async () => {
  const page = await open('/content-manager/collection-types/api::page.page/create?plugins[i18n][locale]=en');
  const goTo = (rule: string) =>
    page.getByRole('listitem').filter({ hasText: rule }).getByRole('button', { name: 'Go to the field' }).click();
  await goTo('Without a title of its own');
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'));
  await until(async () => (await focused()) === 'seo.title', 'the title');

  await page.goto(`/admin${pageForm(await editor.draft('page', 'about'))}`);
  await page.getByLabel('Name').fill('');
  await goTo('“Name” is empty: fill it in.');
  const message = page.locator('[data-strapi-field-error]', { hasText: 'is empty' });
  await message.waitFor();
  await page.keyboard.type('Basilisk');
  await message.waitFor({ state: 'detached', timeout: 5000 });
});

test('beside a translation stands what changed in English since, also after a save', async () => {
  const english = await editor.draft('glossary-term', 'leverage');
  await editor.publish('glossary-term', english.documentId, {
    definition: `${String(english['definition'])} Not for a Basilisk.`,
  });
  const page = await open('/translations?locale=it');
  await page.locator(`a[href*="content-manager"][href*="${english.documentId}"]`).click();
  const beside = page.locator('aside[data-beside=source]');
  await beside.locator('ins', { hasText: 'Basilisk' }).waitFor();
  expect(await axeFaults(page, 'aside[data-beside]')).toEqual([]);
  await page.locator('input[name="term"]').fill('Leva nuova');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved document').waitFor();
  await beside.locator('ins', { hasText: 'Basilisk' }).waitFor();
});
