/** Writes what is derived from a document: its rows in lists and their counts, its number in sitemaps, the names that it mentions, its text in the search. */
import { TextIndex, isSearchable } from '../search/text-index.ts';
import { type Locale, defaultLocale, locales } from '../locales.ts';
import type { DocumentType, DocumentTypes } from '../model.ts';
import type { DocumentAddress } from './document-index.ts';
import type { MirrorDatabase } from './file/mirror-database.ts';
import { derivedTables } from './file/schema.ts';
import { mentionedNames, outdatedName, unfilledName } from './file/mentions.ts';
import { type PagedVersion, SitemapParts } from './sitemap-parts.ts';
import { relationsStored } from './stored-document.ts';

/** Whether figures in texts may come from what has this tag. */
export function isFigureSource(tag: string): boolean {
  return tag.startsWith('doc:instrument:') || tag.startsWith('list:instrument:');
}

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

const keyOfRow = ({ shown, relation, target, sort, locale }: ListedRow) =>
  [shown, relation, target, sort, locale].join('\n');

export class DerivedRows {
  readonly #database: MirrorDatabase;
  readonly #texts: TextIndex;
  readonly #parts: SitemapParts;
  readonly #concernsFigures: (type: DocumentType, data: string) => boolean;

  /** @param concernsFigures whether figures are filled into a document when it is read: its text is indexed again then. */
  constructor(database: MirrorDatabase, concernsFigures: (type: DocumentType, data: string) => boolean) {
    this.#database = database;
    this.#texts = new TextIndex(database);
    this.#parts = new SitemapParts(database);
    this.#concernsFigures = concernsFigures;
  }

  /** Makes everything anew. */
  derive(documents: Iterable<DocumentAddress>): void {
    for (const table of derivedTables) this.#database.run(`DELETE FROM ${table}`);
    this.begin();
    for (const document of documents) {
      this.count(document, 1);
      this.update(document);
    }
  }

  /** Call when a transaction begins. */
  begin(): void {
    this.#texts.forget();
  }

