/** The local replica of everything published: a feed's snapshot or changes go in, readers and the tags of what changed come out. */
import type { OnAlarm } from '../alarm.ts';
import type { MediaFile, Snapshot, WireDocument } from '../feed/feed.ts';
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
import { DocumentWriter, type IncomingDocument, incomingDocument, keyOf } from './document-writer.ts';
import { Intake, type Standing } from './intake.ts';
import type { ApplyOptions, ApplyReport, Changes, LiveVersion, Mirror } from './mirror-interface.ts';
import { MirrorDatabase } from './file/mirror-database.ts';
import { readAhead, readBesideVisitors } from './read-ahead.ts';
import { type FillIn, type Reader, type ReaderStore, createReader, createReaderStore } from './reader.ts';
import { Renewal } from './renewal.ts';
import { SearchedTexts } from './searched-texts.ts';
import type { Counted } from './shrink.ts';
import { isIntact } from './stored-document.ts';

export type { Damage } from './damage-report.ts';
export type { LiveVersion, Mirror } from './mirror-interface.ts';

interface Parts {
  database: MirrorDatabase;
  onAlarm: OnAlarm;
  damage: DamageReport;
  fillIn: FillIn | null;
}

class SqliteMirror implements Mirror {
  readonly texts: TextIndex;
  readonly #database: MirrorDatabase;
  readonly #store: ReaderStore;
  readonly #lookup: DocumentLookup;
  readonly #searched: SearchedTexts;
  readonly #derived: DerivedRows;
  readonly #changes: ContentChanges;
  readonly #repair: DocumentRepair;
  readonly #renewal: Renewal;
  readonly #onAlarm: OnAlarm;
  readonly #damage: DamageReport;
  #generation = 0;
  /** Null when it is to be counted. */
  #size: number | null = null;

  constructor({ database, onAlarm, damage, fillIn }: Parts) {
    this.#onAlarm = onAlarm;
    this.#damage = damage;
    this.#database = database;
    this.#lookup = new DocumentLookup(database);
    this.texts = new TextIndex(database);
    this.#searched = new SearchedTexts(database, (type, data) => fillIn?.concerns(type, data) ?? false);
    this.#derived = new DerivedRows(database, this.#searched);
    const writer = new DocumentWriter(database, this.#derived, onAlarm);
    const parts = { database, lookup: this.#lookup, writer, derived: this.#derived, onAlarm };
    this.#changes = new ContentChanges(parts, (changed) => this.#changed(changed));
    this.#repair = new DocumentRepair(parts);
    this.#renewal = new Renewal(parts, (documents) => this.#changes.change(documents, [], []));
    this.#store = createReaderStore(database, descending, (document) => this.#repaired(document), fillIn);
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

  withoutPictures(): DocumentAddress[] {
    return this.#lookup.withoutPictures();
  }

  addresses(): DocumentAddress[] {
    return [...this.#lookup.addresses()];
  }

  standing(): Counted[] {
    return this.#lookup.standing();
  }

  parts(): ListedPart[] {
    return this.#lookup.parts();
  }

  listing(part: number): ListedDocument[] {
    return this.#lookup.listing(part);
  }

  formerSlugs(): FormerSlug[] {
    return this.#lookup.formerSlugs();
  }

  generation(): number {
    return this.#generation;
  }

  size(): number {
    try {
      this.#size ??= this.#lookup.isFilling() ? 0 : this.standing().reduce((sum, { n }) => sum + n, 0);
      return this.#size;
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
    this.#size = null;
    this.#store.forget(changed);
    this.#generation += 1;
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

  asIf<Result>(changes: Changes, fillIn: FillIn | null, look: (mirror: Mirror) => Result): Result {
    return this.#database.asIf(() => {
      const supposed = new SqliteMirror({
        database: this.#database,
        onAlarm: () => undefined,
        damage: new DamageReport(
          () => undefined,
          () => undefined,
        ),
        fillIn,
      });
      supposed.change(changes);
      return look(supposed);
    });
  }

  hasUnfilledText(): boolean {
    return !this.#lookup.isFilling() && this.#searched.hasUnfilled();
  }

  fillTexts(turnMs: number, limit?: number): boolean {
    // While the replica is filled, figures may be missing that come in a moment.
    if (this.#lookup.isFilling()) return false;
    return this.#searched.fill(
      () => this.reader(),
      (action) => this.#derived.transaction(action),
      { turnMs, limit },
    );
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
    return this.#lookup.row(address) ? this.#store.document(address.type, address.id, address.locale) : null;
  }

  /** Call when the file is gone, and a new, empty one is in its place. */
  emptied(): void {
    this.#derived.forget();
    this.#changed();
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
  const damage = new DamageReport(onDamage, (message) =>
    onAlarm({ kind: 'replica-broken', subject: 'mirror', message }),
  );
  // While the file is opened there is no mirror yet.
  const opened: { mirror?: SqliteMirror } = {};
  const database = new MirrorDatabase(
    file,
    ({ file: broken, message }) => onAlarm({ kind: 'replica-broken', subject: broken, message }),
    () => opened.mirror?.emptied(),
    ({ file: unwritable, message }) => onAlarm({ kind: 'replica-unwritable', subject: unwritable, message }),
  );
  const mirror = new SqliteMirror({ database, onAlarm, damage, fillIn });
  opened.mirror = mirror;
  mirror.open();
  return mirror;
}
