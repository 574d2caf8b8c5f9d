/** The local replica of all published content: takes a feed's documents, and gives readers and the tags of changes. */
import type { OnAlarm } from '../../base/alarm.ts';
import { type DocumentAddress, type DocumentName, documentKey } from '../document-address.ts';
import type { Locale } from '../locales.ts';
import type { DocumentType } from '../model.ts';
import { type Synonyms, parseSynonyms } from '../search/synonyms.ts';
import { TextIndex } from '../search/text-index.ts';
import type { MediaFile, Snapshot, WireDocument } from '../wire-document.ts';
import { ContentChanges } from './content-changes.ts';
import { DerivedRows } from './derived-rows.ts';
import { type FormerSlug, type SitemapDocument, type SitemapPart, descending } from './document-index.ts';
import { DocumentLookup } from './document-lookup.ts';
import { type Damage, DocumentRepair, parseJson } from './document-repair.ts';
import { DocumentWriter } from './document-writer.ts';
import { type DatabaseEvents, ReplicaDatabase } from './file/replica-database.ts';
import { parseAll } from './parser-thread.ts';
import { type ReaderStore, createReaderStore } from './reader-store.ts';
import { type FillIn, type FoundDocument, type Reader, createReader } from './reader.ts';
import { ReceivedSnapshot } from './received-snapshot.ts';
import type { ApplyOptions, ApplyReport, Changes, LiveVersion, Replica, ReplicaStorage } from './replica-interface.ts';
import { SearchedTexts } from './searched-texts.ts';
import type { DocumentCount } from './shrink.ts';
import { isIntact } from './stored-document.ts';
import { type WireText, toWireText } from './wire-text.ts';

export type { Damage } from './document-repair.ts';

export type { ApplyOptions, ApplyReport, LiveVersion, PublishedContent, Replica } from './replica-interface.ts';

interface Options {
  database: ReplicaDatabase;
  onAlarm: OnAlarm;
  onDamage: (damage: Damage) => void;
  fillIn: FillIn | null;
}

class SqliteReplica implements Replica {
  readonly texts: TextIndex;
  readonly #database: ReplicaDatabase;
  readonly #store: ReaderStore;
  readonly #lookup: DocumentLookup;
  readonly #searched: SearchedTexts;
  readonly #derived: DerivedRows;
  readonly #changes: ContentChanges;
  readonly #repair: DocumentRepair;
  readonly #onAlarm: OnAlarm;
  readonly #onDamage: (damage: Damage) => void;
  /** Found, and not reported yet. */
  #damage: Damage | null = null;
  #generation = 0;
  /** Null until it is counted. */
  #size: number | null = null;

