/** A Strapi that was installed before editors had pages at addresses of their own: the next start adds what is new, and keeps the rest. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import { freePort } from '../services/free-port.ts';
import { StrapiEditor, expectRefusal, refused } from './strapi-editor.ts';
import { launch, preparedStrapi } from './strapi-process.ts';

const words = 'api::interface-word-set.interface-word-set';
/** Fields that the forms did not have yet. */
const laterFields: Record<string, string[]> = { pages: ['hidden', 'afterwards'], redirects: ['ended'] };
const named = (fields: string[]) => fields.map((field) => `'${field}'`).join(', ');

/** Takes from a database what that release did not have. */
function goBack(file: string): void {
  const database = new DatabaseSync(file);
  const read = (sql: string) => database.prepare(sql).all() as Record<string, string>[];
  database.exec(`DELETE FROM admin_permissions WHERE subject = '${words}';
    DELETE FROM strapi_core_store_settings WHERE key LIKE '%interface-word-set%' OR key LIKE 'core_site-roles_later%';
    DELETE FROM strapi_database_schema`);
  for (const { name } of read(`SELECT name FROM sqlite_master WHERE type = 'table' AND
    (name LIKE '%interface_word%' OR name LIKE 'components_blocks_forms%' OR name LIKE '%form_fields')`))
    database.exec(`PRAGMA foreign_keys = OFF; DROP TABLE ${name}`);
  const fields = Object.values(laterFields).flat();
  for (const [table, columns] of Object.entries(laterFields))
    for (const column of columns) database.exec(`ALTER TABLE ${table} DROP COLUMN ${column}`);
  const without = database.prepare('UPDATE admin_permissions SET properties = ? WHERE id = ?');
  for (const { id = '', properties = '' } of read(`SELECT id, properties FROM admin_permissions
    WHERE subject IN ('api::page.page', 'api::redirect.redirect')`)) {
    const own = JSON.parse(properties) as { fields?: string[] };
    without.run(JSON.stringify({ ...own, fields: own.fields?.filter((name) => !fields.includes(name)) }), id);
  }
  const store = database.prepare('UPDATE strapi_core_store_settings SET value = ? WHERE id = ?');
  for (const { id = '', value = '' } of read(`SELECT id, value FROM strapi_core_store_settings
    WHERE key LIKE '%configuration_content_types::api::page.page' OR key LIKE '%configuration_content_types::api::redirect.redirect'`)) {
    const configuration = JSON.parse(value) as { metadatas: object; layouts: { edit: { name: string }[][] } };
    const edit = configuration.layouts.edit.map((row) => row.filter(({ name }) => !fields.includes(name)));
    const metadatas = Object.entries(configuration.metadatas).filter(([name]) => !fields.includes(name));
    const layouts = { ...configuration.layouts, edit: edit.filter((row) => row.length > 0) };
    store.run(JSON.stringify({ ...configuration, metadatas: Object.fromEntries(metadatas), layouts }), id);
  }
  // The seed writes what it has not written before.
  for (const { id = '', value = '' } of read(`SELECT id, value FROM strapi_core_store_settings
    WHERE key = 'core_demo-seed_journal'`)) {
    const journal = JSON.parse(value) as { documents: Record<string, unknown> };
    const documents = Object.entries(journal.documents).filter(([name]) => !name.startsWith('interface-word-set/'));
    store.run(JSON.stringify({ ...journal, folder: null, documents: Object.fromEntries(documents) }), id);
  }
  expect(read(`SELECT name FROM pragma_table_info('pages') WHERE name IN (${named(fields)})`)).toEqual([]);
  database.close();
}

let folder = '';
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the next start of an older Strapi adds its new types, fields and rights, and keeps content and roles', async () => {
  folder = await mkdtemp(join(tmpdir(), 'brokerfront-upgrade-'));
  await cp(await preparedStrapi(), folder, { recursive: true });
  goBack(join(folder, 'content.db'));
  const strapi = await launch(folder, await freePort(), {});
  try {
    const admin = await StrapiEditor.login(strapi.url);
    expect((await admin.form('page')).shown).toEqual(expect.arrayContaining(['blocks', 'hidden', 'afterwards']));
    expect((await admin.form('redirect')).shown).not.toContain('ended');
    const editor = await admin.colleague('writer', ['Editor, English', 'Translator, Italian']);
    const publisher = await admin.colleague('publisher', ['Publisher, Spanish']);
    const set = { words: [] };
    expect(await refused(editor.save('interface-word-set', null, set))).toBe('done');
    expect(await refused(editor.save('interface-word-set', null, set, 'it'))).toBe('done');
    expect((await expectRefusal(editor.save('interface-word-set', null, set, 'es'))).status).toBe(403);
    expect(await refused(publisher.publish('interface-word-set', null, set, 'es'))).toBe('done');
    const about = await admin.draft('page', 'about');
    await editor.save('page', about.documentId, { ...about, hidden: true, afterwards: '/forex' });
    expect(await admin.draft('page', 'about')).toMatchObject({ hidden: true, afterwards: '/forex' });
    expect(await admin.published('page', 'about', 'it')).toMatchObject({ path: 'about', title: 'Chi siamo' });
    const untouched = await admin.draft('page', 'forex', 'it');
    const { rows } = await admin.gate<{ rows: { action: string }[] }>(
      `history?${new URLSearchParams({ uid: 'api::page.page', documentId: untouched.documentId, locale: 'it' })}`,
    );
    expect(rows.map(({ action }) => action)).toEqual(['publish']);
  } finally {
    await strapi.stop();
  }
}, 120_000);
