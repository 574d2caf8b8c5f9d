/** Reads the rows of the replica, mostly by address. */
import type { MediaFile } from '../feed/feed.ts';
import type { Locale } from '../locales.ts';
import type { DocumentType } from '../model.ts';
import { type DocumentAddress, type ListedDocument, relationsTo } from './document-index.ts';
import type { LiveVersion } from './mirror-interface.ts';
import type { MirrorDatabase } from './mirror-database.ts';
import { type Row, rowColumns } from './stored-document.ts';

export class DocumentLookup {
  readonly #database: MirrorDatabase;

  constructor(database: MirrorDatabase) {
    this.#database = database;
  }

  row({ type, id, locale }: DocumentAddress): Row | undefined {
    return this.#database.get(
      `SELECT ${rowColumns} FROM documents WHERE type = ? AND id = ? AND locale = ?`,
      type,
      id,
      locale,
    ) as unknown as Row | undefined;
  }

  media(url: string): MediaFile | null {
    const row = this.#database.get('SELECT url, file, content_type FROM media WHERE url = ?', url);
    return row
      ? { url: String(row['url']), file: String(row['file']), contentType: String(row['content_type']) }
      : null;
  }

  localesOf(type: DocumentType, id: string): Locale[] {
    return this.#database
      .all('SELECT locale FROM documents WHERE type = ? AND id = ?', type, id)
      .map((row) => row['locale'] as Locale);
  }

  mentioning(text: string): DocumentAddress[] {
    return this.#database.all(
      'SELECT type, id, locale FROM documents WHERE instr(wire, ?) > 0',
      text,
    ) as unknown as DocumentAddress[];
  }

  referring({ type, id, locale }: DocumentAddress): DocumentAddress[] {
    const select = 'SELECT type, id, locale FROM relations WHERE relation = ? AND target = ? AND locale = ?';
    return (relationsTo[type] ?? []).flatMap(
      (relation) => this.#database.all(select, relation, id, locale) as unknown as DocumentAddress[],
    );
  }

  live({ type, id, locale }: DocumentAddress): LiveVersion | null {
    const row = this.#database.get(
      'SELECT hash, since, updated_at AS updated FROM documents WHERE type = ? AND id = ? AND locale = ? AND taken_down = 0',
      type,
      id,
      locale,
    );
    return row
      ? { version: String(row['hash']).slice(0, 12), updatedAt: String(row['updated']), since: String(row['since']) }
      : null;
  }

  /** Id and text of every document of a type in exactly one language. */
  wireTexts(type: DocumentType, locale: Locale): [id: string, text: string][] {
    return this.#database
      .all('SELECT id, wire FROM documents WHERE type = ? AND locale = ? AND taken_down = 0', type, locale)
      .map((row): [string, string] => [String(row['id']), String(row['wire'])]);
  }

  /** JSON, as the feed delivered it. */
  wireText({ type, id, locale }: DocumentAddress): string | null {
    const found = this.#database.get(
      'SELECT wire FROM documents WHERE type = ? AND id = ? AND locale = ?',
      type,
      id,
      locale,
    );
    return found ? String(found['wire']) : null;
  }

  addresses(): DocumentAddress[] {
    return this.#database.all('SELECT type, id, locale FROM documents') as unknown as DocumentAddress[];
  }

  listing(types: readonly DocumentType[]): ListedDocument[] {
    const select =
      'SELECT type, id, locale, slug, updated_at AS updatedAt FROM documents WHERE type = ? AND taken_down = 0 ORDER BY id, locale';
    return types.flatMap((type) => this.#database.all(select, type) as unknown as ListedDocument[]);
  }
}
