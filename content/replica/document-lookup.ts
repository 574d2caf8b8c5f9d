/** Reads the rows of the replica, mostly by address. */
import type { DocumentAddress, DocumentName } from '../document-address.ts';
import type { MediaFile } from '../wire-document.ts';
import { type Locale, locales } from '../locales.ts';
import type { DocumentType } from '../model.ts';
import { partSize } from './file/sitemap-parts.ts';
import {
  type FormerSlug,
  type SitemapDocument,
  type SitemapPart,
  hiddenRelation,
  relationsTo,
} from './document-index.ts';
import { isLanguageNeutral, storedLocale } from '../language-neutral.ts';
import type { LiveVersion } from './replica-interface.ts';
import type { ReplicaDatabase } from './file/replica-database.ts';
import { parseFileName, unfetchedName } from './file/mentions.ts';
import type { DocumentCount } from './shrink.ts';
import { type Row, rowColumns } from './stored-document.ts';

/** Rows per query when all rows are read. */
const rowsAtOnce = 500;

export const lookupStatements = {
  row: `SELECT ${rowColumns} FROM documents WHERE type = ? AND id = ? AND locale = ?`,
  media: 'SELECT url, file, content_type AS contentType FROM media WHERE url = ?',
  versions: 'SELECT type, id, locale FROM documents WHERE type = ? AND id = ?',
  mentioning: 'SELECT type, id, locale FROM mentions WHERE name = ?',
  referring: 'SELECT type, id, locale FROM relations WHERE relation = ? AND target = ? AND locale = ?',
  live: 'SELECT hash, since, updated_at AS updated FROM documents WHERE type = ? AND id = ? AND locale = ? AND taken_down = 0',
  stands: 'SELECT 1 FROM documents WHERE type = ? AND id = ? AND taken_down = 0 LIMIT 1',
  wires: `SELECT d.id, d.wire FROM listed l JOIN documents d ON d.type = l.type AND d.id = l.id AND d.locale = l.shown
    WHERE l.type = ? AND l.shown = ? AND l.relation = '' AND l.target = '' AND l.locale = l.shown`,
  wire: 'SELECT wire FROM documents WHERE type = ? AND id = ? AND locale = ?',
  after:
    'SELECT type, id, locale FROM documents WHERE (type, id, locale) > (?, ?, ?) ORDER BY type, id, locale LIMIT ?',
  part: `SELECT d.type, d.id, d.locale, d.slug, d.updated_at AS updatedAt, EXISTS
    (SELECT 1 FROM relations r WHERE r.type = d.type AND r.id = d.id AND r.locale = d.locale AND r.relation = ? AND r.target = ?) AS hidden FROM numbers n
    JOIN documents d INDEXED BY documents_paged ON d.type = n.type AND d.id = n.id AND d.taken_down = 0 WHERE n.number BETWEEN ? AND ? ORDER BY n.number`,
  parts: 'SELECT locale, part, latest FROM parts WHERE n > 0 ORDER BY locale, part',
};

export class DocumentLookup {
  readonly #database: ReplicaDatabase;

  constructor(database: ReplicaDatabase) {
    this.#database = database;
  }

  row({ type, id, locale }: DocumentAddress): Row | undefined {
    return this.#database.get(lookupStatements.row, type, id, locale) as unknown as Row | undefined;
  }

  media(url: string): MediaFile | null {
    return (this.#database.get(lookupStatements.media, url) ?? null) as MediaFile | null;
  }

  versions({ type, id }: DocumentName): DocumentAddress[] {
    return this.#database.all(lookupStatements.versions, type, id) as unknown as DocumentAddress[];
  }

  mentioning(url: string): DocumentAddress[] {
    return this.#database.all(
      lookupStatements.mentioning,
      `file:${parseFileName(url)}`,
    ) as unknown as DocumentAddress[];
  }

  withoutPictures(): DocumentAddress[] {
    return this.#database.all(lookupStatements.mentioning, unfetchedName) as unknown as DocumentAddress[];
  }

  referring({ type, id, locale }: DocumentAddress): DocumentAddress[] {
    return (relationsTo[type] ?? []).flatMap(
      (relation) =>
        this.#database.all(lookupStatements.referring, relation, id, locale) as unknown as DocumentAddress[],
    );
  }

  live({ type, id, locale }: DocumentAddress): LiveVersion | null {
    const row = this.#database.get(lookupStatements.live, type, id, storedLocale(type, locale));
    return row
      ? { version: String(row['hash']).slice(0, 12), updatedAt: String(row['updated']), since: String(row['since']) }
      : null;
  }

  /** Whether any language has a document that is not taken down. */
  stands(type: DocumentType, id: string): boolean {
    return this.#database.get(lookupStatements.stands, type, id) !== undefined;
  }

  /** Reads the id and text of every document of a type in exactly one language. */
  wireTexts(type: DocumentType, locale: Locale): [id: string, text: string][] {
    return this.#database
      .all(lookupStatements.wires, type, locale)
      .map((row): [string, string] => [String(row['id']), String(row['wire'])]);
  }

  /** Reads the JSON that the feed delivered. */
  wireText({ type, id, locale }: DocumentAddress): string | null {
    const found = this.#database.get(lookupStatements.wire, type, id, locale);
    return found ? String(found['wire']) : null;
  }

  /** Every document, in the order of type, id and language; the table may change in between. */
  *addresses(): Generator<DocumentAddress, void, void> {
    for (let [type, id, locale] = ['', '', '']; ;) {
      const rows = this.#database.all(
        lookupStatements.after,
        type,
        id,
        locale,
        rowsAtOnce,
      ) as unknown as DocumentAddress[];
      yield* rows;
      const last = rows.at(-1);
      if (!last || rows.length < rowsAtOnce) return;
      ({ type, id, locale } = last);
    }
  }

  /** Whether a first sync has begun and is not complete. */
  isFilling(): boolean {
    return this.#database.get("SELECT 1 FROM facts WHERE name = 'filling'") !== undefined;
  }

  setFilling(filling: boolean): void {
    this.#database.run(
      filling
        ? "INSERT OR REPLACE INTO facts (name, value) VALUES ('filling', '')"
        : "DELETE FROM facts WHERE name = 'filling'",
    );
  }

  /** Counts all documents, and stores the numbers. */
  recount(): DocumentCount[] {
    this.#database.run('DELETE FROM stored');
    this.#database.run(
      'INSERT INTO stored (type, locale, n) SELECT type, locale, count(*) FROM documents GROUP BY type, locale',
    );
    return this.counts();
  }

  counts(): DocumentCount[] {
    return this.#database.all('SELECT type, locale, n FROM stored WHERE n > 0') as unknown as DocumentCount[];
  }

  formerSlugs(): FormerSlug[] {
    return this.#database.all('SELECT type, id, locale, slug FROM former_slugs') as unknown as FormerSlug[];
  }

  sitemapParts(): SitemapPart[] {
    return this.#database.all(lookupStatements.parts) as unknown as SitemapPart[];
  }

  sitemapDocuments(part: number): SitemapDocument[] {
    const stored = this.#database.all(
      lookupStatements.part,
      ...hiddenRelation,
      part * partSize + 1,
      (part + 1) * partSize,
    ) as unknown as (Omit<SitemapDocument, 'hidden'> & { hidden: number })[];
    return stored
      .map((row) => ({ ...row, hidden: row.hidden === 1 }))
      .flatMap((document) =>
        isLanguageNeutral(document.type) ? locales.map((locale) => ({ ...document, locale })) : [document],
      );
  }
}
