/** The local replica of everything published: a feed's snapshot or changes go in, readers and the tags of what changed come out. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { OnAlarm } from '../alarm.ts';
import type { MediaFile, Snapshot, WireDocument } from '../feed/feed.ts';
import type { DocumentType } from '../model.ts';
import { locales } from '../../site/i18n/locales.ts';
import { openMirrorDatabase } from './database.ts';
import { type DocumentAddress, type ListedDocument, descending, relationsTo } from './document-index.ts';
import { DocumentWriter, type IncomingDocument, type Row, type WriteReport, incomingDocument, keyOf, parserVersion, rowColumns } from './document-writer.ts';
import { Intake } from './intake.ts';
import { type Reader, type ReaderStore, createReader, createReaderStore } from './reader.ts';
import { tooMuchGone } from './shrink.ts';

export interface ApplyReport extends WriteReport {
  /** True when nothing was applied because too much would have gone. */
  held: boolean;
  /** What that is, such as `102 of 102 documents of page`; null unless it is held. */
  tooMuch: string | null;
}

export interface Changes {
  documents: WireDocument[];
  removed: readonly DocumentAddress[];
  media: MediaFile[];
}

/** Which version of a document visitors get, and since when on this machine. */
export interface LiveVersion {
  version: string;
  updatedAt: string;
  since: string;
}

interface ApplyOptions {
  /** Apply it however much goes. */
  confirmShrink?: boolean;
  /** True for documents that are newer here than in the snapshot: they stay as they are. */
  keep?: (document: DocumentAddress) => boolean;
}

export interface Mirror {
  /** Replaces the content by a feed's snapshot. */
  apply: (snapshot: Snapshot, options?: ApplyOptions) => ApplyReport;
  /** Begins a snapshot that comes in parts; whoever began it closes it. */
  receive: () => Intake;
  /** Replaces the content by what came in. */
  accept: (intake: Intake, options?: ApplyOptions) => ApplyReport;
  /** Writes and removes single documents; whoever calls has judged how much may go. */
  change: (changes: Changes) => ApplyReport;
  /** Documents whose wire text holds a string, e.g. the address of a picture. */
  mentioning: (text: string) => DocumentAddress[];
  /** Documents that point at one: the content service changes them without a word when it goes. */
  referring: (target: DocumentAddress) => DocumentAddress[];
  /** Null for what visitors do not get. */
  live: (document: DocumentAddress) => LiveVersion | null;
  /** A document as its feed delivered it; null when there is none. */
  wire: (document: DocumentAddress) => unknown;
  /** Every document, in no order. */
  addresses: () => DocumentAddress[];
  /** Every document of some types that is not taken down, by type and id. */
  listing: (types: readonly DocumentType[]) => ListedDocument[];
  /** A copy in memory, to be changed without touching this one. */
  copy: (onAlarm: OnAlarm) => Mirror;
  /** A reader that records the tags of what it hands out; one for each render. */
  reader: () => Reader;
  media: (url: string) => MediaFile | null;
  /** Another number after each change of what readers find, for what is made from many documents and kept until then. */
  generation: () => number;
  /** How many documents it holds. */
  size: () => number;
  close: () => void;
}

class SqliteMirror implements Mirror {
  readonly #database: DatabaseSync;
  readonly #find: StatementSync;
  readonly #store: ReaderStore;
  readonly #writer: DocumentWriter;
  readonly #onAlarm: OnAlarm;
  #generation = 0;

