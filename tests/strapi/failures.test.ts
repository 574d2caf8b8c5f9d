/**
 * Whatever Strapi does, every page stays as it was, on a running site and at a cold start from the replica. Within half a minute after a
 * fault the site is current again.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { documentKey } from '../../content/document-address.ts';
import { findChangedNames } from '../../content/feed/changed-names.ts';
import { MediaStore } from '../../content/feed/media-store.ts';
import { PublishedVersions } from '../../content/feed/published-versions.ts';
import { StrapiClient } from '../../content/feed/strapi-client.ts';
import { StrapiFeed } from '../../content/feed/strapi-feed.ts';
import type { SyncStatus } from '../../content/feed/strapi-sync.ts';
import { strapiTypes } from '../../content/feed/strapi-types.ts';
import type { RunningSite } from '../../server/site.ts';
import { locales } from '../../content/locales.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { allPaths } from '../sites/site-paths.ts';
import { exhaustive, sample, testSample } from '../sampled.ts';
import { until } from '../until.ts';
import { type Fault, type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { readySiteFromStrapi, seedBoth, siteFromStrapi } from './site-from-strapi.ts';
import type { StrapiEditor } from './strapi-editor.ts';
import { type SharedStrapi, withStrapi } from './shared-strapi.ts';
import { apiToken, webhookSecret } from './strapi-process.ts';

/** Sync times (ms) with ten polls for each one in production. A busy Strapi answers within `answer`; a full sync takes seconds of a core. */
const hurried = { poll: 1000, full: 20_000, maxPause: 1000, answer: 10_000 };
/** The delay (ms) of the fault `late`. */
const lateBy = 12_000;
/** The number of requests that the test sends at once. */
const atOnce = 8;

let folder: string;
let strapi: SharedStrapi;
let proxy: FaultProxy;
let site: RunningSite;
let editor: StrapiEditor;
let good: Map<string, string>;
/** The number of documents without a fault. */
let whole: number;

async function fetchPages(running: RunningSite, paths?: Iterable<string>): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  const all =
    paths ??
    (
      await Promise.all(
        locales.map(async (locale) => (await allPaths(running.url, locale)).map((path) => localePath(path, locale))),
      )
    ).flat();
  const left = [...all];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let path = left.pop(); path !== undefined; path = left.pop()) {
        const response = await fetch(`${running.url}${path}`, { headers: { 'user-agent': 'bot' } });
        pages.set(path, response.status === 200 ? await response.text() : `status ${response.status}`);
      }
    }),
  );
  return pages;
}

/** Marks the cache stale first, so that all pages are rendered again: cached pages would prove nothing. */
async function differences(running: RunningSite): Promise<string[]> {
  running.cache.markAllStale();
  const now = await fetchPages(running, good.keys());
  return [...good].filter(([path, html]) => now.get(path) !== html).map(([path]) => path);
}

withStrapi.beforeAll(async ({ strapi: shared }) => {
  folder = await mkdtemp(join(tmpdir(), 'brokerfront-failures-'));
  strapi = shared;
  await strapi.seedAgain();
  proxy = await startFaultProxy(strapi.url, lateBy);
  site = await readySiteFromStrapi(proxy.url, join(folder, 'site'), hurried);
  editor = strapi.admin;
  good = await fetchPages(site);
  whole = site.replica.size();
}, 300_000);
afterEach(() => proxy.set('none'));
afterAll(async () => {
  await site.stop();
  await proxy.close();
  await rm(folder, { recursive: true, force: true });
});

const faults: Fault[] = ['hung', 'error-500', 'empty-lists', 'empty-small-types', 'truncated', 'late'];

const fewFaults: ReadonlySet<Fault> = new Set(['hung', 'empty-lists']);

