/**
 * Fills a running Strapi's SQLite database with copies of its demonstration documents, directly in its tables: the document service
 * needs a minute for a thousand, and the benchmark measures only how they are read. Each copy has every language, a draft and a
 * published row, and the relations, components and pictures of its original.
 */
import { DatabaseSync } from 'node:sqlite';

interface Copied {
  table: string;
  /** Strapi's name of the type, by which its tables join files and their owners. */
  uid: string;
  /** Link tables and the column in them that names a row of `table`. */
  links: [table: string, column: string][];
  /** Columns that get the copy's number after a hyphen or a space. */
  numbered: Record<string, '-' | ' '>;
}

/** The types that grow: what a broker publishes every day, and what its visitors ask. */
const copied: readonly Copied[] = [
  {
    table: 'news_articles',
    uid: 'api::news-article.news-article',
    numbered: { key: '-', slug: '-', title: ' ' },
    links: [
      ['news_articles_author_lnk', 'news_article_id'],
      ['news_articles_category_lnk', 'news_article_id'],
      ['news_articles_tags_lnk', 'news_article_id'],
      ['news_articles_cmps', 'entity_id'],
    ],
  },
  {
    table: 'education_articles',
    uid: 'api::education-article.education-article',
    numbered: { key: '-', slug: '-', title: ' ' },
    links: [
      ['education_articles_author_lnk', 'education_article_id'],
      ['education_articles_category_lnk', 'education_article_id'],
      ['education_articles_tags_lnk', 'education_article_id'],
      ['education_articles_cmps', 'entity_id'],
    ],
  },
  {
    table: 'glossary_terms',
    uid: 'api::glossary-term.glossary-term',
    numbered: { key: '-', slug: '-', term: ' ' },
    links: [['glossary_terms_related_lnk', 'glossary_term_id']],
  },
  { table: 'faqs', uid: 'api::faq.faq', numbered: { key: '-', question: ' ' }, links: [['faqs_group_lnk', 'faq_id']] },
];

/** Begins the document id of every copy, and of no original. */
const prefix = 'synthetic';

function columnsOf(database: DatabaseSync, table: string): string[] {
  return database
    .prepare(`PRAGMA table_info("${table}")`)
    .all()
    .map((column) => String(column['name']))
    .filter((name) => name !== 'id');
}

/**
 * @param replaced SQL expressions for the columns that differ in the copy.
 * @param where SQL condition for the rows to copy.
 * @returns a prepared statement that inserts copies of these rows.
 */
function copier(database: DatabaseSync, table: string, replaced: Record<string, string>, where: string) {
  const columns = columnsOf(database, table);
  const values = columns.map((column) => replaced[column] ?? `"${column}"`);
  return database.prepare(
    `INSERT INTO "${table}" (${columns.map((column) => `"${column}"`).join(', ')}) SELECT ${values.join(', ')} FROM "${table}" WHERE ${where}`,
  );
}

/** Adds the copies numbered `from` (included) to `to` (excluded). @param file Strapi's `content.db`. @throws when it has no original to copy. */
export function addSyntheticDocuments(file: string, from: number, to: number): void {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA busy_timeout = 10000; BEGIN IMMEDIATE');
  const sources = copied.map(({ table, uid, links, numbered }) => {
    const replaced = Object.fromEntries(
      Object.entries(numbered).map(([column, mark]) => [column, `"${column}" || '${mark}' || :number`]),
    );
    return {
      documents: database
        .prepare(
          `SELECT document_id FROM "${table}" WHERE document_id NOT LIKE '${prefix}%' AND locale = 'en' AND published_at IS NOT NULL ORDER BY key`,
        )
        .all()
        .map((row) => String(row['document_id'])),
      rows: database.prepare(`SELECT id FROM "${table}" WHERE document_id = ?`),
      row: copier(database, table, { ...replaced, document_id: ':document' }, 'id = :original'),
      links: [
        ...links.map(([link, column]) => copier(database, link, { [column]: ':copy' }, `"${column}" = :original`)),
        copier(
          database,
          'files_related_mph',
          { related_id: ':copy' },
          `related_id = :original AND related_type = '${uid}'`,
        ),
      ],
    };
  });
  for (let number = from; number < to; number += 1) {
    const source = sources[number % sources.length];
    const original = source?.documents[Math.floor(number / sources.length) % source.documents.length];
    if (!source || !original) throw new Error('The demonstration has no document to copy.');
    for (const { id } of source.rows.all(original)) {
      const { lastInsertRowid } = source.row.run({
        ':number': String(number),
        ':document': `${prefix}${String(number).padStart(15, '0')}`,
        ':original': id ?? 0,
      });
      for (const link of source.links) link.run({ ':copy': lastInsertRowid, ':original': id ?? 0 });
    }
  }
  database.exec('COMMIT');
  database.close();
}
