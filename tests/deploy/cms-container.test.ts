/** The image of Strapi: the test runs every step of its Containerfile; the result imports the demonstration, answers and shows the panel. */
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cmsRoot, strapiProgram } from '../../tools/cms-package.ts';
import { projectRoot } from '../../tools/project-root.ts';
import { axeFaults } from '../axe.ts';
import { launchChromium, openPage } from '../browser.ts';
import { exhaustive } from '../sampled.ts';
import { freePort } from '../services/free-port.ts';
import { StrapiEditor } from '../strapi/strapi-editor.ts';
import { administrator } from '../strapi/strapi-process.ts';
import { until } from '../until.ts';
import { readContainerfile } from './containerfile.ts';
import { canIsolate } from './isolated-process.ts';
import { type BuiltStage, type NativeContainer, buildNatively, runNatively } from './native-container.ts';

const file = 'deploy/cms.Containerfile';

test('the Containerfile starts Strapi as npm run cms does, with the Node version of package.json', () => {
  const stages = readContainerfile(join(projectRoot, file));
  const { dependencies } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const bases = stages.filter(({ base }) => !stages.some((stage) => stage.name === base)).map(({ base }) => base);
  expect(new Set(bases)).toEqual(new Set([`docker.io/library/node:${dependencies['node']}-trixie-slim`]));
  expect(stages.at(-1)?.entrypoint).toEqual(['node', relative(cmsRoot, strapiProgram), 'start']);
});

