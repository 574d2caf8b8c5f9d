/**
 * Writes the rows that are derived from a document: lists and their counts, its number in sitemaps, the names that it mentions, its text in the
 * search.
 */
import type { DocumentAddress } from '../document-address.ts';
import { storedLocales } from '../language-neutral.ts';
import { type Locale, defaultLocale } from '../locales.ts';
import type { DocumentType } from '../model.ts';
import { addMention, findMentions } from './file/mentions.ts';
import type { ReplicaDatabase } from './file/replica-database.ts';
import { derivedTables } from './file/schema.ts';
import { type PagedVersion, updateSitemapParts } from './file/sitemap-parts.ts';
import type { SearchedTexts } from './searched-texts.ts';
import { readRelations } from './stored-document.ts';

interface Version extends PagedVersion {
  sort: string;
}

interface ListedRow {
  shown: Locale;
  relation: string;
  target: string;
  sort: string;
  locale: Locale;
}

const listedKey = ({ shown, relation, target, sort, locale }: ListedRow) =>
  [shown, relation, target, sort, locale].join('\n');

export class DerivedRows {
  readonly #database: ReplicaDatabase;
  readonly #searched: SearchedTexts;
  /** The last written document: rows of its languages depend on each other, and are derived once after all of them are written. */
  #pending: { type: DocumentType; id: string; changed: Set<Locale> } | null = null;

  constructor(database: ReplicaDatabase, searched: SearchedTexts) {
    this.#database = database;
    this.#searched = searched;
  }

  /** Derives all rows again; call within `transaction`. */
  derive(documents: Iterable<DocumentAddress>): void {
    this.forget();
    for (const table of derivedTables) this.#database.run(`DELETE FROM ${table}`);
    for (const document of documents) {
      this.count(document, 1);
      this.update(document);
    }
  }

  /** Call when the database was replaced. */
  forget(): void {
    this.#searched.forget();
    this.#pending = null;
  }

  /** Stores everything that `action` writes, with the derived rows, in one transaction. @throws what `action` or SQLite throws. */
  transaction(action: () => void): void {
    try {
      this.#database.transaction(() => {
        action();
        this.#derivePending();
      });
    } catch (error) {
      this.forget();
      throw error;
    }
  }

  /** Call within `transaction`, after every change of a document's row and relations. */
  update({ type, id, locale }: DocumentAddress): void {
    if (this.#pending?.type !== type || this.#pending.id !== id) {
      this.#derivePending();
      this.#pending = { type, id, changed: new Set() };
    }
    this.#pending.changed.add(locale);
  }

  #derivePending(): void {
    if (!this.#pending) return;
    const { type, id, changed } = this.#pending;
    this.#pending = null;
    const versions = this.#database.all(
      'SELECT locale, sort, updated_at AS updatedAt, taken_down AS takenDown FROM documents WHERE type = ? AND id = ?',
      type,
      id,
    ) as unknown as Version[];
    const sources = new Map<Locale, Version>();
    for (const shown of storedLocales(type)) {
      const version =
        versions.find((one) => one.locale === shown) ?? versions.find((one) => one.locale === defaultLocale);
      if (version && !version.takenDown) sources.set(shown, version);
    }
    const before = this.#list(type, id, sources);
    updateSitemapParts(this.#database, { type, id }, versions, before);
    for (const locale of changed) this.#mention({ type, id, locale });
    const shown = new Map([...sources].map(([one, { locale }]) => [one, locale]));
    this.#searched.update({ type, id, changed, sources: shown, before });
  }

  /** Marks texts with changed figures, to be indexed again. @param changed tags. */
  markOutdated(changed: Iterable<string>): void {
    this.#searched.markOutdated(changed);
  }

  /** Updates the count of a type and language. */
  count({ type, locale }: Pick<DocumentAddress, 'type' | 'locale'>, change: 1 | -1): void {
    this.#database.run(
      'INSERT INTO stored (type, locale, n) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET n = n + excluded.n',
      type,
      locale,
      change,
    );
  }

  /** @returns the former source of each language. */
  #list(type: DocumentType, id: string, sources: ReadonlyMap<Locale, Version>): Map<Locale, Locale> {
    const old = this.#database.all(
      // Without the name of the index, SQLite scans all documents of the type.
      'SELECT shown, relation, target, sort, locale FROM listed INDEXED BY listed_document WHERE type = ? AND id = ?',
      type,
      id,
    ) as unknown as ListedRow[];
    const wanted = new Map<string, ListedRow>();
    for (const [shown, { locale, sort }] of sources)
      for (const [relation, target] of [['', ''], ...readRelations(this.#database, { type, id, locale })] as const) {
        const row = { shown, relation, target, sort, locale };
        wanted.set(listedKey(row), row);
      }
    for (const row of old) if (!wanted.delete(listedKey(row))) this.#unlist(type, id, row);
    for (const { shown, relation, target, sort, locale } of wanted.values()) {
      this.#database.run(
        'INSERT INTO listed (type, shown, relation, target, sort, id, locale) VALUES (?, ?, ?, ?, ?, ?, ?)',
        type,
        shown,
        relation,
        target,
        sort,
        id,
        locale,
      );
      this.#countListed(type, { shown, relation, target }, 1);
    }
    return new Map(old.filter(({ relation }) => relation === '').map(({ shown, locale }) => [shown, locale]));
  }

  #unlist(type: DocumentType, id: string, { shown, relation, target, sort }: ListedRow): void {
    this.#database.run(
      'DELETE FROM listed WHERE type = ? AND shown = ? AND relation = ? AND target = ? AND sort = ? AND id = ?',
      type,
      shown,
      relation,
      target,
      sort,
      id,
    );
    this.#countListed(type, { shown, relation, target }, -1);
  }

  #countListed(
    type: DocumentType,
    { shown, relation, target }: Pick<ListedRow, 'shown' | 'relation' | 'target'>,
    change: 1 | -1,
  ): void {
    this.#database.run(
      'INSERT INTO counts (type, shown, relation, target, n) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET n = n + excluded.n',
      type,
      shown,
      relation,
      target,
      change,
    );
  }

  #mention({ type, id, locale }: DocumentAddress): void {
    this.#database.run('DELETE FROM mentions WHERE type = ? AND id = ? AND locale = ?', type, id, locale);
    const found = this.#database.get(
      'SELECT wire FROM documents WHERE type = ? AND id = ? AND locale = ?',
      type,
      id,
      locale,
    );
    if (!found) return;
    for (const name of findMentions(String(found['wire']))) addMention(this.#database, name, { type, id, locale });
  }
}