testSample(
  sample(faults, (fault) => fewFaults.has(fault)),
  'Strapi is %s: every page stays, it is reported, and a cold start serves the replica at once',
  async (fault) => {
    const count = () => (site.alarms.get('feed-failed') ?? 0) + (site.alarms.get('shrink-held') ?? 0);
    const before = count();
    proxy.set(fault);
    await until(() => count() > before, 'an alarm');
    expect(await differences(site)).toEqual([]);
    expect(site.replica.size()).toBe(whole);

    const data = join(folder, `cold-${fault}`);
    await cp(join(folder, 'site'), data, { recursive: true });
    // The start does not wait for Strapi: with these timeouts (ms), one that asked a hung Strapi first would not end within the test.
    const cold = await siteFromStrapi(proxy.url, data, { ...hurried, answer: 600_000, firstStart: 600_000 });
    expect((await fetch(`${cold.url}/readyz`)).status).toBe(200);
    const pages = await fetchPages(cold, [
      '/',
      '/es/forex',
      '/it/news-center',
      '/account-types',
      '/news/gold-when-nothing-happens',
    ]);
    for (const [path, html] of pages) expect({ path, same: html === good.get(path) }).toEqual({ path, same: true });
    await cold.stop();
  },
);

test('a site without a replica and without Strapi reports it, keeps trying, and starts by itself', async () => {
  proxy.set('error-500');
  const empty = await siteFromStrapi(proxy.url, join(folder, 'empty'), hurried);
  expect((await fetch(`${empty.url}/readyz`)).status).toBe(503);
  const answer = await fetch(`${empty.url}/forex`);
  expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('cache-control')]).toEqual([
    503,
    '10',
    'no-store',
  ]);
  proxy.set('none');
  await until(async () => (await fetch(`${empty.url}/readyz`)).status === 200, 'readiness', 60_000);
  expect((await fetch(`${empty.url}/forex`)).status).toBe(200);
  await empty.stop();
});

test('the status shows the time and number of failures while Strapi fails', exhaustive, async () => {
  const status = async () =>
    (
      (await (
        await fetch(`${site.url}/api/content/live`, { headers: { 'x-webhook-secret': webhookSecret } })
      ).json()) as { sync: SyncStatus }
    ).sync;
  proxy.set('error-500');
  await until(async () => (await status()).failures > 0, 'a failure');
  const { equalAt } = await status();
  await until(async () => (await status()).failures > 5, 'more failures, full syncs among them', 40_000);
  expect((await status()).equalAt).toBe(equalAt);
  proxy.set('none');
  await until(async () => (await status()).failures === 0, 'its return');
});

test('every page stays after Strapi was killed, and edits after its return are found', async () => {
  seedAfterwards();
  strapi.process.kill('SIGKILL');
  const before = site.alarms.get('feed-failed') ?? 0;
  await until(() => (site.alarms.get('feed-failed') ?? 0) > before, 'an alarm');
  expect(await differences(site)).toEqual([]);
  await strapi.restart();
  await editor.edit('page', 'indices', 'it', (draft) => ({ ...draft, title: 'Di nuovo qui' }));
  await until(async () => (await (await fetch(`${site.url}/it/indices`)).text()).includes('Di nuovo qui'), 'the edit');
}, 180_000);

test('an edit is found while a full sync fails', { ...exhaustive, timeout: 240_000 }, async () => {
  seedAfterwards();
  proxy.set('whole-lists');
  const alarms = () => site.alarms.get('feed-failed') ?? 0;
  const before = alarms();
  await until(() => alarms() > before, 'a full sync that fails');
  await editor.edit('page', 'commodities', 'es', (page) => ({ ...page, title: 'Encontrado por partes' }));
  await until(
    async () => (await (await fetch(`${site.url}/es/commodities`)).text()).includes('Encontrado por partes'),
    'the edit',
  );
  proxy.set('none');
});

test(
  'a published document without a key raises an alarm, and does not block others',
  { ...exhaustive, timeout: 240_000 },
  async () => {
    seedAfterwards();
    const alarms = () => ({ failed: site.alarms.get('feed-failed') ?? 0, invalid: site.alarms.get('invalid') ?? 0 });
    const tag = () => site.replica.live({ type: 'tag', id: 'gold', locale: 'es' }) !== null;
    const articles = () => site.replica.reader().list('news-article', 'en').length;
    const [before, listed] = [alarms(), articles()];
    proxy.set('without-a-key');
    await site.sync();
    expect(tag()).toBe(false);
    expect(alarms().invalid).toBeGreaterThan(before.invalid);
    await editor.edit('page', 'crypto', 'en', (page) => ({ ...page, title: 'Found beside a broken tag' }));
    await until(
      async () => (await (await fetch(`${site.url}/crypto`)).text()).includes('Found beside a broken tag'),
      'an edit that a poll finds',
    );
    // Articles with this tag have lost only the tag.
    expect(articles()).toBe(listed);
    expect(alarms().failed).toBe(before.failed);
    proxy.set('none');
    await until(tag, 'its return');
  },
);