// Started once, because the start takes minutes and the panel 2.2 GB of memory. The last test stops it.
describe.skipIf(!canIsolate)('Strapi in its image', { ...exhaustive, shuffle: false }, () => {
  let image: BuiltStage;
  let container: NativeContainer;
  let data: string;
  let url: string;

  beforeAll(async () => {
    image = buildNatively(file, { SERVE_ADMIN: 'true' });
    data = mkdtempSync(join(tmpdir(), 'brokerfront-image-'));
    chownSync(data, 1000, 1000);
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    container = runNatively(
      image,
      {
        HOST: '127.0.0.1',
        PORT: String(port),
        STRAPI_TOKEN: 'a-token-of-the-tests-0123456789',
        ADMIN_EMAIL: administrator.email,
        ADMIN_PASSWORD: administrator.password,
      },
      { '/data': data },
    );
    const answers = () =>
      fetch(`${url}/_health`).then(
        ({ status }) => status === 204,
        () => false,
      );
    await until(async () => !container.runs() || (await answers()), 'Strapi in its image', 500_000);
    if (!container.runs()) throw new Error(container.output());
  }, 900_000);
  afterAll(async () => {
    // Stops the container if a failed test prevented the last one from stopping it.
    if (container.runs()) await container.stop();
    rmSync(data, { recursive: true, force: true });
  });

  test('runs Node as its first process, without rights, on a read-only root', () => {
    const status = readFileSync(`/proc/${container.pid()}/status`, 'utf8');
    expect(status).toMatch(/^NSpid:\s+\d+\s+1$/m);
    expect(status).toMatch(/^Uid:\s+1000\s+1000\s+1000\s+1000$/m);
    expect(() => container.exec(['touch', '/app/cms/here'])).toThrow(/Read-only file system/);
  });

  test('has imported the demonstration at its first start, and the site can read it', async () => {
    const answer = await fetch(`${url}/api/pages?filters[key][$eq]=forex&locale=es`);
    expect(answer.status).toBe(200);
    expect(((await answer.json()) as { data: unknown[] }).data).toHaveLength(1);
    expect(() => container.exec(image.stage.healthCheck)).not.toThrow();
    expect((await fetch(`${url}/admin/`)).status).toBe(200);
  });

  test('shows approvals and releases in the panel, in three languages and without a mouse', async () => {
    const admin = await StrapiEditor.login(url);
    const author = await admin.colleague('author', ['Editor, English']);
    const draft = await author.draft('page', 'forex');
    await author.save('page', draft.documentId, { ...draft, title: 'Forex to approve' });
    const subject = { uid: 'api::page.page', documentId: draft.documentId, locale: 'en' };
    await author.gate('submit', { ...subject, comment: 'Please look at the title.' });
    const browser = await launchChromium();
    const { page } = await openPage(browser);
    const press = async (role: 'link' | 'button' | 'menuitem', name: string | RegExp, within = page.locator('body')) =>
      within.getByRole(role, { name, exact: true }).first().press('Enter');
    await page.goto(`${url}/admin/auth/login`);
    await page.getByLabel('Email').fill(administrator.email);
    await page.getByLabel('Password', { exact: false }).first().fill(administrator.password);
    await page.keyboard.press('Enter');
    for (const name of ['Approvals', 'Releases', 'Ledger'])
      await page.getByRole('link', { name, exact: true }).first().waitFor();
    // The widget on the home page.
    await press('link', 'Page “Forex to approve”', page.locator('main'));
    await page.getByRole('heading', { level: 1, name: 'Page “Forex to approve”' }).waitFor();
    await page.getByText('Please look at the title.').waitFor();
    await page.getByRole('region', { name: 'What changes in the text' }).getByText('Forex to approve').waitFor();
    // There is no site, and the approval does not need one.
    await page.getByText('The site does not say which pages would change. You can approve it all the same.').waitFor();
    expect(await axeFaults(page, 'main')).toEqual([]);
    await press('button', 'Send back');
    await page.getByRole('dialog').waitFor();
    expect(await axeFaults(page, '[role=dialog]')).toEqual([]);
    await press('button', 'Send back', page.getByRole('dialog'));
    await page.getByText('Write what should change.').first().waitFor();
    await page.getByRole('dialog').getByRole('textbox').fill('Shorter, please.');
    await page.keyboard.press('Escape');
    // In the form: Submit in place of Publish and Unpublish, the panels, and “Add to release”.
    await press('link', 'Open the document');
    for (const name of ['Approval', 'History']) await page.getByRole('heading', { level: 2, name }).waitFor();
    await page.getByText(/Waits for approval since .*, submitted by author@veldstone\.example\./).waitFor();
    await page.getByRole('button', { name: 'Submit for approval' }).waitFor();
    expect(await page.getByRole('button', { name: /^(?:Publish|Unpublish)$/ }).count()).toBe(0);
    await press('button', 'More document actions');
    await page.getByRole('menuitem', { name: 'Submit the withdrawal' }).waitFor();
    await press('menuitem', 'Add to release');
    await press('button', 'Add to release', page.getByRole('dialog'));
    await press('button', 'Approve');
    await press('button', 'Approve', page.getByRole('dialog'));
    await page.getByText('Visitors see this version.').waitFor();
    const answer = await fetch(`${url}/api/pages?filters[key][$eq]=forex&fields=title`);
    expect(await answer.text()).toContain('"title":"Forex to approve"');
    // A tag needs no approval.
    await page.goto(`${url}/admin/content-manager/collection-types/api::tag.tag`);
    await page.getByRole('row').nth(1).getByRole('checkbox').press('Space');
    await press('button', 'Add to release');
    const tag = await author.draft('tag', 'gold');
    await page.goto(`${url}/admin/content-manager/collection-types/api::tag.tag/${tag.documentId}`);
    await page.getByRole('button', { name: 'Publish', exact: true }).waitFor();
    await press('link', 'Releases');
    const form = page.getByRole('region', { name: 'Plan a release' });
    await form.getByText('Forex to approve').waitFor();
    expect(await axeFaults(page, 'main')).toEqual([]);
    await form.getByLabel('Name').fill('Spring');
    await form.getByLabel('Date and time').fill('2030-03-31T02:30');
    await form.getByRole('combobox', { name: 'Time zone' }).fill('Europe/Berlin');
    await page.keyboard.press('Enter');
    await press('button', 'Plan a release', form);
    await page.getByText('Clocks in Europe/Berlin never show 2030-03-31 02:30: choose another time.').waitFor();
    await form.getByLabel('Date and time').fill('2030-10-27T02:30');
    await press('button', 'Plan a release', form);
    await form.getByRole('radio', { name: 'The second time' }).press('Space');
    await press('button', 'Plan a release', form);
    const planned = page.getByRole('listitem').filter({ hasText: 'Spring' });
    await planned.getByText('(Europe/Berlin)').waitFor();
    await press('button', 'Cancel', planned);
    await planned.getByText('cancelled', { exact: true }).waitFor();
    for (const [language, titles] of Object.entries({
      es: ['Aprobaciones', 'Lanzamientos'],
      it: ['Approvazioni', 'Rilasci'],
    })) {
      await page.evaluate((code) => localStorage.setItem('strapi-admin-language', code), language);
      for (const [index, address] of ['approvals', 'releases'].entries()) {
        await page.goto(`${url}/admin/${address}`);
        await page.getByRole('heading', { level: 1, name: titles[index] ?? '' }).waitFor();
        expect(await axeFaults(page, 'main')).toEqual([]);
      }
    }
    await browser.close();
  });

  test('keeps all lasting files in its volume', () => {
    for (const name of ['content.db', 'secrets.json', 'public/uploads'])
      expect(existsSync(join(data, name))).toBe(true);
  });

  test('ends in order on its stop signal', async () => {
    expect(await container.stop()).toBe(0);
  });
});
