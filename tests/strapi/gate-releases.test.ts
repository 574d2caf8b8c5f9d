/**
 * Releases of two instances with one database: each is made once and at its second, also after a crash in the middle and after a time without any
 * instance.
 * @module-tag exhaustive
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../services/free-port.ts';
import { until } from '../until.ts';
import { StrapiEditor } from './strapi-editor.ts';
import { type RunningStrapi, databaseEnvironment, launch, startStrapi } from './strapi-process.ts';

interface Item {
  uid: string;
  documentId: string;
  locale: string;
  action: 'publish';
}
interface Release {
  id: number;
  dueAt: string;
  status: string;
  outcome: string;
}

let strapi: RunningStrapi;
let other: Awaited<ReturnType<typeof launch>>;
let editors: StrapiEditor[];
const withoutSeed = { SEED: 'off' };
const launchOther = async () =>
  launch(strapi.dataDir, await freePort(), { ...databaseEnvironment(strapi.postgres), ...withoutSeed });
const signIn = () => Promise.all([strapi, other].map(({ url }) => StrapiEditor.login(url)));
const editor = () => editors[0] as StrapiEditor;

beforeAll(async () => {
  strapi = await startStrapi({ database: 'postgres', environment: withoutSeed });
  other = await launchOther();
  editors = await signIn();
}, 400_000);
afterAll(async () => {
  await other.stop();
  await strapi.stop();
});

/** Writes drafts. */
async function write(count: number): Promise<Item[]> {
  const items: Item[] = [];
  for (let index = 0; index < count; index += 1) {
    const description = 'A tag that a release publishes at its second, and that nothing else changes meanwhile.';
    const { documentId } = await editor().save('tag', null, { name: `Tag ${randomUUID().slice(0, 8)}`, description });
    items.push({ uid: 'api::tag.tag', documentId, locale: 'en', action: 'publish' });
  }
  return items;
}

/** Plans it for a full second. @returns its id. */
async function plan(by: StrapiEditor, items: Item[], inSeconds: number): Promise<number> {
  const local = new Date(Date.now() + inSeconds * 1000).toISOString().slice(0, 19);
  return (await by.gate<Release>('releases', { name: 'Test', local, zone: 'UTC', items })).id;
}

const readReleases = async () => (await editor().gate<{ releases: Release[] }>('releases')).releases;
async function settled(ids: number[]): Promise<Release[]> {
  const read = async () => (await readReleases()).filter(({ id }) => ids.includes(id));
  await until(async () => (await read()).every(({ status }) => status !== 'waiting'), 'the releases', 60_000);
  return (await read()).sort((one, next) => one.id - next.id);
}

/** How many versions of each document releases made live. */
async function countReleased(items: Item[]): Promise<number[]> {
  const counts: number[] = [];
  for (const { uid, documentId, locale } of items) {
    const { rows } = await editor().gate<{ rows: { state: string; actor: { name: string } }[] }>(
      `history?${new URLSearchParams({ uid, documentId, locale }).toString()}`,
    );
    counts.push(rows.filter(({ state, actor }) => state === 'live' && actor.name === 'release').length);
  }
  return counts;
}

test('of two instances one makes each release, within its second', async () => {
  const items = await write(4);
  const ids: number[] = [];
  for (const [index, item] of items.entries())
    ids.push(await plan(editors[index % 2] as StrapiEditor, [item], 5 + index));
  const made = await settled(ids);
  expect(made.map(({ status }) => status)).toEqual(ids.map(() => 'done'));
  for (const { dueAt, outcome } of made) {
    expect(Date.parse(outcome) - Date.parse(dueAt)).toBeLessThan(1000);
  }
  expect(await countReleased(items)).toEqual(items.map(() => 1));
});

test('a release that a crash cut off, or that was due while no instance ran, is made once when they are back', async () => {
  const many = await write(40);
  const [short, long] = [await write(1), await write(1)];
  const cutOff = await plan(editor(), many, 4);
  const due = Date.now() + 4000;
  const [later, soon] = [await plan(editor(), long, 3600), await plan(editor(), short, 7)];
  await wait(due + 300 - Date.now());
  for (const { process } of [strapi, other]) process.kill('SIGKILL');
  for (const { process } of [strapi, other]) if (process.signalCode === null) await once(process, 'exit');
  const past = new Date(Date.now() - 120_000).toISOString();
  await strapi.query(`UPDATE releases_planned SET due_at = '${past}' WHERE id = ${later}`);
  [other] = await Promise.all([launchOther(), strapi.restart()]);
  editors = await signIn();
  const made = await settled([cutOff, later, soon]);
  expect(made.map(({ status }) => status)).toEqual(['done', 'done', 'done']);
  expect(await countReleased([...many, ...short, ...long])).toEqual([...many, ...short, ...long].map(() => 1));
});
