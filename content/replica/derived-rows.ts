/** Writes what is derived from a document: its rows in lists and their counts, its number in sitemaps, the names that it mentions, its text in the search. */
import type { DocumentAddress } from '../document-address.ts';
import { type Locale, defaultLocale } from '../locales.ts';
import type { DocumentType } from '../model.ts';
import { storedLocales } from '../kept-once.ts';
import type { ReplicaDatabase } from './file/replica-database.ts';
import { derivedTables } from './file/schema.ts';
import { addMention, mentionedNames } from './file/mentions.ts';
import type { SearchedTexts } from './searched-texts.ts';
import { type PagedVersion, SitemapParts } from './file/sitemap-parts.ts';
import { relationsStored } from './stored-document.ts';
import { Tally } from './file/tally.ts';

interface Version extends PagedVersion {
  sort: string;
}

/** What was just written of a document: it need not be read again. */
export interface WrittenDocument {
  version: Version;
  wire: string;
  relations: [name: string, target: string][];
  /** False when the replica had the document in this language. */
  isNew: boolean;
}

interface ListedRow {
  shown: Locale;
  relation: string;
  target: string;
  sort: string;
  locale: Locale;
}

const keyOfRow = ({ shown, relation, target, sort, locale }: ListedRow) =>
  [shown, relation, target, sort, locale].join('\n');

export class DerivedRows {
  readonly #database: ReplicaDatabase;
  readonly #searched: SearchedTexts;
  readonly #parts: SitemapParts;
  readonly #stored: Tally;
  readonly #counts: Tally;
  /** What was written last: the rows of a document's languages depend on each other, and are made once for those that come together. */
  #pending: { type: DocumentType; id: string; changed: Map<Locale, WrittenDocument | null> } | null = null;

  constructor(database: ReplicaDatabase, searched: SearchedTexts) {
    this.#database = database;
    this.#searched = searched;
    this.#parts = new SitemapParts(database);
    this.#stored = new Tally(database, 'stored', ['type', 'locale']);
    this.#counts = new Tally(database, 'counts', ['type', 'shown', 'relation', 'target']);
  }

  /** Makes everything anew; call within `transaction`. */
  derive(documents: Iterable<DocumentAddress>): void {
    this.forget();
    for (const table of derivedTables) this.#database.run(`DELETE FROM ${table}`);
    for (const document of documents) {
      this.count(document, 1);
      this.update(document);
    }
  }

  /** Call when the tables are others than before. */
  forget(): void {
    this.#searched.forget();
    this.#parts.forget();
    this.#stored.forget();
    this.#counts.forget();
    this.#pending = null;
  }

  /** Stores everything that `action` writes, and what is derived from it, or nothing. @throws what `action` or SQLite throws. */
  transaction(action: () => void): void {
    try {
      this.#database.transaction(() => {
        action();
        this.#derivePending();
        this.#stored.write();
        this.#counts.write();
        this.#parts.write();
      });
    } catch (error) {
      this.forget();
      throw error;
    }
  }

  /** Call within `transaction`, after every change of a document's row and relations. @param written null for what is to be read. */
  update({ type, id, locale }: DocumentAddress, written: WrittenDocument | null = null): void {
    if (this.#pending?.type !== type || this.#pending.id !== id) {
      this.#derivePending();
      this.#pending = { type, id, changed: new Map() };
    }
    this.#pending.changed.set(locale, written);
  }

  #derivePending(): void {
    if (!this.#pending) return;
    const { type, id, changed } = this.#pending;
    this.#pending = null;
    const versions = this.#versions(type, id, changed);
    const sources = new Map<Locale, Version>();
    for (const shown of storedLocales(type)) {
      const version =
        versions.find((one) => one.locale === shown) ?? versions.find((one) => one.locale === defaultLocale);
      if (version && !version.takenDown) sources.set(shown, version);
    }
    const before = this.#list(type, id, sources, changed);
    this.#parts.update(type, id, versions, before);
    // Nothing is noted of a document that no language had before.
    const isNew = versions.length > 0 && versions.every(({ locale }) => changed.get(locale)?.isNew);
    for (const [locale, written] of changed) this.#mention({ type, id, locale }, written, isNew);
    const shown = new Map([...sources].map(([one, { locale }]) => [one, locale]));
    this.#searched.update({ type, id, changed, sources: shown, before });
  }

  /** The document in every language that has it. */
  #versions(type: DocumentType, id: string, changed: ReadonlyMap<Locale, WrittenDocument | null>): readonly Version[] {
    const written = [...changed.values()].flatMap((one) => one?.version ?? []);
    if (written.length === storedLocales(type).length) return written;
    return this.#database.all(
      'SELECT locale, sort, updated_at AS updatedAt, taken_down AS takenDown FROM documents WHERE type = ? AND id = ?',
      type,
      id,
    ) as unknown as Version[];
  }

  /** Figures of what changed are to be taken into the search again. @param changed tags. */
  markOutdated(changed: Iterable<string>): void {
    this.#searched.markOutdated(changed);
  }

  /** Counts a document that came or went. */
  count({ type, locale }: Pick<DocumentAddress, 'type' | 'locale'>, change: 1 | -1): void {
    this.#stored.add(change, type, locale);
  }

  /** @returns the languages' sources before. */
  #list(
    type: DocumentType,
    id: string,
    sources: ReadonlyMap<Locale, Version>,
    changed: ReadonlyMap<Locale, WrittenDocument | null>,
  ): Map<Locale, Locale> {
    const old = this.#database.all(
      // Without its name, SQLite walks all documents of the type.
      'SELECT shown, relation, target, sort, locale FROM listed INDEXED BY listed_document WHERE type = ? AND id = ?',
      type,
      id,
    ) as unknown as ListedRow[];
    const relations = new Map<Locale, [string, string][]>();
    const wanted = new Map<string, ListedRow>();
    for (const [shown, { locale, sort }] of sources) {
      const own = relations.get(locale) ?? [
        ['', ''],
        ...(changed.get(locale)?.relations ?? relationsStored(this.#database, { type, id, locale })),
      ];
      relations.set(locale, own);
      for (const [relation, target] of own) {
        const row = { shown, relation, target, sort, locale };
        wanted.set(keyOfRow(row), row);
      }
    }
    for (const row of old) if (!wanted.delete(keyOfRow(row))) this.#unlist(type, id, row);
    const rows = [...wanted.values()];
    this.#database.insert(
      'INSERT OR FAIL INTO listed (type, shown, relation, target, sort, id, locale)',
      rows.map(({ shown, relation, target, sort, locale }) => [type, shown, relation, target, sort, id, locale]),
    );
    for (const { shown, relation, target } of rows) this.#counts.add(1, type, shown, relation, target);
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
    this.#counts.add(-1, type, shown, relation, target);
  }

  #mention({ type, id, locale }: DocumentAddress, written: WrittenDocument | null, isNew: boolean): void {
    if (!isNew) this.#database.run('DELETE FROM mentions WHERE type = ? AND id = ? AND locale = ?', type, id, locale);
    const wire = written?.wire ?? this.#storedWire({ type, id, locale });
    if (wire === null) return;
    for (const name of mentionedNames(wire)) addMention(this.#database, name, { type, id, locale });
  }

  #storedWire({ type, id, locale }: DocumentAddress): string | null {
    const select = 'SELECT wire FROM documents WHERE type = ? AND id = ? AND locale = ?';
    const found = this.#database.get(select, type, id, locale);
    return found ? String(found['wire']) : null;
  }
}