  constructor({ database, onAlarm, onDamage, fillIn }: Options) {
    this.#onAlarm = onAlarm;
    this.#onDamage = onDamage;
    this.#database = database;
    this.#lookup = new DocumentLookup(database);
    this.texts = new TextIndex(database);
    this.#searched = new SearchedTexts(database, (type, data) => fillIn?.concerns(type, data) ?? false);
    this.#derived = new DerivedRows(database, this.#searched);
    const writer = new DocumentWriter(database, this.#derived, onAlarm);
    const parts = { database, lookup: this.#lookup, writer, derived: this.#derived, onAlarm };
    this.#changes = new ContentChanges(parts);
    this.#repair = new DocumentRepair(parts);
    this.#store = createReaderStore(database, descending, (document) => this.#repaired(document), fillIn);
  }

  readonly reader = (): Reader => createReader(this.#store);
  readonly synonyms = (locale: Locale): Synonyms =>
    this.reader().computed(`synonyms ${locale}`, (read) =>
      parseSynonyms(read.single('common-datum', locale)?.synonyms ?? [], locale),
    );
  readonly media = (url: string): MediaFile | null => this.#lookup.media(url);
  readonly live = (document: DocumentAddress): LiveVersion | null => this.#lookup.live(document);
  readonly sitemapParts = (): SitemapPart[] => this.#lookup.sitemapParts();
  readonly sitemapDocuments = (part: number): SitemapDocument[] => this.#lookup.sitemapDocuments(part);
  readonly formerSlugs = (): FormerSlug[] => this.#lookup.formerSlugs();
  readonly generation = (): number => this.#generation;
  readonly storage = (): ReplicaStorage => ({ location: this.#database.location, edition: this.#database.edition });
  readonly mentioning = (url: string): DocumentAddress[] => this.#lookup.mentioning(url);
  readonly withoutPictures = (): DocumentAddress[] => this.#lookup.withoutPictures();
  readonly referring = (target: DocumentAddress): DocumentAddress[] => this.#lookup.referring(target);
  readonly counts = (): DocumentCount[] => this.#lookup.counts();
  readonly addresses = (name?: DocumentName): DocumentAddress[] =>
    name ? this.#lookup.versions(name) : [...this.#lookup.addresses()];
  readonly check = (): Iterable<void> => this.#repair.check((document) => this.#repaired(document));
  readonly close = (): void => this.#database.close();

  size(): number {
    try {
      if (this.#lookup.isFilling()) return 0;
      this.#size ??= this.counts().reduce((sum, { n }) => sum + n, 0);
      return this.#size;
    } catch (error) {
      if (this.#damage?.emptied) return 0;
      throw error;
    }
  }

  wire({ type, id, locale }: DocumentAddress): unknown {
    const text = this.#lookup.wireText({ type, id, locale });
    const value = text === null ? null : parseJson(text);
    if (value !== undefined) return value;
    this.#report(this.#repair.reportUnreadableWire({ type, id, locale }));
    return null;
  }

  wires(type: DocumentType, locale: Locale): Map<string, unknown> {
    return new Map(
      this.#lookup.wireTexts(type, locale).flatMap(([id, text]): [string, unknown][] => {
        const value = parseJson(text);
        return value === undefined ? [] : [[id, value]];
      }),
    );
  }

  asIf<Result>(
    changes: Changes,
    fillIn: FillIn | null,
    look: (replica: Replica, changed: ReadonlySet<string>) => Result,
  ): Result {
    return this.#database.asIf(() => {
      const supposed = new SqliteReplica({
        database: this.#database,
        onAlarm: () => undefined,
        onDamage: () => undefined,
        fillIn,
      });
      const { changed } = supposed.change(changes);
      return look(supposed, changed);
    });
  }

  apply(snapshot: Snapshot, options?: ApplyOptions): ApplyReport {
    const received = this.receive();
    const report: ApplyReport = {
      changed: new Set(),
      written: 0,
      removed: 0,
      held: false,
      tooMuch: null,
      applied: true,
    };
    try {
      received.add(this.#compared(snapshot.documents), snapshot.media);
      for (const { changed, written, removed, ...outcome } of this.accept(received, options)) {
        for (const tag of changed) report.changed.add(tag);
        report.written += written;
        report.removed += removed;
        Object.assign(report, outcome);
      }
    } finally {
      received.close();
    }
    while (this.indexFigures());
    return report;
  }

  receive(types: ReadonlySet<DocumentType> | null = null): ReceivedSnapshot {
    return new ReceivedSnapshot(this.#database.edition, types);
  }

  *accept(received: ReceivedSnapshot, options: ApplyOptions = {}): Generator<ApplyReport, void, void> {
    for (const report of this.#changes.accept(received, options)) {
      this.#written(report);
      yield report;
    }
  }

  async parse(documents: readonly WireDocument[], signal?: AbortSignal): Promise<WireText[]> {
    const texts = this.#compared(documents);
    await parseAll(texts, this.#onAlarm, { signal });
    return texts;
  }

  /** Notes which documents the replica has already. */
  #compared(documents: readonly WireDocument[]): WireText[] {
    return documents.map((document) => {
      const text = toWireText(document);
      const row = this.#lookup.row(text);
      if (!row || !isIntact(this.#database, row)) return text;
      const isStored = row.hash === text.hash && this.#lookup.wireText(text) === text.wire;
      return { ...text, isStored, intactSum: row.sum };
    });
  }

  change({ documents, removed, media }: Changes): ApplyReport {
    const report = this.#changes.change(documents.map(toWireText), removed, media);
    this.#written(report);
    return report;
  }

  /** Indexes new texts with their figures before the change is announced. */
  #written({ changed }: ApplyReport): void {
    this.#changed(changed);
    while (!this.#lookup.isFilling() && this.#indexFigures(true));
  }

  readonly indexFigures = (): boolean => this.#indexFigures(false);
  #indexFigures(onlyNew: boolean): boolean {
    return this.#searched.indexFigures(this.reader, (action) => this.#derived.transaction(action), onlyNew);
  }

  /** Invalidates what was read before the change. @param changed its tags; without them everything may have changed. */
  #changed(changed?: ReadonlySet<string>): void {
    this.#size = null;
    // Values made from all documents, such as a sitemap, stay cached while nothing changes.
    if (changed?.size === 0) return;
    this.#store.forget(changed);
    this.#generation += 1;
  }

  readonly pin = (): void => this.#database.pin();
  readonly checkpoint = (): void => void this.#database.get('PRAGMA wal_checkpoint(PASSIVE)');
  async renew(changed: ReadonlySet<string>): Promise<void> {
    this.#size = null;
    try {
      this.#database.renew();
      if (changed.size === 0) return;
      await this.#store.readAgain(changed);
    } catch {
      // A document that cannot be read is repaired when a page needs it.
      this.#store.forget();
    }
    this.#generation += 1;
  }

  /** Call once, when the file has been opened. */
  open(): void {
    try {
      this.#repair.renew((documents) => this.#changes.renew(documents));
    } catch (error) {
      // A file that broke just now has been replaced already, and the feed fills the empty one.
      if (!this.#damage?.emptied) throw error;
    }
    this.#size = null;
  }

  /** Repairs a document that could not be read. @returns what visitors get of it. */
  #repaired(address: DocumentAddress): FoundDocument['document'] {
    try {
      const damage = this.#repair.repair(address);
      this.#changed();
      this.#report(damage);
    } catch (error) {
      if (this.#damage?.emptied) throw error;
      this.#onAlarm({
        kind: 'replica-broken',
        subject: documentKey(address),
        message: `cannot be read, nor written again: ${error instanceof Error ? error.message : String(error)}`,
      });
      return this.#repair.parseUnwritten(address);
    }
    return this.#lookup.row(address) ? this.#store.document(address.type, address.id, address.locale).document : null;
  }

  /** Reports damage once for everything found together, and not in the middle of a render. */
  #report({ changed, lost, emptied }: Damage): void {
    if (!this.#damage) {
      this.#damage = { changed: new Set(), lost: [], emptied: false };
      setImmediate(() => {
        const found = this.#damage;
        this.#damage = null;
        if (found) this.#onDamage(found);
      });
    }
    for (const tag of changed) this.#damage.changed.add(tag);
    this.#damage.lost.push(...lost);
    this.#damage.emptied ||= emptied;
  }

  reopen(location: string): void {
    this.#database.reopen(location);
    this.#derived.forget();
    this.#changed();
  }

  /** Call when the file is gone, and a new, empty one is in its place. */
  emptied(): void {
    this.#derived.forget();
    this.#changed();
    this.#report({ changed: new Set(), lost: [], emptied: true });
  }
}

interface OpenOptions {
  onAlarm: OnAlarm;
  /** Called, a moment later, with the damage that was found. */
  onDamage?: (damage: Damage) => void;
  /** Fills figures into documents when they are read; without it they keep their placeholders. */
  fillIn?: FillIn | null;
}

function open(file: string, joins: boolean, options: OpenOptions): SqliteReplica {
  const { onAlarm, onDamage = () => undefined, fillIn = null } = options;
  // While the file is opened there is no replica yet.
  const opened: { replica?: SqliteReplica } = {};
  const events: DatabaseEvents = {
    onBroken: (subject, message) => onAlarm({ kind: 'replica-broken', subject, message }),
    onReplaced: () => opened.replica?.emptied(),
    onUnwritable: (subject, message) => onAlarm({ kind: 'replica-unwritable', subject, message }),
  };
  const database = new ReplicaDatabase(file, events, joins);
  opened.replica = new SqliteReplica({ database, onAlarm, onDamage, fillIn });
  return opened.replica;
}

/** Opens the replica, and brings a file of an older release up to date. @param file path of the SQLite file, or `:memory:`. */
export function openReplica(
  file: string,
  onAlarm: OnAlarm,
  onDamage?: (damage: Damage) => void,
  fillIn: FillIn | null = null,
): Replica {
  const replica = open(file, false, { onAlarm, fillIn, ...(onDamage ? { onDamage } : {}) });
  replica.open();
  return replica;
}

/** Opens a replica that another thread of this process has open. @param location as of `Replica.storage`. */
export function joinReplica(location: string, options: OpenOptions): Replica {
  return open(location, true, options);
}
