/**
 * Indexes the text of each document for every language that shows it. A text with figures is indexed after the transaction that stores it: its
 * figures may come from a document that is written later.
 */
import type { DocumentAddress } from '../document-address.ts';
import { TextIndex, isSearchable } from '../search/text-index.ts';
import { type Locale, locales } from '../locales.ts';
import type { DocumentType, DocumentTypes } from '../model.ts';
import { addMention, outdatedName, unfilledName } from './file/mentions.ts';
import type { ReplicaDatabase } from './file/replica-database.ts';
import type { Reader } from './reader.ts';

/** Texts that `indexFigures` indexes in one transaction. */
const textsAtOnce = 50;

/** Whether figures in texts may come from a document with this tag. */
export function isFigureSource(tag: string): boolean {
  return tag.startsWith('doc:instrument:') || tag.startsWith('list:instrument:');
}

/** A document that changed. */
export interface ChangedText {
  type: DocumentType;
  id: string;
  changed: Pick<ReadonlySet<Locale>, 'has'>;
  /** The language whose text each language shows, now and before. */
  sources: ReadonlyMap<Locale, Locale>;
  before: ReadonlyMap<Locale, Locale>;
}

export class SearchedTexts {
  readonly #database: ReplicaDatabase;
  readonly #texts: TextIndex;
  readonly #concernsFigures: (type: DocumentType, data: string) => boolean;

  /** @param concernsFigures whether figures are filled into a document when it is read. */
  constructor(database: ReplicaDatabase, concernsFigures: (type: DocumentType, data: string) => boolean) {
    this.#database = database;
    this.#texts = new TextIndex(database);
    this.#concernsFigures = concernsFigures;
  }

  /** Call when a transaction was rolled back, or the database was replaced. */
  forget(): void {
    this.#texts.forget();
  }

  /** Indexes the text for every language that shows the changed document, or another than before. */
  update({ type, id, changed, sources, before }: ChangedText): void {
    if (!isSearchable(type)) return;
    const parsed = new Map<Locale, { document: DocumentTypes[DocumentType] | null; figures: boolean }>();
    for (const shown of locales) {
      const source = sources.get(shown);
      if (source === undefined) {
        this.#texts.write(type, id, shown, null);
        continue;
      }
      if (!changed.has(source) && before.get(shown) === source) continue;
      const read = parsed.get(source) ?? this.#read({ type, id, locale: source });
      parsed.set(source, read);
      if (read.figures) addMention(this.#database, unfilledName, { type, id, locale: shown });
      else this.#texts.write(type, id, shown, read.document);
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

  /** Marks texts with changed figures, to be indexed again. @param changed tags. */
  markOutdated(changed: Iterable<string>): void {
    const tags = [...changed].filter(isFigureSource);
    if (tags.length > 0)
      this.#database.run(
        'INSERT OR IGNORE INTO mentions (name, type, id, locale) SELECT ?, type, id, locale FROM mentions WHERE name IN (SELECT value FROM json_each(?))',
        outdatedName,
        JSON.stringify(tags),
      );
  }

  /**
   * Indexes some texts with figures: those that are not in the search yet, then those of which a figure has changed.
   * @param reader makes a reader for one text. @param transaction runs what writes. @param onlyNew leaves out the changed ones.
   * @returns false when there are none.
   */
  indexFigures(reader: () => Reader, transaction: (action: () => void) => void, onlyNew: boolean): boolean {
    const unfilled = this.#mentioning(unfilledName, textsAtOnce);
    const texts = unfilled.length > 0 || onlyNew ? unfilled : this.#mentioning(outdatedName, textsAtOnce);
    if (texts.length === 0) return false;
    const read = texts.map((address) => {
      const { get, tags } = reader();
      return { address, document: get(address.type, address.id, address.locale), tags };
    });
    transaction(() => {
      for (const { address, document, tags } of read) this.#write(address, document, [...tags].filter(isFigureSource));
    });
    return true;
  }

  /** Finds the texts with a mention; their locale is the language that shows them. */
  #mentioning(name: string, limit: number): DocumentAddress[] {
    return this.#database.all(
      'SELECT type, id, locale FROM mentions WHERE name = ? LIMIT ?',
      name,
      limit,
    ) as unknown as DocumentAddress[];
  }

  /** @param sources tags: when one of them changes, the text is to be indexed again. */
  #write(
    { type, id, locale: shown }: DocumentAddress,
    document: DocumentTypes[DocumentType] | null,
    sources: readonly string[],
  ): void {
    const mentioned = this.#database.all(
      'SELECT name FROM mentions WHERE type = ? AND id = ? AND locale = ?',
      type,
      id,
      shown,
    );
    for (const name of mentioned.map((row) => String(row['name'])))
      if (name === unfilledName || name === outdatedName || isFigureSource(name))
        this.#database.run(
          'DELETE FROM mentions WHERE name = ? AND type = ? AND id = ? AND locale = ?',
          name,
          type,
          id,
          shown,
        );
    for (const name of sources) addMention(this.#database, name, { type, id, locale: shown });
    this.#texts.write(type, id, shown, document);
  }
}
