/**
 * A webhook is only a hint: if it is lost, doubled, out of order or ten seconds late, the site is still current within half a minute, and
 * stays so.
 * @module-tag exhaustive
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { MediaStore } from '../../content/feed/media-store.ts';
import { StrapiClient } from '../../content/feed/strapi-client.ts';
import { StrapiFeed } from '../../content/feed/strapi-feed.ts';
import { openReplica } from '../../content/replica/replica.ts';
import type { RunningSite } from '../../server/site.ts';
import { freePort } from '../services/free-port.ts';
import { until } from '../until.ts';
import { ShownPages } from './shown-pages.ts';
import { readySiteFromStrapi, versions } from './site-from-strapi.ts';
import { type SharedStrapi, withStrapi } from './shared-strapi.ts';
import type { StrapiEditor } from './strapi-editor.ts';
import { apiToken } from './strapi-process.ts';
import { type Delivery, type WebhookRelay, startWebhookRelay } from './webhook-relay.ts';

const limit = 30_000;

let folder: string;
let strapi: SharedStrapi;
let relay: WebhookRelay;
/** With production's intervals: polling finds what no webhook reports. */
let polling: RunningSite;
/** Without polling: it learns of changes only by webhook. */
let listening: RunningSite;
let editor: StrapiEditor;

withStrapi.beforeAll(async ({ strapi: shared }) => {
  folder = await mkdtemp(join(tmpdir(), 'brokerfront-webhooks-'));
  const ports = { polling: await freePort(), listening: await freePort() };
  strapi = shared;
  await strapi.seedAgain();
  relay = await startWebhookRelay(
    Object.values(ports).map((port) => `http://127.0.0.1:${port}/api/content/webhook`),
    Number(strapi.sitePort),
  );
  polling = await readySiteFromStrapi(strapi.url, join(folder, 'polling'), {}, { PORT: String(ports.polling) });
  listening = await readySiteFromStrapi(
    strapi.url,
    join(folder, 'listening'),
    { poll: 3_600_000 },
    { PORT: String(ports.listening) },
  );
  editor = strapi.admin;
}, 300_000);
afterAll(async () => {
  await polling.stop();
  await listening.stop();
  await relay.close();
  await rm(folder, { recursive: true, force: true });
});

/** The versions that a site with an empty replica reads from Strapi now. */
async function truth(): Promise<string[]> {
  const client = new StrapiClient({ url: strapi.url, token: apiToken });
  const replica = openReplica(':memory:', () => undefined);
  const received = replica.receive();
  await new StrapiFeed(client, new MediaStore(join(folder, 'truth'), client)).readEverything(async (part) =>
    received.add(await replica.parse(part.documents), part.media),
  );
  expect([...replica.accept(received)]).toHaveLength(1);
  received.close();
  const found = versions(replica);
  replica.close();
  return found;
}

const right = (site: RunningSite, expected: string[]) => () =>
  JSON.stringify(versions(site.replica)) === JSON.stringify(expected);

/** Makes changes whose order and number matter: the same documents are changed, unpublished and published again. */
async function busyEditor(round: number): Promise<void> {
  for (const word of ['first', 'second', 'third'])
    await editor.edit('page', 'forex', 'es', (draft) => ({ ...draft, title: `The ${word} title of round ${round}` }));
  const faq = await editor.draft('faq', polling.replica.reader().list('faq', 'en')[round]?.id ?? '');
  await editor.unpublish('faq', faq.documentId);
  const tag = await editor.draft('tag', polling.replica.reader().list('tag', 'it')[round]?.id ?? '', 'it');
  await editor.unpublish('tag', tag.documentId, 'it');
  await editor.publish('tag', tag.documentId, tag, 'it');
  const kept = await editor.save('redirect', null, { from: `/round-${round}`, to: '/forex', permanent: false });
  await editor.publish('redirect', kept.documentId);
  await editor.publish('redirect', kept.documentId, { to: '/crypto' });
  const gone = await editor.save('redirect', null, { from: `/gone-${round}`, to: '/forex', permanent: false });
  await editor.publish('redirect', gone.documentId);
  await editor.remove('redirect', gone.documentId);
}

const deliveries: [Delivery, () => RunningSite[]][] = [
  ['at once', () => [polling, listening]],
  ['doubled', () => [polling, listening]],
  ['reordered', () => [polling, listening]],
  ['late', () => [polling, listening]],
  // The site without polling misses these changes.
  ['dropped', () => [polling]],
];

test.each(deliveries)(
  'webhooks are delivered %s',
  async (delivery, sitesThatHear) => {
    const round = deliveries.findIndex(([name]) => name === delivery);
    const pages = await Promise.all(
      sitesThatHear().map((site) => ShownPages.open(site, strapi.url, (_, index) => index % 12 === 0)),
    );
    relay.set(delivery);
    await busyEditor(round);
    await until(() => relay.received() >= 12, 'Strapi’s webhooks', limit);
    await relay.release();
    const expected = await truth();
    for (const site of sitesThatHear()) await until(right(site, expected), `the ${delivery} changes`, limit);
    if (delivery === 'late') await until(() => relay.underWay() === 0, 'the late webhooks', limit);
    // The site processes hints in order: once it shows a later change, it has processed the earlier ones.
    relay.set('at once');
    await editor.edit('page', 'crypto', 'it', (draft) => ({ ...draft, title: `The mark of round ${round}` }));
    for (const site of sitesThatHear())
      await until(
        () => site.replica.reader().get('page', 'crypto', 'it')?.title === `The mark of round ${round}`,
        'the mark',
        limit,
      );
    const after = await truth();
    for (const site of sitesThatHear()) await until(right(site, after), 'what Strapi has', 1000);
    for (const shown of pages) expect(await shown.look()).toMatchObject({ kept: [], wrong: [] });
    expect((await fetch(`${polling.url}/round-${round}`, { redirect: 'manual' })).headers.get('location')).toBe(
      '/crypto',
    );
    expect((await fetch(`${polling.url}/gone-${round}`, { redirect: 'manual' })).status).toBe(404);
    if (delivery === 'dropped') await listening.sync();
  },
  120_000,
);
