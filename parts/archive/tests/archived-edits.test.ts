/**
 * Random edits, publications, withdrawals, releases of the program and kill -9 of the site, with visitors in between: what each was given is what the archive says of that
 * address and moment. `ARCHIVE_EDITS=10000` is the long run; `ARCHIVE_SEED` makes it another one.
 * @module-tag exhaustive
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ArchiveReader } from '../store/archive-reader.ts';
import { openArchiveDatabase } from '../store/archive-tables.ts';
import { type Visit, collectFaults, findFalse, visit } from './archive-visits.ts';
import { freePort } from '../../../tests/services/free-port.ts';
import { makeNextRelease } from '../../../tests/sites/next-release.ts';
import { type BuiltSite, startBuiltSite } from '../../../tests/sites/start-built-site.ts';
import { startRandom } from '../../../tests/start-random.ts';
import { until } from '../../../tests/until.ts';
import { StrapiEditor } from '../../../tests/strapi/strapi-editor.ts';
import { type RunningStrapi, apiToken, startStrapi, webhookSecret } from '../../../tests/strapi/strapi-process.ts';

const edits = Number(process.env['ARCHIVE_EDITS'] ?? 120);
const compared = 1000;
/** Of so many edits, one is followed by a kill. */
const killEvery = 60;
const targets = [
  { type: 'faq', keys: ['documents-needed', 'who-can-open', 'choosing-an-account'], field: 'question' },
  { type: 'tag', keys: ['gold', 'oil'], field: 'name' },
  { type: 'page', keys: ['forex', 'stocks', 'careers', 'faqs'], field: 'title' },
  { type: 'header-nav-item', keys: [], field: 'name' },
] as const;
const locales = ['en', 'es', 'it'] as const;
const paths = ['', '/forex', '/stocks', '/careers', '/faqs', '/news', '/tags/gold', '/glossary'];
const addresses = paths.flatMap((path) => [path || '/', `/es${path}`, `/it${path}`]);

let folder: string;
let strapi: RunningStrapi;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brokerfront-archived-edits-'));
});
afterAll(async () => {
  await strapi.stop();
  await rm(folder, { recursive: true, force: true });
});

test('the archive says what visitors were given', { timeout: 120_000 + edits * 2000 }, async () => {
  const port = String(await freePort());
  strapi = await startStrapi({ environment: { SITE_URL: `http://127.0.0.1:${port}`, APPROVAL: 'off' } });
  const next = await makeNextRelease(folder);
  const dataDir = join(folder, 'data');
  const random = startRandom(Number(process.env['ARCHIVE_SEED'] ?? 42));
  const pick = <Item>(items: readonly Item[]) => items[random(items.length)] as Item;
  const editor = await StrapiEditor.login(strapi.url);
  const menu = (await editor.drafts('header-nav-item', 'en')).map(({ key }) => String(key));

  async function start(): Promise<BuiltSite> {
    const main = random(2) === 0 ? undefined : join(next, 'dist/server/main.js');
    const site = await startBuiltSite(
      {
        PORT: port,
        DATA_DIR: dataDir,
        LOG_LEVEL: 'warn',
        ARCHIVE: 'on',
        STRAPI_URL: strapi.url,
        STRAPI_TOKEN: apiToken,
        STRAPI_WEBHOOK_SECRET: webhookSecret,
        ...(main && { BROKERFRONT_ROOT: next }),
      },
      main,
    );
    await until(async () => (await fetch(`${site.url}/readyz`)).ok, 'the content', 60_000);
    return site;
  }
  async function edit(index: number): Promise<void> {
    const { type, keys, field } = pick(targets);
    const [key, locale, action] = [pick(keys.length > 0 ? keys : menu), pick(locales), random(10)];
    const draft = await editor.draft(type, key, locale);
    const text = `${String(draft[field]).replace(/ §.*/, '')} §${index}`;
    if (action === 0 && type !== 'header-nav-item') await editor.unpublish(type, draft.documentId, locale);
    else await editor.publish(type, draft.documentId, { ...draft, [field]: text }, locale);
  }

  const visits: Visit[] = [];
  let site = await start();
  let refused = 0;
  try {
    for (let index = 0; index < edits; index += 1) {
      const edited = edit(index).catch(() => {
        refused += 1;
      });
      for (let visitor = 0; visitor < 4; visitor += 1) visits.push(await visit(site, pick(addresses)));
      await edited;
      if (random(killEvery) > 0) continue;
      // While visitors wait for their answers: those that come are true, too.
      const last = addresses.map((address) =>
        visit(site, address).then(
          (seen) => visits.push(seen),
          () => undefined,
        ),
      );
      site.process.kill(random(4) === 0 ? 'SIGTERM' : 'SIGKILL');
      await Promise.all([...last, site.process.exitCode === null ? once(site.process, 'exit') : null]);
      site = await start();
    }
  } finally {
    await site.stop();
  }
  expect(refused).toBeLessThan(edits / 10);
  const archive = await openArchiveDatabase({ databaseUrl: '', dataDir });
  const reader = new ArchiveReader(archive);
  const sample = visits.length <= compared ? visits : Array.from({ length: compared }, () => pick(visits));
  expect(await findFalse(reader, sample)).toEqual([]);
  expect(await collectFaults(reader)).toEqual([]);
  expect(visits.length).toBeGreaterThanOrEqual(edits * 4);
  await archive.db.destroy();
});
