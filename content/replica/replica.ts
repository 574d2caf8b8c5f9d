/** The local replica of everything published: a feed's snapshot or changes go in, readers and the tags of what changed come out. */
import type { OnAlarm } from '../alarm.ts';
import type { MediaFile, Snapshot } from '../feed/feed.ts';
import type { DocumentType } from '../model.ts';
import type { Locale } from '../locales.ts';
import { TextIndex } from '../search/text-index.ts';
import { ContentChanges } from './content-changes.ts';
import { DerivedRows } from './derived-rows.ts';
import {
  type DocumentAddress,
  type FormerSlug,
  type ListedDocument,
  type ListedPart,
  descending,
} from './document-index.ts';
import { DocumentLookup } from './document-lookup.ts';
import { DamageReport, type OnDamage } from './damage-report.ts';
import { DocumentRepair, parsedJson } from './document-repair.ts';
import { DocumentWriter, keyOf } from './document-writer.ts';
import { type IncomingDocument, asIncoming } from './reading/incoming-document.ts';
import { Intake, type Standing } from './intake.ts';
import type {
  ApplyOptions,
  ApplyReport,
  Changes,
  LiveVersion,
  Replica,
  ReplicaStorage,
  WarmUp,
} from './replica-interface.ts';
import { ReplicaDatabase } from './file/replica-database.ts';
import { readAhead, readManyBesideVisitors } from './read-ahead.ts';
import { type ReaderStore, createReaderStore } from './reader-store.ts';
import type { FillIn, Reader } from './reader.ts';
import { Renewal } from './renewal.ts';
import { ShownContent } from './shown-content.ts';
import { SearchedTexts } from './searched-texts.ts';
import type { Counted } from './shrink.ts';
import { isIntact } from './stored-document.ts';

export type { Damage } from './damage-report.ts';
export type { LiveVersion, Replica, ReplicaStorage } from './replica-interface.ts';

interface Parts {
  database: ReplicaDatabase;
  onAlarm: OnAlarm;
  damage: DamageReport;
  fillIn: FillIn | null;
  warmUp: WarmUp | null;
}

class SqliteReplica implements Replica {
  readonly texts: TextIndex;
  readonly #database: ReplicaDatabase;
  readonly #shown: ShownContent;
  readonly #lookup: DocumentLookup;
  readonly #searched: SearchedTexts;
  readonly #derived: DerivedRows;
  readonly #changes: ContentChanges;
  readonly #repair: DocumentRepair;
  readonly #renewal: Renewal;
  readonly #onAlarm: OnAlarm;
  readonly #damage: DamageReport;
  /** Null when it is to be counted. */
  #size: number | null = null;

