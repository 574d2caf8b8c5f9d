/** The history of documents in the panel (cms/src/plugins/ledger/): differences, versions restored, deleted documents found. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type StrapiEditor, type StrapiEntry, refused } from './strapi-editor.ts';
import { type SharedStrapi, withStrapi } from './shared-strapi.ts';

type Content = Record<string, unknown>;
interface Row {
  seq: number;
  action: string;
  state: string;
  locale: string;
  writtenAt: string;
  actor: { name: string };
}
interface Comparison {
  name: string;
  present: boolean;
  from: { row?: Row; content: Content | null };
  to: { row?: Row; content: Content | null };
  labels: Record<string, { name: string; fields: Record<string, { label: string; type: string }> }>;
  names: Record<string, string>;
}
interface Found {
  found: { row: Row & { uid: string; documentId: string }; name: string }[];
  types: { uid: string; name: string }[];
}

let strapi: SharedStrapi;
let admin: StrapiEditor;
let ana: StrapiEditor;
let ben: StrapiEditor;
const [anaName, benName] = ['ana@veldstone.example', 'ben@veldstone.example'];

withStrapi.beforeAll(async ({ strapi: shared }) => {
  strapi = shared;
  await strapi.seedAgain();
  admin = strapi.admin;
  const all = ['English', 'Spanish', 'Italian'].map((language) => `Publisher, ${language}`);
  ana = await admin.colleague('ana', all);
  ben = await admin.colleague('ben', all);
}, 400_000);

const question = (values: object) => new URLSearchParams(values as Record<string, string>).toString();
const subject = (type: string, { documentId }: Pick<StrapiEntry, 'documentId'>, locale = 'en') => ({
  uid: `api::${type}.${type}`,
  documentId,
  locale,
});
const compare = (of: object, from: string, to: string) =>
  admin.gate<Comparison>(`compare?${question({ ...of, from, to })}`);
const readRows = async (of: object) => (await admin.gate<{ rows: Row[] }>(`history?${question(of)}`)).rows;
const search = (filter: object, editor = admin) => editor.gate<Found>(`ledger?${question(filter)}`);

/** Writes a version into the ledger as an earlier release of Strapi's schemas left it there. */
async function writeOldVersion(of: ReturnType<typeof subject>, content: Content): Promise<number> {
  const json = JSON.stringify(content);
  const hash = createHash('sha256').update(json).digest('hex');
  const sql = (value: string) => `'${value.replaceAll("'", "''")}'`;
  await strapi.query(`INSERT INTO ledger_contents (hash, content) VALUES ('${hash}', ${sql(json)})`);
  await strapi.query(
    `INSERT INTO ledger (seq, written_at, uid, document_id, locale, state, action, content_hash, schema_hash, actor_kind, actor_id,
      actor_name, reason, previous_hash, hash)
     SELECT MAX(seq) + 1, '2026-01-01T00:00:00.000Z', ${sql(of.uid)}, ${sql(of.documentId)}, ${sql(of.locale)}, 'draft', 'save', '${hash}', 'x', 'user', '1',
      'old@veldstone.example', '', 'x', '${hash}' FROM ledger`,
  );
  return (await readRows(of))[0]?.seq ?? 0;
}

