/** The local replica of everything published: a feed's snapshot or changes go in, readers and the tags of what changed come out. */
import type { OnAlarm } from '../alarm.ts';
import type { MediaFile, Snapshot, WireDocument } from '../feed/feed.ts';
import type { DocumentType } from '../model.ts';
import type { Locale } from '../locales.ts';
import { ContentChanges } from './content-changes.ts';
import { type DocumentAddress, type ListedDocument, descending } from './document-index.ts';
import { DocumentLookup } from './document-lookup.ts';
import { DamageReport, type OnDamage } from './damage-report.ts';
import { DocumentRepair, parsedJson, unknownHash } from './document-repair.ts';
import { DocumentWriter, type IncomingDocument, incomingDocument, keyOf, parserVersion } from './document-writer.ts';
import { Intake, type Standing } from './intake.ts';
import type { ApplyOptions, ApplyReport, Changes, LiveVersion, Mirror } from './mirror-interface.ts';
import { MirrorDatabase } from './mirror-database.ts';
import { readAhead, readBesideVisitors } from './read-ahead.ts';
import { type FillIn, type Reader, type ReaderStore, createReader, createReaderStore } from './reader.ts';
import { isIntact } from './stored-document.ts';

export type { Damage } from './damage-report.ts';
export type { LiveVersion, Mirror } from './mirror-interface.ts';

/** `check` lets visitors be served after this many documents. */
const checkedAtOnce = 20;

class SqliteMirror implements Mirror {
  readonly #database: MirrorDatabase;
  readonly #store: ReaderStore;
  readonly #lookup: DocumentLookup;
  readonly #writer: DocumentWriter;
  readonly #changes: ContentChanges;
  readonly #repair: DocumentRepair;
  readonly #onAlarm: OnAlarm;
  readonly #damage: DamageReport;
  #generation = 0;

