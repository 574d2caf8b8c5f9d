/** What an approver gets: the public pages that would change, mails, a role that writes nothing; and what somebody gets who plans a release. */
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningSite } from '../../server/site.ts';
import { freePort } from '../services/free-port.ts';
import { exhaustive } from '../sampled.ts';
import { until } from '../until.ts';
import { readySiteFromStrapi } from './site-from-strapi.ts';
import { StrapiEditor, type StrapiEntry, expectRefusal, refused } from './strapi-editor.ts';
import { type RunningStrapi, startStrapi } from './strapi-process.ts';

interface Gate {
  decision?: { seq: number; action: string };
  current: boolean;
  blocker: string;
  approvers: number;
  same: boolean;
}
interface Pages {
  pages: { address: string; locale: string; change: string }[];
  unseen: number;
  frame: string;
  problem?: string;
}

let folder: string;
let strapi: RunningStrapi;
let site: RunningSite;
let admin: StrapiEditor;
let author: StrapiEditor;
let approver: StrapiEditor;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brokerfront-approvers-'));
  const sitePort = String(await freePort());
  strapi = await startStrapi({ environment: { APPROVAL: 'on', SITE_URL: `http://127.0.0.1:${sitePort}` } });
  site = await readySiteFromStrapi(strapi.url, join(folder, 'site'), { poll: 3_600_000 }, { PORT: sitePort });
  admin = await StrapiEditor.login(strapi.url);
  author = await admin.colleague('author', ['Editor, English', 'Editor, Spanish', 'Editor, Italian']);
  approver = await admin.colleague('approver', ['Approver, English', 'Approver, Spanish']);
}, 400_000);
afterAll(async () => {
  await site.stop();
  await strapi.stop();
  await rm(folder, { recursive: true, force: true });
});

const subject = (type: string, { documentId }: StrapiEntry, locale = 'en') => ({
  uid: `api::${type}.${type}`,
  documentId,
  locale,
});
const ask = (given: object) => new URLSearchParams(given as Record<string, string>).toString();
const readState = (editor: StrapiEditor, given: object) => editor.gate<Gate>(`state?${ask(given)}`);
const readPages = (given: object) => approver.gate<Pages>(`pages?${ask(given)}`);
function addresses({ pages, problem }: Pages): string[] {
  if (problem) throw new Error(problem);
  return pages.map(({ address, change }) => `${address} ${change}`).sort();
}

/** Changes the title of a page's first block and submits it. */
async function submit(key: string, locale: string, heading: string, comment = '') {
  const draft = await author.draft('page', key, locale);
  const [first, ...others] = draft.blocks as object[];
  await author.save('page', draft.documentId, { ...draft, blocks: [{ ...first, heading }, ...others] }, locale);
  const given = subject('page', draft, locale);
  await author.gate('submit', { ...given, comment });
  const { decision } = await readState(approver, given);
  return { given, draft, seq: decision?.seq };
}

/** Mails that Strapi has written: recipient, subject and text. */
async function readMails(): Promise<string[]> {
  const mails = join(strapi.dataDir, 'mail');
  const files = await readdir(mails).catch(() => []);
  const texts = await Promise.all(files.map((file) => readFile(join(mails, file), 'utf8')));
  return texts.map((text) => decodeMail(text));
}