describe('a document that two people change', () => {
  test('two versions, two moments, and a version and the draft are compared, with the labels of the form', async () => {
    const page = await admin.draft('page', 'careers');
    const of = subject('page', page);
    const [before] = await readRows(of);
    const beforeChange = new Date().toISOString();
    await ana.publish('page', page.documentId, { title: 'Careers, as of now' });
    const changed = await compare(of, String(before?.seq), 'draft');
    expect(changed).toMatchObject({ name: 'Page “Careers, as of now”', present: true });
    expect(changed.to.content?.['title']).toBe('Careers, as of now');
    expect(changed.labels[of.uid]?.fields['title']).toMatchObject({ label: 'Name', type: 'string' });
    expect(changed.labels['blocks.hero']?.fields['heading']?.label).toBe('Main heading');
    const live = await compare(of, `at:${beforeChange}`, `at:${new Date().toISOString()}`);
    expect([live.from.content?.['title'], live.to.content?.['title']]).not.toContain(undefined);
    expect(live.from.content?.['title']).not.toBe(live.to.content?.['title']);
    expect(live.to.row?.actor.name).toBe(anaName);
    expect((await compare(of, 'at:2000-01-01T00:00:00.000Z', 'live')).from.content).toBe(null);
    const other = await admin.draft('page', 'forex');
    expect(await refused(compare(subject('page', other), String(before?.seq), 'draft'))).toMatch(/: 404 /);
  });

  test('a version with a component, a field and a link that no longer exist is shown, and restored without them', async () => {
    const of = subject('page', await admin.draft('page', 'about'));
    const now = (await compare(of, 'draft', 'live')).from.content ?? {};
    const seq = await writeOldVersion(of, {
      ...now,
      title: 'About, long ago',
      motto: 'Trade better',
      blocks: [{ __component: 'blocks.banner', heading: 'A banner of old' }, ...(now['blocks'] as Content[])],
    });
    const { from } = await compare(of, String(seq), 'draft');
    expect((from.content?.['blocks'] as Content[] | undefined)?.[0]).toEqual({
      __component: 'blocks.banner',
      heading: 'A banner of old',
    });
    const left = [
      { kind: 'field', name: 'motto' },
      { kind: 'component', name: 'blocks.banner' },
    ];
    expect(await admin.gate(`restore/${seq}`)).toEqual({ left, gone: false });
    expect(await ana.gate(`restore/${seq}`, {})).toEqual({ left });
    const after = await compare(of, 'draft', 'live');
    expect(after.from.content).toMatchObject({ title: 'About, long ago', blocks: now['blocks'] });
    const article = await admin.draft('news-article', 'gold-when-nothing-happens');
    const ofArticle = subject('news-article', article);
    const content = (await compare(ofArticle, 'draft', 'live')).from.content ?? {};
    const lost = await writeOldVersion(ofArticle, { ...content, author: 'deletedauthor0000000000a' });
    expect(await admin.gate(`restore/${lost}`)).toEqual({ left: [{ kind: 'link', name: 'author' }], gone: false });
  });
});

test('a deleted document is found in the ledger by name, type, person and day, and restored under its id', async () => {
  const description = 'A tag that is written, published and deleted, so that only the ledger has it.';
  const tag = await ana.save('tag', null, { name: 'Palladium 100%', description });
  await ana.publish('tag', tag.documentId, {});
  await ben.remove('tag', tag.documentId);
  const today = new Date().toISOString().slice(0, 10);
  const ofTag = (found: Found) => found.found.map(({ row, name }) => `${name} ${row.action} ${row.actor.name}`);
  const lines = (await search({ name: 'palladium' })).found.filter(({ row }) => row.documentId === tag.documentId);
  expect(lines.map(({ name }) => name)).toContain('Tag “Palladium 100%”');
  expect(lines.map(({ row }) => `${row.action} ${row.actor.name}`)).toEqual(
    expect.arrayContaining([`delete ${benName}`, `publish ${anaName}`, `save ${anaName}`]),
  );
  const narrow = { uid: 'api::tag.tag', person: 'BEN@', name: '100%', from: `${today}T00:00:00.000Z` };
  expect(new Set(ofTag(await search(narrow)))).toEqual(new Set([`Tag “Palladium 100%” delete ${benName}`]));
  for (const none of [
    { uid: 'api::page.page' },
    { person: '%' },
    { name: '_alladium' },
    { to: '2001-01-01T00:00:00.000Z' },
  ])
    expect((await search({ ...narrow, ...none })).found, JSON.stringify(none)).toEqual([]);
  const published = lines.find(({ row }) => row.action === 'publish')?.row;
  expect(await admin.gate(`restore/${published?.seq}`)).toEqual({ left: [], gone: true });
  await ana.gate(`restore/${published?.seq}`, {});
  expect(await ana.draft('tag', 'palladium-100')).toMatchObject({ documentId: tag.documentId, name: 'Palladium 100%' });
  await ana.remove('tag', tag.documentId);
});

test('a deleted version cannot be restored, and who may not read a document sees nothing of its history', async () => {
  const tag = await ana.save('tag', null, {
    name: 'Rhodium',
    description: 'A tag of which a stranger sees nothing in the ledger.',
  });
  const [row] = await readRows(subject('tag', tag));
  await admin.role('Nobody', []);
  const stranger = await admin.colleague('nobody', ['Nobody']);
  expect(await search({}, stranger)).toEqual({ found: [], types: [] });
  for (const path of [`version/${row?.seq}`, `restore/${row?.seq}`, `compare?${question(subject('tag', tag))}`])
    expect(await refused(stranger.gate(path)), path).toMatch(/: 403 /);
  await ana.remove('tag', tag.documentId);
  const [deleted] = await readRows(subject('tag', tag));
  expect(await refused(ana.gate(`restore/${deleted?.seq}`, {}))).toMatch(/no version to restore/);
});