  /** Call after every change of a document's row and relations. */
  update({ type, id, locale }: DocumentAddress): void {
    const versions = this.#database.all(
      'SELECT locale, sort, updated_at AS updatedAt, taken_down AS takenDown FROM documents WHERE type = ? AND id = ?',
      type,
      id,
    ) as unknown as Version[];
    const sources = new Map<Locale, Version>();
    for (const shown of locales) {
      const version =
        versions.find((one) => one.locale === shown) ?? versions.find((one) => one.locale === defaultLocale);
      if (version && !version.takenDown) sources.set(shown, version);
    }
    const before = this.#list(type, id, sources);
    this.#parts.update(type, id, versions, before);
    this.#mention({ type, id, locale });
    this.#index(type, id, locale, sources, before);
  }

  /** Texts with figures of what changed are to be indexed again. @param changed tags. */
  markOutdated(changed: Iterable<string>): void {
    for (const tag of changed)
      if (isFigureSource(tag))
        this.#database.run(
          'INSERT OR IGNORE INTO mentions (name, type, id, locale) SELECT ?, type, id, locale FROM mentions WHERE name = ?',
          outdatedName,
          tag,
        );
  }

  /** Counts a document that came or went. */
  count({ type, locale }: Pick<DocumentAddress, 'type' | 'locale'>, change: 1 | -1): void {
    this.#database.run(
      'INSERT INTO stored (type, locale, n) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET n = n + excluded.n',
      type,
      locale,
      change,
    );
  }

  /** A text whose figures are not in the search yet; its locale is the language that shows it. */
  nextUnfilled(): DocumentAddress | undefined {
    return this.#mentioning(unfilledName);
  }

  /** The same for a text whose figures changed. */
  nextOutdated(): DocumentAddress | undefined {
    return this.#mentioning(outdatedName);
  }

  #mentioning(name: string): DocumentAddress | undefined {
    return this.#database.get('SELECT type, id, locale FROM mentions WHERE name = ? LIMIT 1', name) as unknown as
      | DocumentAddress
      | undefined;
  }

  /** Indexes a text with its figures. @param tags of all that was read for it: when a source of figures changes, it is to be indexed again. */
  indexFilled(address: DocumentAddress, document: DocumentTypes[DocumentType] | null, tags: ReadonlySet<string>): void {
    this.#database.transaction(() => {
      this.begin();
      this.#writeFilled(address, document, [...tags].filter(isFigureSource));
    });
  }

  #writeFilled(
    { type, id, locale: shown }: DocumentAddress,
    document: DocumentTypes[DocumentType] | null,
    names: readonly string[],
  ): void {
    this.#database.run(
      "DELETE FROM mentions WHERE type = ? AND id = ? AND locale = ? AND (name IN (?, ?) OR name LIKE 'doc:%' OR name LIKE 'list:%')",
      type,
      id,
      shown,
      unfilledName,
      outdatedName,
    );
    for (const name of names) this.#addMention(name, { type, id, locale: shown });
    this.#texts.write(type, id, shown, document);
  }

  /** @returns the languages' sources before. */
  #list(type: DocumentType, id: string, sources: ReadonlyMap<Locale, Version>): Map<Locale, Locale> {
    const old = this.#database.all(
      // Without its name, SQLite walks all documents of the type.
      'SELECT shown, relation, target, sort, locale FROM listed INDEXED BY listed_document WHERE type = ? AND id = ?',
      type,
      id,
    ) as unknown as ListedRow[];
    const relations = new Map<Locale, [string, string][]>();
    const wanted = new Map<string, ListedRow>();
    for (const [shown, { locale, sort }] of sources) {
      const own = relations.get(locale) ?? [['', ''], ...relationsStored(this.#database, { type, id, locale })];
      relations.set(locale, own);
      for (const [relation, target] of own) {
        const row = { shown, relation, target, sort, locale };
        wanted.set(keyOfRow(row), row);
      }
    }
    for (const row of old) if (!wanted.delete(keyOfRow(row))) this.#unlist(type, id, row);
    for (const row of wanted.values()) {
      this.#database.run(
        'INSERT INTO listed (type, shown, relation, target, sort, id, locale) VALUES (?, ?, ?, ?, ?, ?, ?)',
        type,
        row.shown,
        row.relation,
        row.target,
        row.sort,
        id,
        row.locale,
      );
      this.#countRow(type, row, 1);
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
    this.#countRow(type, { shown, relation, target }, -1);
  }

  #countRow(
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
    const wire = this.#database.get(
      'SELECT wire FROM documents WHERE type = ? AND id = ? AND locale = ?',
      type,
      id,
      locale,
    )?.['wire'];
    if (wire === undefined) return;
    for (const name of mentionedNames(String(wire))) this.#addMention(name, { type, id, locale });
  }

  #addMention(name: string, { type, id, locale }: DocumentAddress): void {
    this.#database.run(
      'INSERT OR IGNORE INTO mentions (name, type, id, locale) VALUES (?, ?, ?, ?)',
      name,
      type,
      id,
      locale,
    );
  }

  /** Indexes the text for every language that shows the changed document, or another than before. */
  #index(
    type: DocumentType,
    id: string,
    changed: Locale,
    sources: ReadonlyMap<Locale, Version>,
    before: ReadonlyMap<Locale, Locale>,
  ): void {
    if (!isSearchable(type)) return;
    const parsed = new Map<Locale, { document: DocumentTypes[DocumentType] | null; figures: boolean }>();
    for (const shown of locales) {
      const source = sources.get(shown)?.locale;
      if (source === undefined) {
        this.#texts.write(type, id, shown, null);
        continue;
      }
      if (source !== changed && before.get(shown) === source) continue;
      const read = parsed.get(source) ?? this.#read({ type, id, locale: source });
      parsed.set(source, read);
      // Its text is read once more, with its figures, after the transaction: they may come from what is not written yet.
      if (read.figures) this.#addMention(unfilledName, { type, id, locale: shown });
      this.#texts.write(type, id, shown, read.document);
    }
  }

  #read({ type, id, locale }: DocumentAddress): {
    document: DocumentTypes[DocumentType] | null;
    figures: boolean;
  } {
    const data = String(
      this.#database.get('SELECT data FROM documents WHERE type = ? AND id = ? AND locale = ?', type, id, locale)?.[
        'data'
      ],
    );
    try {
      return { document: JSON.parse(data) as DocumentTypes[DocumentType], figures: this.#concernsFigures(type, data) };
    } catch {
      // A damaged text; it is repaired when it is read, and indexed then.
      return { document: null, figures: false };
    }
  }
}
