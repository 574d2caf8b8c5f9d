/**
 * The tables of the search, in the replica's file: a full-text index for each language (SQLite's FTS5) of stems, and the words that were reduced
 * to them. The number of a row orders equal matches: lasting texts first, then articles, the newest first, so that a query reads the best rows
 * first.
 */
import { hash as digest } from 'node:crypto';
import { type Locale, byLocale, locales } from '../locales.ts';
import type { DocumentType, DocumentTypes } from '../model.ts';
import { removeFunctionWords } from './function-words.ts';
import { foldWord, stem, splitWords } from './language.ts';
import { type Searchable, type SearchableType, toSearchable, searchableTypes } from './searchable.ts';

type Value = string | number | null;

/** The database functions that the index uses. */
export interface SearchDatabase {
  get: (sql: string, ...values: Value[]) => Record<string, unknown> | undefined;
  all: (sql: string, ...values: Value[]) => Record<string, unknown>[];
  run: (sql: string, ...values: Value[]) => void;
}

const getTableName = (locale: Locale) => `found_${locale}`;

export const searchTables: readonly string[] = ['texts', 'vocabulary', ...locales.map(getTableName)];

// The words are stems already, so the tokenizer only splits them. The table stores them: without them (`content = ''`), each change of a text
// would count as one text more, and words would weigh more and more.
export const searchTablesSql = `
  CREATE TABLE IF NOT EXISTS texts (
    number INTEGER PRIMARY KEY, type TEXT NOT NULL, id TEXT NOT NULL,
    shown TEXT NOT NULL,         -- the language whose visitors get the text
    title TEXT NOT NULL,         -- stems, without function words: a line for the title, and one for each other name of the document
    sum TEXT NOT NULL,           -- the hash of the indexed text
    UNIQUE (type, id, shown)
  );
  -- Every word that was indexed, without accents, and its stem: beginnings and mistakes are those of words, not of stems.
  CREATE TABLE IF NOT EXISTS vocabulary (
    shown TEXT NOT NULL, word TEXT NOT NULL, stem TEXT NOT NULL, PRIMARY KEY (shown, word)
  ) WITHOUT ROWID;
  ${locales
    .map(
      (locale) =>
        `CREATE VIRTUAL TABLE IF NOT EXISTS ${getTableName(locale)} USING fts5(title, summary, text, tokenize='unicode61 remove_diacritics 0');`,
    )
    .join('\n  ')}
`;

/** Characters; a longer word cannot be typed into the search field. */
const maxWordLength = 100;
/** Row numbers of one day, and the day number of lasting texts. */
const numbersPerDay = 2 ** 32;
const lastingDay = 60_000;
/** Words of a language that are known to be in the vocabulary, so that they are not written again. */
const wordsInMemory = 20_000;

export function isSearchable(type: string): type is SearchableType {
  return (searchableTypes as string[]).includes(type);
}

/** Finds the first row number of a document's day. */
function findDayStart(document: DocumentTypes[SearchableType]): number {
  const days = 'publishedOn' in document ? Math.floor(Date.parse(document.publishedOn) / 86_400_000) : lastingDay;
  return (Number.isFinite(days) ? Math.min(Math.max(days, 0), lastingDay) : 0) * numbersPerDay;
}

/** Extracts the indexed parts; null for a page that no search finds, and for a damaged document, which is indexed after its repair. */
function extractIndexed(type: SearchableType, document: DocumentTypes[SearchableType]): Searchable | null {
  try {
    const found = toSearchable(type, document);
    return found &&
      Object.values(found)
        .flat()
        .every((text) => typeof text === 'string')
      ? found
      : null;
  } catch {
    return null;
  }
}

export interface IndexedText {
  number: number;
  type: SearchableType;
  id: string;
  title: string;
  /** Days since 1970 of an article; null for a text that does not age. */
  day: number | null;
}

export class TextIndex {
  readonly #database: SearchDatabase;
  /** The stems of words that the vocabulary has. */
  readonly #knownStems = byLocale(() => new Map<string, string>());

  constructor(database: SearchDatabase) {
    this.#database = database;
  }

  /** Call when a transaction was rolled back, or the database was replaced: written words may be gone. */
  forget(): void {
    for (const locale of locales) this.#knownStems[locale].clear();
  }

