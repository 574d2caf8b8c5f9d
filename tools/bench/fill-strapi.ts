/**
 * Fills the SQLite database of a Strapi that is stopped with as many texts as a site has after years: copies of the demonstration's news articles in
 * three languages, drafts and published. The next start writes their first versions to the ledger.
 */
import { DatabaseSync } from 'node:sqlite';

const table = 'news_articles';

/** Copies the rows of articles under other ids and addresses, and what is joined to them by its own id. */
export function fillStrapi(file: string, texts: number): void {
  const database = new DatabaseSync(file);
  const read = (sql: string) => database.prepare(sql).all() as Record<string, string | number>[];
  const columns = (name: string) => read(`PRAGMA table_info(${name})`).map((column) => String(column['name']));
  const joins = read(`SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE '${table}_%'`)
    .map(({ name }) => String(name))
    .filter((name) => columns(name).some((column) => column === 'news_article_id' || column === 'entity_id'));
  const last = (name: string) => Number(read(`SELECT max(id) AS id FROM ${name}`)[0]?.['id']);
  const originals = Number(read(`SELECT count(*) AS rows FROM ${table} WHERE published_at IS NOT NULL`)[0]?.['rows']);
  const [rows, copies] = [last(table), Math.ceil(texts / originals)];
  const changed: Record<string, string> = {
    id: `a.id + n.number * ${rows}`,
    document_id: `'c' || n.number || a.document_id`,
    slug: `a.slug || '-' || n.number`,
    key: `a.key || '-' || n.number`,
    title: `a.title || ' ' || n.number`,
    body: `a.body || ' ' || n.number`,
  };
  const copy = (name: string, replaced: Record<string, string>) => {
    const all = columns(name);
    database.exec(
      `INSERT INTO ${name} (${all.map((column) => `"${column}"`).join(', ')})
       SELECT ${all.map((column) => replaced[column] ?? `a."${column}"`).join(', ')}
       FROM ${name} a, temp.numbers n WHERE a.id <= ${last(name)}`,
    );
  };
  database.exec(`BEGIN; CREATE TEMP TABLE numbers AS
    WITH RECURSIVE up(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM up WHERE number < ${copies})
    SELECT number FROM up`);
  copy(table, changed);
  for (const name of joins) {
    const owner = columns(name).includes('entity_id') ? 'entity_id' : 'news_article_id';
    copy(name, { id: `a.id + n.number * ${last(name)}`, [owner]: `a."${owner}" + n.number * ${rows}` });
  }
  database.exec('COMMIT');
  database.close();
}