  constructor(file: string, onAlarm: OnAlarm, onDamage: OnDamage, fillIn: FillIn | null) {
    this.#onAlarm = onAlarm;
    this.#damage = new DamageReport(onDamage, (message) =>
      onAlarm({ kind: 'replica-broken', subject: 'mirror', message }),
    );
    this.#database = new MirrorDatabase(
      file,
      ({ file: broken, message }) => onAlarm({ kind: 'replica-broken', subject: broken, message }),
      () => this.#emptied(),
      ({ file: unwritable, message }) => onAlarm({ kind: 'replica-unwritable', subject: unwritable, message }),
    );
    this.#lookup = new DocumentLookup(this.#database);
    this.#writer = new DocumentWriter(this.#database, onAlarm);
    this.#changes = new ContentChanges(this.#database, this.#lookup, this.#writer, onAlarm, (changed) =>
      this.#changed(changed),
    );
    this.#repair = new DocumentRepair(this.#database, this.#writer, onAlarm);
    this.#store = createReaderStore(this.#database, descending, (document) => this.#repaired(document), fillIn);
    this.#opened();
  }

  reader(): Reader {
    return createReader(this.#store);
  }

  media(url: string): MediaFile | null {
    return this.#lookup.media(url);
  }

  localesOf(type: DocumentType, id: string): Locale[] {
    return this.#lookup.localesOf(type, id);
  }

  mentioning(text: string): DocumentAddress[] {
    return this.#lookup.mentioning(text);
  }

  referring(document: DocumentAddress): DocumentAddress[] {
    return this.#lookup.referring(document);
  }

  live(document: DocumentAddress): LiveVersion | null {
    return this.#lookup.live(document);
  }

  addresses(): DocumentAddress[] {
    return this.#lookup.addresses();
  }

  listing(types: readonly DocumentType[]): ListedDocument[] {
    return this.#lookup.listing(types);
  }

  generation(): number {
    return this.#generation;
  }

  size(): number {
    try {
      return Number(this.#database.get('SELECT count(*) AS n FROM documents')?.['n'] ?? 0);
    } catch (error) {
      if (this.#damage.emptied) return 0;
      throw error;
    }
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
    const { edition } = this.#database;
    return new Intake(
      (document) => (edition === this.#database.edition ? this.#standing(document) : { same: false, wholeSum: null }),
      edition,
    );
  }

  async readIntake(
    intake: Intake,
    { keep = () => false }: Pick<ApplyOptions, 'keep'> = {},
    signal?: AbortSignal,
  ): Promise<void> {
    await intake.readAhead((document) => readBesideVisitors(document, this.#onAlarm), keep, signal);
  }

  accept(intake: Intake, options: ApplyOptions = {}): ApplyReport {
    const { value: report } = this.acceptInParts(intake, { ...options, turnMs: Number.POSITIVE_INFINITY }).next();
    if (!report) throw new Error('Everything has at least one part.');
    return report;
  }

  acceptInParts(intake: Intake, options: ApplyOptions & { turnMs?: number } = {}): Generator<ApplyReport, void, void> {
    return this.#changes.accept(intake, options);
  }

  async readAhead(documents: readonly WireDocument[], signal?: AbortSignal): Promise<IncomingDocument[]> {
    return readAhead(documents, { onAlarm: this.#onAlarm, standing: (document) => this.#standing(document), signal });
  }

  change({ documents, removed, media }: Changes): ApplyReport {
    return this.#changes.change(
      documents.map((document) => ('hash' in document ? document : incomingDocument(document))),
      removed,
      media,
    );
  }

  #standing(document: IncomingDocument): Standing {
    const row = this.#lookup.row(document);
    if (!row || !isIntact(this.#database, row)) return { same: false, wholeSum: null };
    return { same: row.hash === document.hash && this.#lookup.wireText(document) === document.wire, wholeSum: row.sum };
  }

  /** Invalidates what was read before the change. */
  #changed(changed?: ReadonlySet<string>): void {
    this.#store.forget(changed);
    this.#generation += 1;
  }

  wire({ type, id, locale }: DocumentAddress): unknown {
    const text = this.#lookup.wireText({ type, id, locale });
    const value = text === null ? null : parsedJson(text);
    if (value !== undefined) return value;
    this.#database.run(
      'UPDATE documents SET hash = ? WHERE type = ? AND id = ? AND locale = ?',
      unknownHash,
      type,
      id,
      locale,
    );
    this.#onAlarm({
      kind: 'replica-broken',
      subject: keyOf({ type, id, locale }),
      message: 'its text as it came in cannot be read from the replica; it is asked for again',
    });
    this.#damage.add({ changed: new Set(), lost: [{ type, id, locale }], emptied: false });
    return null;
  }

  wires(type: DocumentType, locale: Locale): Map<string, unknown> {
    return new Map(
      this.#lookup.wireTexts(type, locale).flatMap(([id, text]): [string, unknown][] => {
        const value = parsedJson(text);
        return value === undefined ? [] : [[id, value]];
      }),
    );
  }

  copy(onAlarm: OnAlarm, fillIn: FillIn | null = null): Mirror {
    const copied = new SqliteMirror(':memory:', onAlarm, () => undefined, fillIn);
    for (const table of ['documents', 'relations', 'former_slugs', 'media']) {
      const rows = this.#database.all(`SELECT * FROM ${table}`);
      const names = Object.keys(rows[0] ?? {});
      const insert = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
      copied.#database.transaction(() => {
        for (const row of rows) copied.#database.run(insert, ...(Object.values(row) as string[]));
      });
    }
    return copied;
  }

  async check(): Promise<void> {
    let looked = 0;
    for (const document of this.#repair.damaged()) {
      if (document) this.#repaired(document);
      looked += 1;
      if (looked % checkedAtOnce === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  }

  #opened(): void {
    try {
      this.#repair.removeUnknown();
      this.#parseAgain();
    } catch (error) {
      // A file that broke just now has been replaced already, and the feed fills the empty one.
      if (!this.#damage.emptied) throw error;
    }
  }

  /** A new release may parse the same wire differently, and the content service may be down when it starts. */
  #parseAgain(): void {
    const known = this.#database.get("SELECT value FROM facts WHERE name = 'parser'")?.['value'];
    if (known === parserVersion) return;
    this.#changes.change(this.#stored(), [], []);
    this.#database.run("INSERT OR REPLACE INTO facts (name, value) VALUES ('parser', ?)", parserVersion);
  }

  /** Each document as its feed delivered it; looked up one by one, because the table changes meanwhile. */
  *#stored(): Generator<IncomingDocument> {
    for (const address of this.#lookup.addresses()) {
      const incoming = incomingDocument({ ...address, wire: this.wire(address), source: 'replica' });
      // A document whose wire cannot be read keeps its parsed version until the feed delivers it again.
      if (incoming.id === address.id) yield incoming;
    }
  }

  /** Repairs a document that could not be read. @returns what visitors get of it. */
  #repaired(address: DocumentAddress): ReturnType<ReaderStore['document']> {
    try {
      const damage = this.#repair.repair(address);
      this.#changed();
      this.#damage.add(damage);
    } catch (error) {
      if (this.#damage.emptied) throw error;
      this.#onAlarm({
        kind: 'replica-broken',
        subject: keyOf(address),
        message: `cannot be read, nor written anew: ${error instanceof Error ? error.message : String(error)}`,
      });
      return this.#repair.unwritten(address);
    }
    return this.#lookup.row(address) ? this.#store.document(address.type, address.id, address.locale) : null;
  }

  /** The file is gone, and a new, empty one is in its place. */
  #emptied(): void {
    // Inside the constructor, `#store` may not be set yet.
    (this.#store as ReaderStore | undefined)?.forget();
    this.#generation += 1;
    this.#damage.add({ changed: new Set(), lost: [], emptied: true });
  }
}

/**
 * Opens the mirror. @param file path of the SQLite file, or `:memory:`.
 * @param onDamage called, a moment later, with what was found damaged and repaired or left out.
 * @param fillIn fills figures into documents when they are read; without it they keep their placeholders.
 */
export function openMirror(
  file: string,
  onAlarm: OnAlarm,
  onDamage: OnDamage = () => undefined,
  fillIn: FillIn | null = null,
): Mirror {
  return new SqliteMirror(file, onAlarm, onDamage, fillIn);
}
