/**
 * Collects all published documents, which arrive in parts. It drops those that the replica already has, and keeps the rest on disk until all parts are there: a
 * first sync of 15 000 texts then needs hardly more memory than that of the demonstration (tools/bench/results.md), and a sync that breaks off has
 * changed nothing.
 */
import { DatabaseSync } from 'node:sqlite';
import { type DocumentAddress, documentKey } from '../document-address.ts';
import type { MediaFile } from '../wire-document.ts';
import type { DocumentType } from '../model.ts';
import type { WireText } from './wire-text.ts';

export class ReceivedSnapshot {
  readonly media: MediaFile[] = [];
  /** Edition of the replica's file (`file/replica-database.ts`) when the snapshot began. */
  readonly edition: number;
  /** Types that the snapshot contains completely; null for all types. */
  readonly types: ReadonlySet<DocumentType> | null;
  /** Without a name, SQLite uses a temporary file of its own, once memory is not enough; it is gone with the process at the latest. */
  readonly #database = new DatabaseSync('');
  readonly #keys = new Set<string>();
  #open = true;

  constructor(edition: number, types: ReadonlySet<DocumentType> | null) {
    this.edition = edition;
    this.types = types;
    this.#database.exec(
      'CREATE TABLE received (type TEXT, id TEXT, locale TEXT, document TEXT, PRIMARY KEY (type, id, locale))',
    );
  }

  /** Takes a part. When several parts have a document, the last one counts, even when it is the one that the replica has. */
  add(documents: readonly WireText[], media: readonly MediaFile[]): void {
    // A sync that was given up may still receive the answers to its last requests.
    if (!this.#open) return;
    this.media.push(...media);
    const insert = this.#database.prepare('INSERT INTO received (type, id, locale, document) VALUES (?, ?, ?, ?)');
    const remove = this.#database.prepare('DELETE FROM received WHERE type = ? AND id = ? AND locale = ?');
    for (const document of documents) {
      const key = documentKey(document);
      const { type, id, locale } = document;
      if (this.#keys.has(key)) remove.run(type, id, locale);
      this.#keys.add(key);
      if (!document.isStored || document.problems.length > 0) insert.run(type, id, locale, JSON.stringify(document));
    }
  }

  /** Whether a part contained this document. */
  has(document: DocumentAddress): boolean {
    return this.#keys.has(documentKey(document));
  }

  /** Documents that are new or have problems, in the order of the replica's own key: their numbers in sitemaps stay when they are derived again. */
  *documents(): Generator<WireText> {
    for (const row of this.#database.prepare('SELECT document FROM received ORDER BY type, id, locale').iterate())
      yield JSON.parse(String(row['document'])) as WireText;
  }

  close(): void {
    if (this.#open) this.#database.close();
    this.#open = false;
  }
}