  constructor({ database, onAlarm, damage, fillIn, warmUp }: Parts) {
    this.#onAlarm = onAlarm;
    this.#damage = damage;
    this.#database = database;
    this.#lookup = new DocumentLookup(database);
    this.texts = new TextIndex(database);
    this.#searched = new SearchedTexts(database, (type, data) => fillIn?.concerns(type, data) ?? false);
    this.#derived = new DerivedRows(database, this.#searched);
    const writer = new DocumentWriter(database, this.#derived, onAlarm);
    const parts = { database, lookup: this.#lookup, writer, derived: this.#derived, onAlarm };
    this.#changes = new ContentChanges(parts);
    this.#repair = new DocumentRepair(parts);
    this.#renewal = new Renewal(parts, (documents) => this.#changes.change(documents, [], []));
    const newStore = () => createReaderStore(database, descending, (document) => this.#repaired(document), fillIn);
    this.#shown = new ShownContent(newStore, warmUp);
  }

  readonly reader = (): Reader => this.#shown.reader();
  readonly media = (url: string): MediaFile | null => this.#lookup.media(url);
  readonly localesOf = (type: DocumentType, id: string): Locale[] => this.#lookup.localesOf(type, id);
  readonly mentioning = (text: string): DocumentAddress[] => this.#lookup.mentioning(text);
  readonly referring = (document: DocumentAddress): DocumentAddress[] => this.#lookup.referring(document);
  readonly live = (document: DocumentAddress): LiveVersion | null => this.#lookup.live(document);
  readonly withoutPictures = (): DocumentAddress[] => this.#lookup.withoutPictures();
  readonly addresses = (): DocumentAddress[] => [...this.#lookup.addresses()];
  readonly standing = (): Counted[] => this.#lookup.standing();
  readonly parts = (): ListedPart[] => this.#lookup.parts();
  readonly listing = (part: number): ListedDocument[] => this.#lookup.listing(part);
  readonly formerSlugs = (): FormerSlug[] => this.#lookup.formerSlugs();
  readonly generation = (): number => this.#shown.generation;
  readonly isUpToDate = (): boolean => this.#shown.isUpToDate();
  readonly storage = (): ReplicaStorage => ({ location: this.#database.location, edition: this.#database.edition });
  size(): number {
    try {
      if (this.#shown.isFilling(this.#lookup.isFilling())) return 0;
      this.#size ??= this.standing().reduce((sum, { n }) => sum + n, 0);
      return this.#size;
    } catch (error) {
      if (this.#damage.emptied) return 0;
      throw error;
    }
  }

  readonly close = (): void => this.#database.close();
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
    await intake.readAhead(
      (documents, take) => readManyBesideVisitors(documents, this.#onAlarm, take, { signal }),
      keep,
      signal,
    );
  }

  accept(intake: Intake, options: ApplyOptions = {}): ApplyReport {
    const { value: report } = this.#changes.accept(intake, { ...options, turnMs: Number.POSITIVE_INFINITY }).next();
    if (!report) throw new Error('Everything has at least one part.');
    this.#changed(report.changed);
    return report;
  }

  acceptInParts(intake: Intake, options: ApplyOptions & { turnMs?: number } = {}): Generator<ApplyReport, void, void> {
    return this.#inParts(this.#changes.accept(intake, options));
  }

  *#inParts(parts: Iterable<ApplyReport>, coming: IncomingDocument[] = []): Generator<ApplyReport, void, void> {
    for (const part of parts) {
      this.#size = null;
      this.#shown.notYet(part);
      yield part;
    }
    this.#shown.keepComing(coming);
  }

  readonly show = (changed: ReadonlySet<string>): Promise<void> => this.#shown.show(changed);
  readonly readAhead: Replica['readAhead'] = (documents, signal) =>
    readAhead(documents, { onAlarm: this.#onAlarm, standing: (document) => this.#standing(document), signal });

  change({ documents, removed, media }: Changes): ApplyReport {
    const report = this.#changes.change(documents.map(asIncoming), removed, media);
    this.#changed(report.changed);
    return report;
  }

  changeInParts({ documents, removed, media }: Changes): Generator<ApplyReport, void, void> {
    const coming = documents.map(asIncoming);
    return this.#inParts(this.#changes.changeInParts(coming, removed, media), coming);
  }

  #standing(document: IncomingDocument): Standing {
    const row = this.#lookup.row(document);
    if (!row || !isIntact(this.#database, row)) return { same: false, wholeSum: null };
    return { same: row.hash === document.hash && this.#lookup.wireText(document) === document.wire, wholeSum: row.sum };
  }

  /** Invalidates what was read before the change. */
  #changed(changed?: ReadonlySet<string>): void {
    this.#size = null;
    this.#shown.changed(changed);
  }

  wire({ type, id, locale }: DocumentAddress): unknown {
    const text = this.#lookup.wireText({ type, id, locale });
    const value = text === null ? null : parsedJson(text);
    if (value !== undefined) return value;
    this.#damage.add(this.#repair.unreadableWire({ type, id, locale }));
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

  asIf<Result>(changes: Changes, fillIn: FillIn | null, look: (replica: Replica) => Result): Result {
    return this.#database.asIf(() => {
      const supposed = new SqliteReplica({
        database: this.#database,
        onAlarm: () => undefined,
        damage: new DamageReport(
          () => undefined,
          () => undefined,
        ),
        fillIn,
        warmUp: null,
      });
      supposed.change(changes);
      return look(supposed);
    });
  }

  hasUnfilledText(): boolean {
    return this.#isShown() && this.#searched.hasUnfilled();
  }

  fillTexts(turnMs: number, limit?: number): boolean {
    if (!this.#isShown()) return false;
    return this.#searched.fill(
      () => this.reader(),
      (action) => this.#derived.transaction(action),
      { turnMs, limit },
    );
  }

  /** While the replica is filled, figures may be missing that come in a moment; while parts are written, readers may return what was there before. */
  #isShown(): boolean {
    return this.#shown.isUpToDate() && !this.#lookup.isFilling();
  }

  async check(): Promise<void> {
    await this.#repair.check((document) => this.#repaired(document));
  }

  /** Call once, when the file has been opened. */
  open(): void {
    try {
      if (this.#repair.removeUnknown()) this.#renewal.forgetDerived();
      this.#renewal.renew();
    } catch (error) {
      // A file that broke just now has been replaced already, and the feed fills the empty one.
      if (!this.#damage.emptied) throw error;
    }
    this.#size = null;
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
    return this.#lookup.row(address) ? this.#shown.store.document(address.type, address.id, address.locale) : null;
  }

  /** Call when the file is gone, and a new, empty one is in its place. */
  emptied(): void {
    this.#derived.forget();
    this.#size = null;
    this.#shown.emptied();
    this.#damage.add({ changed: new Set(), lost: [], emptied: true });
  }
}

/**
 * Opens the replica. @param file path of the SQLite file, or `:memory:`.
 * @param onDamage called, a moment later, with what was found damaged and repaired or left out.
 * @param fillIn fills figures into documents when they are read; without it they keep their placeholders.
 * @param warmUp reads ahead what visitors will ask for when much has changed at once.
 */
export function openReplica(
  file: string,
  onAlarm: OnAlarm,
  onDamage: OnDamage = () => undefined,
  fillIn: FillIn | null = null,
  warmUp: WarmUp | null = null,
): Replica {
  const damage = new DamageReport(onDamage, (message) =>
    onAlarm({ kind: 'replica-broken', subject: 'replica', message }),
  );
  // While the file is opened there is no replica yet.
  const opened: { replica?: SqliteReplica } = {};
  const database = new ReplicaDatabase(file, {
    onBroken: ({ file: broken, message }) => onAlarm({ kind: 'replica-broken', subject: broken, message }),
    onReplaced: () => opened.replica?.emptied(),
    onUnwritable: ({ file: unwritable, message }) =>
      onAlarm({ kind: 'replica-unwritable', subject: unwritable, message }),
  });
  const replica = new SqliteReplica({ database, onAlarm, damage, fillIn, warmUp });
  opened.replica = replica;
  replica.open();
  return replica;
}