/** Words beyond ASCII are encoded, in the subject and in the text. */
function decodeMail(text: string): string {
  const words = text
    .replace(/\?=\n =\?UTF-8\?Q\?/g, '')
    .replace(/=\?UTF-8\?Q\?(.*?)\?=/g, (_, encoded: string) => encoded.replaceAll('_', ' '));
  const bytes = words
    .replaceAll('=\n', '')
    .replace(/=([\dA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
const mailTo = (who: string, words: string) =>
  until(
    async () =>
      (await readMails()).find((mail) => mail.includes(`To: ${who}@veldstone.example`) && mail.includes(words)),
    `a mail to ${who} with “${words}”`,
  );

describe('the pages that would change', () => {
  test('are those that show the draft, by address and language, each as it is and as it would be', async () => {
    const { given } = await submit('forex', 'es', 'Un titular nuevo');
    const answer = await readPages(given);
    expect(addresses(answer)).toEqual(['/es/forex changed']);
    const show = async (side: string) => fetch(`${answer.frame}&side=${side}&page=/es/forex`);
    const [before, after] = [await show('before'), await show('after')];
    expect([await before.text(), await after.text()].map((html) => html.includes('Un titular nuevo'))).toEqual([
      false,
      true,
    ]);
    expect(after.headers.get('cache-control')).toBe('private, no-store');
    // Visitors still get what is live.
    expect(await (await fetch(`${site.url}/es/forex`)).text()).not.toContain('Un titular nuevo');
    const forged = answer.frame.replace('locale=es', 'locale=en');
    expect((await fetch(forged)).status).toBe(403);
  });

  test(
    'are all that show it: of an instrument in every language, of a withdrawal those that lose it',
    exhaustive,
    async () => {
      const instrument = await author.draft('instrument', 'eurusd');
      await author.save('instrument', instrument.documentId, { ...instrument, swapShort: -9.25 });
      const figures = subject('instrument', instrument, '');
      await author.gate('submit', { ...figures, comment: '' });
      const found = addresses(await readPages(figures));
      for (const prefix of ['', '/es', '/it'])
        for (const path of ['/cfd-asset-list/eurusd', '/cfd-asset-list'])
          expect(found).toContain(`${prefix}${path} changed`);
      expect(found.some((line) => line.startsWith('/careers'))).toBe(false);

      const page = await author.draft('page', 'commodities', 'es');
      const withdrawn = subject('page', page, 'es');
      await author.gate('submit', { ...withdrawn, comment: '', withdraw: true });
      // English takes its place there.
      expect(addresses(await readPages(withdrawn))).toContain('/es/commodities changed');
    },
  );

  test('of a field that all languages share are in all of them', exhaustive, async () => {
    const draft = await author.draft('account-type', 'prime');
    await author.save('account-type', draft.documentId, { ...draft, position: 90 });
    const given = subject('account-type', draft);
    await author.gate('submit', { ...given, comment: '' });
    const found = addresses(await readPages(given));
    for (const prefix of ['', '/es', '/it']) expect(found).toContain(`${prefix}/account-types changed`);
  });
});

describe('an approver', () => {
  test('gets a mail, approves and sends back, and writes nothing; the author hears of it', async () => {
    const { given, draft, seq } = await submit('crypto', 'en', 'Crypto, said anew', 'Please look at the heading.');
    const link = `/admin/content-manager/collection-types/api::page.page/${draft.documentId}?plugins[i18n][locale]=en`;
    const mail = await mailTo('approver', link);
    expect(mail).toContain('Subject: Waits for approval: Page');
    expect(mail).toContain('“Please look at the heading.”');
    expect((await readMails()).some((one) => one.includes('To: author@') && one.includes('Waits for approval'))).toBe(
      false,
    );

    expect(await refused(approver.save('page', draft.documentId, { ...draft }))).toMatch(/: 403 /);
    expect(await refused(approver.gate('submit', { ...given, comment: '' }))).toMatch(/: 403 /);
    expect((await expectRefusal(approver.gate('send-back', { ...given, seq, comment: ' ' }))).message).toBe(
      'Write what should change.',
    );
    await approver.gate('send-back', { ...given, seq, comment: 'Shorter, please.' });
    expect(await mailTo('author', 'Sent back: Page')).toContain('Shorter, please.');

    await author.gate('submit', { ...given, comment: '' });
    const { decision, approvers } = await readState(approver, given);
    // The first administrator may publish, too.
    expect(approvers).toBe(1);
    await approver.gate('approve', { ...given, seq: decision?.seq });
    await mailTo('author', 'Approved: Page');
    await until(
      async () => (await (await fetch(`${site.url}/crypto`)).text()).includes('Crypto, said anew'),
      'the page',
    );
    // Italian is another approver's.
    const italian = await submit('crypto', 'it', 'Cripto');
    expect(await refused(approver.gate('approve', { ...italian.given, seq: italian.seq }))).toMatch(
      /: 403 .*may not publish/,
    );
    // The last mail, so that the next test finds a folder to which nobody writes.
    await mailTo('admin', `${draft.documentId}?plugins[i18n][locale]=it`);
  });

  test('approves while no mail leaves and no site answers', async () => {
    // A mail of another test may still be written.
    await rm(join(strapi.dataDir, 'mail'), { recursive: true, maxRetries: 5 });
    await writeFile(join(strapi.dataDir, 'mail'), 'no folder');
    const { given, seq } = await submit('stocks', 'en', 'Stocks, said anew');
    await until(() => strapi.output().includes('ALARM mail-undeliverable'), 'the alarm');
    await rm(join(strapi.dataDir, 'mail'));
    await site.stop();
    expect((await readPages(given)).problem).toMatch(/\w/);
    await approver.gate('approve', { ...given, seq });
    expect(await readState(approver, given)).toMatchObject({ same: true });
  });
});

/** Changes a text, lets something happen to what is live, and tries to approve the own words, which somebody else submits. */
test.each([
  {
    meanwhile: 'a field of all languages goes live from another one',
    type: 'account-type',
    key: 'master',
    field: 'name',
    locale: 'es',
    withdraw: false,
    // Only who may publish in every language may approve a field of all.
    by: () => admin,
  },
  {
    meanwhile: 'it is taken down',
    type: 'page',
    key: 'mt5',
    field: 'title',
    locale: 'en',
    withdraw: true,
    by: () => approver,
  },
])(
  'nobody approves their own words, also when $meanwhile after they wrote them',
  async ({ type, key, field, locale, withdraw, by }) => {
    const draft = await admin.draft(type, key);
    await admin.save(type, draft.documentId, { ...draft, [field]: `${String(draft[field])} by admin` });
    if (!withdraw) {
      const other = await author.draft(type, key, locale);
      await author.save(type, draft.documentId, { ...other, position: 91 }, locale);
    }
    const other = subject(type, draft, locale);
    await author.gate('submit', { ...other, comment: '', withdraw });
    await by().gate('approve', { ...other, seq: (await readState(by(), other)).decision?.seq });
    const given = subject(type, draft);
    await author.gate('submit', { ...given, comment: '' });
    const seq = (await readState(admin, given)).decision?.seq;
    expect((await expectRefusal(admin.gate('approve', { ...given, seq }))).message).toMatch(/^You wrote a part/);
    await approver.gate('approve', { ...given, seq });
  },
);

test('everybody who may approve hears of an emergency', async () => {
  const draft = await author.draft('page', 'indices');
  await author.save('page', draft.documentId, { ...draft, title: 'Indices in an emergency' });
  const given = subject('page', draft);
  await admin.gate('emergency', { ...given, reason: 'The figure is wrong.' });
  await mailTo('approver', 'Emergency: confirm Page');
  await approver.gate('emergency', { ...given, reason: 'Seen.' });
  for (const who of ['approver', 'admin']) {
    const mail = await mailTo(who, 'Published in an emergency: Page');
    expect(mail).toContain('approver@veldstone.example confirmed');
    expect(mail).toContain('admin@veldstone.example asked for it: “The figure is wrong.”');
    expect(mail).toContain('approver@veldstone.example: “Seen.”');
  }
  const { found } = await approver.gate<{ found: { row: object }[] }>('ledger?action=emergency-approve');
  expect(found).toMatchObject([{ row: { documentId: draft.documentId, reason: 'Seen.' } }]);
});

test('an import shows each figure that changes', async () => {
  const token = await admin.apiToken('Import', ['api::instrument.instrument.writeSet']);
  const response = await fetch(`${strapi.url}/api/instruments?filters[key][$eq]=gbpusd&populate=*`);
  const { data } = (await response.json()) as { data: Record<string, unknown>[] };
  const { id: _id, documentId: _documentId, createdAt: _c, updatedAt: _u, publishedAt: _p, ...fields } = data[0] ?? {};
  const terms = (fields.terms as Record<string, unknown>[]).map(({ id: _termsId, ...term }) => term);
  const sent = {
    instruments: [
      { ...fields, terms, swapShort: -9.5 },
      { ...fields, terms, key: 'gbpxxx', symbol: 'GBPXXX' },
    ],
  };
  const answer = await fetch(`${strapi.url}/api/instrument-set`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(sent),
  });
  const { waiting } = (await answer.json()) as { waiting: number };
  const listed = await approver.gate<{ waiting: { row: Record<string, string> }[] }>('waiting');
  const row = listed.waiting.find((one) => Number(one.row.seq) === waiting)?.row ?? {};
  const { changes, sent: kept } = await approver.gate<{ changes: object; sent: object }>(
    `import?${ask({ uid: row.uid, documentId: row.documentId, locale: '' })}`,
  );
  expect(changes).toEqual({
    documents: 2,
    added: ['GBPXXX'],
    figures: [{ name: 'GBPUSD', field: 'swapShort', before: String(fields.swapShort), after: '-9.5' }],
    more: 0,
  });
  expect(kept).toEqual(sent);
});

test('only who may publish may plan a release', async () => {
  expect(await approver.gate('releases')).toMatchObject({ mayPlan: true });
  expect(await author.gate('releases')).toMatchObject({ mayPlan: false });
});

test('a draft that is planned is changed only by those who may publish it, in that language, until then', async () => {
  const [english, spanish] = [await admin.draft('faq', 'who-can-open'), await admin.draft('faq', 'who-can-open', 'es')];
  const { documentId } = english;
  const save = (editor: StrapiEditor, question: string, draft = english, locale = 'en') =>
    editor.save('faq', documentId, { ...draft, question }, locale);
  await save(author, 'Who, until noon?');
  const items = [{ ...subject('faq', english), action: 'publish' }];
  const plan = { name: 'At noon', local: '2030-12-01T12:00', zone: 'Europe/Madrid', items };
  const { id } = await admin.gate<{ id: number }>('releases', plan);
  expect((await expectRefusal(save(author, 'Who, behind their back?'))).message).toBe(
    'Question “Who, behind their back?” in English goes live with the release “At noon” on 1 December 2030 at 12:00 (Europe/Madrid). Until then only those who may publish it change it: ask admin@veldstone.example.',
  );
  expect(await refused(author.remove('faq', documentId, 'en'))).toMatch(/: 403 /);
  await save(author, '¿Quién, a mediodía?', spanish, 'es');
  await save(admin, 'Who, at noon?');
  await admin.gate(`releases/${id}/cancel`, {});
  await save(author, 'Who, after noon?');
});

test('the planner of a release that fails gets a mail that says why', async () => {
  const page = await author.draft('page', 'webtrader');
  await author.save('page', page.documentId, { ...page, title: 'WebTrader at a moment' });
  const local = new Date(Date.now() + 2000).toISOString().slice(0, 19);
  const items = [{ ...subject('page', page), action: 'publish' }];
  await admin.gate('releases', { name: 'At a moment', local, zone: 'UTC', items });
  expect(await mailTo('admin', 'Not released: At a moment')).toContain('needs approval');
});
