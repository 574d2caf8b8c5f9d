/**
 * Collects everything published, which arrives in parts. It drops what the replica already has, and keeps the rest on disk as text until all parts
 * are there: a first sync of 15 000 texts then needs hardly more memory than that of the demonstration (tools/bench/README.md), and a sync that
 * breaks off has changed nothing.
 */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { MediaFile, Snapshot } from '../feed/feed.ts';
import { Turns } from '../turns.ts';
import type { DocumentAddress } from './document-index.ts';
import { keyOf } from './document-writer.ts';
import { type IncomingDocument, incomingInTurn } from './reading/incoming-document.ts';
import type { WireReading } from './reading/wire-reading.ts';

/** Milliseconds for which visitors wait while documents are compared with those that the replica has. */
const takeTurnMs = 4;
/** Documents in memory at once while they are parsed. */
const readAtOnce = 200;

/** What the replica has in the place of a document. */
export interface Standing {
  /** True when it is exactly this document, and intact. */
  same: boolean;
  /** Checksum of the stored document, if that is intact. */
  wholeSum: string | null;
}

/** A document of the intake's table. */
export interface IncomingRow extends IncomingDocument {
  rowid: number;
}

export class Intake {
  readonly media: MediaFile[] = [];
  /** Edition of the replica's file (`file/replica-database.ts`) when the intake began. */
  readonly edition: number;
  readonly #database: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #forget: StatementSync;
  readonly #standing: (document: IncomingDocument) => Standing;
  readonly #keys = new Set<string>();
  #open = true;

  /** @param standing looks up what the replica has in the place of a document. */
  constructor(standing: (document: IncomingDocument) => Standing, edition = 0) {
    this.edition = edition;
    this.#standing = standing;
    // Without a name, SQLite uses a temporary file of its own, once memory is not enough; it is gone with the process at the latest.
    this.#database = new DatabaseSync('');
    this.#database.exec(
      'CREATE TABLE incoming (type TEXT, id TEXT, locale TEXT, hash TEXT, wire TEXT, source TEXT, problems TEXT, wholeSum TEXT, reading TEXT, data TEXT); CREATE INDEX incoming_key ON incoming (type, id, locale)',
    );
    this.#insert = this.#database.prepare(
      'INSERT INTO incoming (type, id, locale, hash, wire, source, problems, wholeSum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    );
    this.#forget = this.#database.prepare('DELETE FROM incoming WHERE type = ? AND id = ? AND locale = ?');
  }

  /** Takes a part synchronously, for when no visitor is being served. */
  add({ documents, media }: Snapshot): void {
    const incomingOf = incomingInTurn();
    for (const document of documents) this.#take(incomingOf(document));
    this.#takeMedia(media);
  }

  /** Takes a part in short turns of the event loop, so that visitors are served in between. */
  async addBesideVisitors({ documents, media }: Snapshot): Promise<void> {
    const incomingOf = incomingInTurn();
    const turns = new Turns(takeTurnMs);
    for (const document of documents) {
      if (turns.over) await turns.next();
      this.#take(incomingOf(document));
    }
    this.#takeMedia(media);
  }

  #take(incoming: IncomingDocument): void {
    // A sync that was given up may still receive the answers to its last requests.
    if (!this.#open) return;
    const { type, id, locale, hash, wire, source, problems } = incoming;
    const key = keyOf(incoming);
    // When several parts have a document, the last one counts, even when it is the one that the replica has.
    if (this.#keys.has(key)) this.#forget.run(type, id, locale);
    this.#keys.add(key);
    const { same, wholeSum } = this.#standing(incoming);
    if (problems.length > 0 || !same)
      this.#insert.run(type, id, locale, hash, wire, source, JSON.stringify(problems), wholeSum);
  }

  #takeMedia(media: readonly MediaFile[]): void {
    if (this.#open) this.media.push(...media);
  }

  /** Whether a part had this document, known or new. @param key as of `keyOf`. */
  has(key: string): boolean {
    return this.#keys.has(key);
  }

  /**
   * Parses what is new before it is written. @param read parses documents, without delaying visitors, and hands over some at a time.
   * @param skip true for documents to leave out. @throws the signal's reason, and when the intake was closed meanwhile.
   */
  async readAhead(
    read: (
      documents: readonly IncomingRow[],
      take: (readings: readonly [IncomingRow, WireReading][]) => void,
    ) => Promise<void>,
    skip: (document: DocumentAddress) => boolean,
    signal?: AbortSignal,
  ): Promise<void> {
    const select = this.#database.prepare('SELECT rowid, * FROM incoming WHERE rowid > ? ORDER BY rowid LIMIT ?');
    // The document's own JSON has a column of its own: nested in other JSON, it would have to be parsed in the transaction.
    const keep = this.#database.prepare('UPDATE incoming SET reading = ?, data = ? WHERE rowid = ?');
    for (let last = 0; ;) {
      signal?.throwIfAborted();
      const rows = select.all(last, readAtOnce).map((row) => documentOf(row) as IncomingRow);
      if (rows.length === 0) return;
      last = Number(rows.at(-1)?.rowid);
      await read(
        rows.filter((row) => !skip(row)),
        (readings) => {
          for (const [{ rowid }, { stored, problems }] of readings)
            keep.run(
              JSON.stringify({ problems, stored: stored && { ...stored, data: '' } }),
              stored?.data ?? null,
              rowid,
            );
        },
      );
    }
  }

  /** What is new or has problems, in the same order however the parts arrived. @param skip true for documents to leave out. */
  *documents(skip: (document: DocumentAddress) => boolean): Generator<IncomingDocument> {
    const rows = this.#database.prepare('SELECT * FROM incoming ORDER BY type, id, locale, rowid').iterate();
    for (const row of rows) {
      const document = documentOf(row);
      if (!skip(document)) yield document;
    }
  }

  close(): void {
    if (this.#open) this.#database.close();
    this.#open = false;
  }
}

function documentOf({ problems, reading, data, ...row }: Record<string, unknown>): IncomingDocument {
  const document = { ...row, problems: JSON.parse(String(problems)) as unknown } as IncomingDocument;
  if (reading === null) return document;
  const { stored, problems: found } = JSON.parse(String(reading)) as WireReading;
  return { ...document, reading: { problems: found, stored: stored && { ...stored, data: String(data) } } };
}
