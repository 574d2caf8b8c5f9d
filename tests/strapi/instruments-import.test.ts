/** `npm run instruments -- import` into a real Strapi: a spreadsheet's changes are on the site in every language, like any publish. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { locales } from '../../content/locales.ts';
import { projectRoot } from '../../tools/project-root.ts';
import type { RunningSite } from '../../server/site.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { freePort } from '../services/free-port.ts';
import { isExhaustive } from '../sampled.ts';
import { until } from '../until.ts';
import { type ImportTarget, assetList, comparable, importMany, runInstruments } from './import-cases.ts';
import { readySiteFromStrapi, seedBoth } from './site-from-strapi.ts';
import { type SharedStrapi, withStrapi } from './shared-strapi.ts';
import { type StrapiEditor, expectRefusal } from './strapi-editor.ts';
import { type WebhookRelay, startWebhookRelay } from './webhook-relay.ts';

let folder: string;
let relay: WebhookRelay;
let strapi: SharedStrapi;
let site: RunningSite;
let editor: StrapiEditor;
let target: ImportTarget;

withStrapi.beforeAll(async ({ strapi: shared }) => {
  folder = await mkdtemp(join(tmpdir(), 'brokerfront-import-'));
  const port = await freePort();
  strapi = shared;
  await strapi.seedAgain();
  relay = await startWebhookRelay(`http://127.0.0.1:${port}/api/content/webhook`, Number(strapi.sitePort));
  // Polling is off: every change arrives by webhook.
  site = await readySiteFromStrapi(strapi.url, join(folder, 'site'), { poll: 3_600_000 }, { PORT: String(port) });
  editor = strapi.admin;
}, 300_000);
beforeEach(async () => {
  await seedBoth(strapi, site);
  const token = await editor.apiToken('import', ['api::instrument.instrument.writeSet']);
  target = { folder, strapiUrl: strapi.url, siteUrl: site.url, editor, token };
  relay.forget();
});
afterAll(async () => {
  await site.stop();
  await relay.close();
  await rm(folder, { recursive: true, force: true });
});

const run = (args: string[], accessToken?: string) => runInstruments(target, args, accessToken);
const listed = (locale: (typeof locales)[number], query = '') => assetList(target, locale, query);

test('the export of Strapi is the file of the demonstration, except for the order of rows', async () => {
  const file = join(folder, 'export.csv');
  expect((await run(['export', file])).said).toEqual([`${file}: 268 instruments of Strapi.`]);
  expect(comparable(await readFile(file, 'utf8'))).toEqual(
    comparable(await readFile(join(projectRoot, 'demo/instruments.csv'), 'utf8')),
  );
  expect((await run(['import', file])).said.at(-1)).toBe('Nothing to change in Strapi.');
});

test('a changed and a new row are on the site in every language', async () => {
  const file = join(folder, 'import.csv');
  const [header = '', ...rows] = (await readFile(join(projectRoot, 'demo/instruments.csv'), 'utf8')).split('\n');
  const euro = rows.find((row) => row.startsWith('EURUSD,')) ?? '';
  const changed = euro.replace(',0.6,0.4,0,400,', ',0.7,0.4,0,400,');
  const added = euro.replace('EURUSD', 'EURTEST').replace('Euro / US dollar', 'Test pair');
  await writeFile(file, [header, changed, added].join('\n'));
  const refused = await run(['import', file, '--yes'], 'not-a-token-of-this-strapi');
  expect(refused.code).toBe(1);
  expect(refused.said.at(-1)).toContain('Strapi changed nothing.');
  expect((await run(['import', file, '--yes'])).said).toEqual([
    'new: EURTEST',
    'EURUSD, spread.prime: 0.6 → 0.7',
    '1 new, 1 changed, 0 as they are; 267 that the file does not name stay.',
    'Strapi: 1 added, 1 changed.',
  ]);
  for (const locale of locales) {
    await until(async () => (await listed(locale)).includes('269'), `the new instrument in ${locale}`);
    await until(async () => /0[.,]7 pip/.test(await listed(locale, '?q=eurusd')), `the new spread in ${locale}`);
    expect(await listed(locale, '?q=eurtest')).toContain('<b>EURTEST</b>');
    // Texts that name the figure follow it: the spread of the home page, and its count.
    const home = async () =>
      (
        await (await fetch(`${site.url}${localePath('/', locale)}`, { headers: { 'user-agent': 'bot' } })).text()
      ).replaceAll('\u00a0', ' ');
    await until(async () => /EURUSD (?:at|a) 0[.,]7 pip/.test(await home()), `the new spread in a text in ${locale}`);
    await until(
      async () => /269 (?:instruments|instrumentos|strumenti)/.test(await home()),
      `the new count in ${locale}`,
    );
  }
  expect((await run(['import', file])).said.at(-1)).toBe('Nothing to change in Strapi.');
});

test('the panel refuses figures that contradict each other, in a sentence', async () => {
  const draft = await editor.draft('instrument', 'gbpusd');
  const [first, ...others] = draft['terms'] as Record<string, unknown>[];
  const publish = async (fields: Record<string, unknown>) =>
    (await expectRefusal(editor.publish('instrument', draft.documentId, { ...draft, ...fields }))).message;
  expect(await publish({ terms: [{ ...first, minimumSpread: 9 }, ...others] })).toContain(
    'discovery: the minimum spread must be at most the average, 1.8.',
  );
  expect(await publish({ minimumLots: 5, maximumLots: 1 })).toContain('The maximum must be the minimum (5) or more.');
  expect(await publish({ baseCurrency: null })).toContain('Fill in the base currency: a lot is counted in it.');
  expect(await listed('en', '?q=gbpusd')).toContain('0.9 pips');
});

const rows = isExhaustive ? 800 : 300;
test(`${rows} rows are imported in one step: all of them or none`, { timeout: 240_000 }, async () => {
  expect(await importMany(target, rows)).toBe(rows);
  const said = relay.bodies().map((body) => JSON.parse(body) as { event: string; entries?: unknown[] });
  // Strapi writes no part of a refused set; the next change is the edit in the panel.
  expect([said[0]?.event, said[0]?.entries?.length]).toEqual(['entry.publish', rows]);
});