  constructor(file: string, onAlarm: OnAlarm) {
    this.#database = openMirrorDatabase(file, (broken) => onAlarm({ kind: 'replica-broken', subject: broken, message: 'is no database; it was set aside, and the content is read anew' }),
      (unwritable, error) => onAlarm({ kind: 'replica-unwritable', subject: unwritable, message: `cannot be written; the replica is in memory until the next start: ${error instanceof Error ? error.message : String(error)}` }));
    this.#find = this.#database.prepare(`SELECT ${rowColumns} FROM documents WHERE type = ? AND id = ? AND locale = ?`);
    this.#store = createReaderStore(this.#database, descending);
    this.#writer = new DocumentWriter(this.#database, onAlarm);
    this.#onAlarm = onAlarm;
    this.#parseAgain();
  }

  reader(): Reader {
    return createReader(this.#store);
  }

  media(url: string): MediaFile | null {
    const row = this.#database.prepare('SELECT url, file, content_type FROM media WHERE url = ?').get(url);
    return row ? { url: String(row['url']), file: String(row['file']), contentType: String(row['content_type']) } : null;
  }

  generation(): number {
    return this.#generation;
  }

  size(): number {
    return Number(this.#database.prepare('SELECT count(*) AS n FROM documents').get()?.['n'] ?? 0);
  }

  close(): void {
    this.#database.close();
  }

  apply(snapshot: Snapshot, options?: ApplyOptions): ApplyReport {
    const intake = this.receive();
    try {
      intake.add(snapshot);
      return this.accept(intake, options);
    } finally {
      intake.close();
    }
  }

  receive(): Intake {
    return new Intake((document) => this.#row(document)?.hash === document.hash);
  }

  accept(intake: Intake, { confirmShrink = false, keep = () => false }: ApplyOptions = {}): ApplyReport {
    const rows = this.#database.prepare(`SELECT ${rowColumns} FROM documents`).all() as unknown as Row[];
    const gone = rows.filter((row) => !intake.has(keyOf(row)) && !keep(row));
    const tooMuch = confirmShrink ? null : tooMuchGone(gone, rows.length, (type) => rows.filter((row) => row.type === type).length);
    if (tooMuch !== null) {
      this.#onAlarm({ kind: 'shrink-held', subject: 'mirror', message: `${tooMuch} would go; the sync is held` });
      return { changed: new Set(), written: 0, removed: 0, held: true, tooMuch };
    }
    const report = this.#transact(intake.documents(keep), gone, intake.media);
    this.#reportMissingTranslations();
    return report;
  }

  change({ documents, removed, media }: Changes): ApplyReport {
    return this.#transact(documents.map(incomingDocument), removed.flatMap((document) => this.#row(document) ?? []), media);
  }

  #row({ type, id, locale }: DocumentAddress): Row | undefined {
    return this.#find.get(type, id, locale) as unknown as Row | undefined;
  }

  #transact(documents: Iterable<IncomingDocument>, gone: readonly Row[], media: readonly MediaFile[]): ApplyReport {
    const report: ApplyReport = { changed: new Set(), written: 0, removed: 0, held: false, tooMuch: null };
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      for (const document of documents) this.#writer.write(document, this.#row(document), report);
      for (const row of gone) this.#writer.remove(row, report);
      // Old addresses stay: a page in somebody's cache may still name them.
      const insert = this.#database.prepare('INSERT OR REPLACE INTO media (url, file, content_type) VALUES (?, ?, ?)');
      for (const file of media) insert.run(file.url, file.file, file.contentType);
      this.#database.exec('COMMIT');
    } catch (error) {
      this.#database.exec('ROLLBACK');
      throw error;
    }
    if (report.changed.size > 0) {
      this.#store.forget();
      this.#generation += 1;
    }
    return report;
  }

  mentioning(text: string): DocumentAddress[] {
    return this.#database.prepare('SELECT type, id, locale FROM documents WHERE instr(wire, ?) > 0').all(text) as unknown as DocumentAddress[];
  }

  referring({ type, id, locale }: DocumentAddress): DocumentAddress[] {
    const select = this.#database.prepare('SELECT type, id, locale FROM relations WHERE relation = ? AND target = ? AND locale = ?');
    return (relationsTo[type] ?? []).flatMap((relation) => select.all(relation, id, locale) as unknown as DocumentAddress[]);
  }

  live({ type, id, locale }: DocumentAddress): LiveVersion | null {
    const row = this.#database.prepare("SELECT hash, since, data ->> 'updatedAt' AS updated FROM documents WHERE type = ? AND id = ? AND locale = ? AND taken_down = 0").get(type, id, locale);
    return row ? { version: String(row['hash']).slice(0, 12), updatedAt: String(row['updated']), since: String(row['since']) } : null;
  }

  wire({ type, id, locale }: DocumentAddress): unknown {
    const found = this.#database.prepare('SELECT wire FROM documents WHERE type = ? AND id = ? AND locale = ?').get(type, id, locale);
    return found ? JSON.parse(String(found['wire'])) : null;
  }

  addresses(): DocumentAddress[] {
    return this.#database.prepare('SELECT type, id, locale FROM documents').all() as unknown as DocumentAddress[];
  }

  listing(types: readonly DocumentType[]): ListedDocument[] {
    const select = this.#database.prepare("SELECT type, id, locale, slug, data ->> 'updatedAt' AS updatedAt FROM documents WHERE type = ? AND taken_down = 0 ORDER BY id, locale");
    return types.flatMap((type) => select.all(type) as unknown as ListedDocument[]);
  }

  copy(onAlarm: OnAlarm): Mirror {
    const copied = new SqliteMirror(':memory:', onAlarm);
    for (const table of ['documents', 'relations', 'former_slugs', 'media']) {
      const rows = this.#database.prepare(`SELECT * FROM ${table}`).all();
      const names = Object.keys(rows[0] ?? {});
      if (names.length === 0) continue;
      const insert = copied.#database.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`);
      copied.#database.exec('BEGIN');
      for (const row of rows) insert.run(...(Object.values(row) as string[]));
      copied.#database.exec('COMMIT');
    }
    return copied;
  }

  /** A new release may read the same wire otherwise, and the content service may be away when it starts. */
  #parseAgain(): void {
    const known = this.#database.prepare("SELECT value FROM facts WHERE name = 'parser'").get()?.['value'];
    if (known === parserVersion) return;
    this.#transact(this.#stored(), [], []);
    this.#database.prepare("INSERT OR REPLACE INTO facts (name, value) VALUES ('parser', ?)").run(parserVersion);
  }

  /** Each document as it once came in; found by its name, because the table changes meanwhile. */
  *#stored(): Generator<IncomingDocument> {
    for (const address of this.addresses()) yield incomingDocument({ ...address, wire: this.wire(address), source: 'replica' });
  }

  #reportMissingTranslations(): void {
    const missing = this.#database
      .prepare(`SELECT type, id, group_concat(locale) AS present FROM documents GROUP BY type, id HAVING count(*) < ${locales.length}`)
      .all();
    for (const row of missing) {
      this.#onAlarm({ kind: 'missing-translation', subject: `${row['type']}/${row['id']}`, message: `exists only in ${row['present']}` });
    }
  }
}

/** Opens the mirror. @param file path of the SQLite file, or `:memory:`. */
export function openMirror(file: string, onAlarm: OnAlarm): Mirror {
  return new SqliteMirror(file, onAlarm);
}