  /** Indexes a document for a language that shows it, unless its text is indexed already. @param document null when the language shows none. */
  write(type: DocumentType, id: string, locale: Locale, document: DocumentTypes[DocumentType] | null): void {
    if (!isSearchable(type)) return;
    const old = this.#database.get(
      'SELECT number, sum FROM texts WHERE type = ? AND id = ? AND shown = ?',
      type,
      id,
      locale,
    );
    const text = document && extractIndexed(type, document as DocumentTypes[SearchableType]);
    const hash = text ? digest('sha256', JSON.stringify(text), 'base64url').slice(0, 22) : null;
    const day = text ? findDayStart(document as DocumentTypes[SearchableType]) : 0;
    const keepsNumber = old && text && Number(old['number']) >= day && Number(old['number']) < day + numbersPerDay;
    if (keepsNumber && old['sum'] === hash) return;
    if (old) {
      this.#database.run(`DELETE FROM ${getTableName(locale)} WHERE rowid = ?`, Number(old['number']));
      this.#database.run('DELETE FROM texts WHERE number = ?', Number(old['number']));
    }
    if (!text || hash === null) return;
    const number = keepsNumber ? Number(old['number']) : this.#findFreeNumber(day);
    this.#insert(number, locale, text, { type, id, hash });
  }

  #insert(
    number: number,
    locale: Locale,
    text: Searchable,
    { type, id, hash }: Record<'type' | 'id' | 'hash', string>,
  ) {
    const names = [text.title, ...(text.others ?? [])];
    const title = names
      .map((name) => this.#stemText(removeFunctionWords(splitWords(name).map(foldWord), locale).join(' '), locale))
      .join('\n');
    this.#database.run(
      'INSERT INTO texts (number, type, id, shown, title, sum) VALUES (?, ?, ?, ?, ?, ?)',
      number,
      type,
      id,
      locale,
      title,
      hash,
    );
    this.#database.run(
      `INSERT INTO ${getTableName(locale)} (rowid, title, summary, text) VALUES (?, ?, ?, ?)`,
      number,
      this.#stemText(names.join(' '), locale),
      this.#stemText(text.summary, locale),
      this.#stemText(text.text, locale),
    );
  }

  #findFreeNumber(day: number): number {
    const last = this.#database.get(
      'SELECT max(number) AS n FROM texts WHERE number >= ? AND number < ?',
      day,
      day + numbersPerDay,
    )?.['n'];
    return typeof last === 'number' ? last + 1 : day;
  }

  /** Converts a text to its stems, and adds its words to the vocabulary. */
  #stemText(text: string, locale: Locale): string {
    const stems: string[] = [];
    const known = this.#knownStems[locale];
    for (const word of splitWords(text)) {
      if (word.length > maxWordLength) continue;
      let wordStem = known.get(word);
      if (wordStem === undefined) {
        wordStem = stem(word, locale);
        this.#database.run(
          'INSERT OR IGNORE INTO vocabulary (shown, word, stem) VALUES (?, ?, ?)',
          locale,
          foldWord(word),
          wordStem,
        );
        if (known.size >= wordsInMemory) known.clear();
        known.set(word, wordStem);
      }
      stems.push(wordStem);
    }
    return stems.join(' ');
  }

  /** Finds words with this beginning and their stems, the shortest first. */
  findBeginnings(beginning: string, locale: Locale, limit: number): { word: string; stem: string }[] {
    return this.#database.all(
      'SELECT word, stem FROM vocabulary WHERE shown = ? AND word >= ? AND word < ? ORDER BY length(word), word LIMIT ?',
      locale,
      beginning,
      `${beginning}\u{10ffff}`,
      limit,
    ) as { word: string; stem: string }[];
  }

  /** Finds words that begin with the same letter and are about as long. */
  findSimilar(word: string, difference: number, locale: Locale, limit: number): { word: string; stem: string }[] {
    const first = String.fromCodePoint(word.codePointAt(0) ?? 0);
    return this.#database.all(
      'SELECT word, stem FROM vocabulary WHERE shown = ? AND word >= ? AND word < ? AND length(word) BETWEEN ? AND ? LIMIT ?',
      locale,
      first,
      `${first}\u{10ffff}`,
      word.length - difference,
      word.length + difference,
      limit,
    ) as { word: string; stem: string }[];
  }

  /** Counts matching rows, up to a limit. */
  countMatches(match: string, locale: Locale, limit: number): number {
    const table = getTableName(locale);
    return this.#database.all(`SELECT rowid FROM ${table} WHERE ${table} MATCH ? LIMIT ?`, match, limit).length;
  }

  /** Finds matching rows, those with the highest number first; a better match has a higher weight. @param match an expression of FTS5. */
  findMatches(match: string, locale: Locale, limit: number): { number: number; weight: number }[] {
    const table = getTableName(locale);
    return this.#database.all(
      `SELECT rowid AS number, -bm25(${table}, 8, 2, 1) AS weight FROM ${table} WHERE ${table} MATCH ? ORDER BY rowid DESC LIMIT ?`,
      match,
      limit,
    ) as { number: number; weight: number }[];
  }

  /** Reads the documents of rows, with the stems of their titles and other names, and the day of articles. */
  readTexts(numbers: Iterable<number>): IndexedText[] {
    const rows = this.#database.all(
      'SELECT number, type, id, title FROM texts WHERE number IN (SELECT value FROM json_each(?))',
      JSON.stringify([...numbers]),
    ) as Omit<IndexedText, 'day'>[];
    return rows.map((row) => {
      const day = Math.floor(row.number / numbersPerDay);
      return { ...row, day: day < lastingDay ? day : null };
    });
  }
}
