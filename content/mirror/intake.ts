/**
 * Everything published, arriving in parts. What the replica has already is dropped at the door, and the rest waits on disk as text until
 * all of it is there: a first sync of 15 000 texts then needs hardly more memory than that of the demonstration (bench/results.md), and a sync that
 * breaks off has changed nothing.
 */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { MediaFile, Snapshot } from '../feed/feed.ts';
import type { DocumentAddress } from './document-index.ts';
import { type IncomingDocument, incomingDocument, keyOf } from './document-writer.ts';

export class Intake {
  readonly media: MediaFile[] = [];
  /** The replica's file that it was begun for. */
  readonly edition: number;
  readonly #database: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #forget: StatementSync;
  readonly #isKnown: (document: IncomingDocument) => boolean;
  readonly #keys = new Set<string>();
  #open = true;

  /** @param isKnown whether the replica holds exactly this document. @param edition of the replica's file. */
  constructor(isKnown: (document: IncomingDocument) => boolean, edition = 0) {
    this.edition = edition;
    this.#isKnown = isKnown;
    // No name: a file of SQLite's own among temporary files, made when memory no longer does, and gone with the process at the latest.
    this.#database = new DatabaseSync('');
    this.#database.exec('CREATE TABLE incoming (type TEXT, id TEXT, locale TEXT, hash TEXT, wire TEXT, source TEXT, problems TEXT); CREATE INDEX incoming_key ON incoming (type, id, locale)');
    this.#insert = this.#database.prepare('INSERT INTO incoming (type, id, locale, hash, wire, source, problems) VALUES (?, ?, ?, ?, ?, ?, ?)');
    this.#forget = this.#database.prepare('DELETE FROM incoming WHERE type = ? AND id = ? AND locale = ?');
  }

  add({ documents, media }: Snapshot): void {
    // Answers to the last requests of a sync that was given up.
    if (!this.#open) return;
    this.#database.exec('BEGIN');
    const incoming = documents.map(incomingDocument);
    // Of a document in several parts the last counts, also when it is the one that the replica has.
    for (const { type, id, locale } of incoming.filter((document) => this.has(keyOf(document)))) this.#forget.run(type, id, locale);
    for (const document of incoming) {
      this.#keys.add(keyOf(document));
      const { type, id, locale, hash, wire, source, problems } = document;
      if (problems.length > 0 || !this.#isKnown(document)) this.#insert.run(type, id, locale, hash, wire, source, JSON.stringify(problems));
    }
    this.#database.exec('COMMIT');
    this.media.push(...media);
  }

  /** Whether a document came, known or not. @param key as of `keyOf`. */
  has(key: string): boolean {
    return this.#keys.has(key);
  }

  /** What is new or has problems, always in the same order, however the parts came. @param skip documents to leave out. */
  *documents(skip: (document: DocumentAddress) => boolean): Generator<IncomingDocument> {
    const rows = this.#database.prepare('SELECT * FROM incoming ORDER BY type, id, locale, rowid').iterate();
    for (const row of rows) {
      const document = { ...row, problems: JSON.parse(String(row['problems'])) as unknown } as IncomingDocument;
      if (!skip(document)) yield document;
    }
  }

  close(): void {
    if (this.#open) this.#database.close();
    this.#open = false;
  }
}