/** For a test that edits: afterwards Strapi and the site have the seeded content again, as the next test expects. */
function seedAfterwards(): void {
  onTestFinished(async () => {
    proxy.set('none');
    await seedBoth(strapi, site);
    const isAsBefore = async () => site.replica.size() === whole && (await differences(site)).length === 0;
    await until(isAsBefore, 'the seeded content');
  });
}

describe('no webhook arrives', () => {
  test('an edit, an unpublishing and a deletion are found', async () => {
    seedAfterwards();
    const title = 'Found without being told';
    const page = await editor.draft('page', 'stocks', 'es');
    await editor.publish('page', page.documentId, { ...page, title }, 'es');
    await until(async () => (await (await fetch(`${site.url}/es/stocks`)).text()).includes(title), 'the edit');
    await editor.publish('page', page.documentId, { ...page, title: page['title'] }, 'es');
    const faq = await editor.draft('faq', site.replica.reader().list('faq', 'en')[0]?.id ?? '');
    const question = String(faq['question']);
    await editor.unpublish('faq', faq.documentId);
    await until(async () => !(await (await fetch(`${site.url}/faqs`)).text()).includes(question), 'the unpublishing');
    await editor.publish('faq', faq.documentId);
    await until(async () => (await (await fetch(`${site.url}/faqs`)).text()).includes(question), 'the publishing');
    const rule = await editor.save('redirect', null, { from: '/of-this-test', to: '/forex', permanent: false });
    await editor.publish('redirect', rule.documentId);
    const answer = async () => (await fetch(`${site.url}/of-this-test`, { redirect: 'manual' })).status;
    await until(async () => (await answer()) === 302, 'the redirect');
    await editor.remove('redirect', rule.documentId);
    await until(async () => (await answer()) === 404, 'its end');
  });
});

describe('lists that move', exhaustive, () => {
  /** Intervals (ms) so long that the site never polls by itself. */
  const never = { poll: 3_600_000, full: 3_600_000 };

  test.each([
    ['once', 1],
    ['at every reading', Number.POSITIVE_INFINITY],
  ])(
    'a full sync ends and loses no other document while an editor unpublishes a text %s',
    async (name, times) => {
      seedAfterwards();
      const watched = await startFaultProxy(strapi.url);
      const quiet = await readySiteFromStrapi(watched.url, join(folder, `moving ${name}`), never);
      const keys = () => new Set(quiet.replica.addresses().map(documentKey));
      const before = [...keys()];
      const terms = quiet.replica
        .reader()
        .list('glossary-term', 'en')
        .map(({ id }) => id)
        .sort();
      const unpublished: string[] = [];
      watched.beforeAnswer(async ({ pathname, searchParams }) => {
        const id = terms[unpublished.length];
        if (
          !id ||
          pathname !== '/api/glossary-terms' ||
          searchParams.get('pagination[page]') !== '2' ||
          unpublished.length >= times
        )
          return;
        unpublished.push(id);
        await editor.unpublish('glossary-term', (await editor.draft('glossary-term', id)).documentId);
      });
      await quiet.sync();
      expect(unpublished).not.toEqual([]);
      const [after, expected] = [keys(), new Set(unpublished.map((id) => `glossary-term/${id}.en`))];
      expect(before.filter((key) => !after.has(key) && !expected.has(key))).toEqual([]);
      await quiet.stop();
      await watched.close();
    },
    120_000,
  );

  test('a poll finds an unknown published document of any age', async () => {
    const client = new StrapiClient({ url: strapi.url, token: apiToken });
    const feed = new StrapiFeed(client, new MediaStore(join(folder, 'poll'), client));
    const versions = (await Promise.all(strapiTypes.map((type) => feed.versions(type)))).flat();
    const [oldest] = versions
      .filter(({ type }) => type === 'glossary-term')
      .sort((one, other) => (one.writtenAt < other.writtenAt ? -1 : 1));
    const known = new PublishedVersions();
    known.replace(
      versions.filter((version) => version !== oldest),
      () => false,
    );
    const { names } = await findChangedNames(feed, known, false);
    expect(names).toEqual([oldest]);
  });
});
