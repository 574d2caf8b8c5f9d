/** Applies changes of the content: single documents in one transaction, a snapshot in parts, with visitors served in between. */
import type { OnAlarm } from '../alarm.ts';
import type { MediaFile } from '../feed/feed.ts';
import { defaultLocale, localeRecords, locales } from '../locales.ts';
import type { DocumentAddress } from './document-index.ts';
import { isKeptOnce } from '../kept-once.ts';
import type { DocumentLookup } from './document-lookup.ts';
import { type DocumentWriter, type WriteReport, keyOf } from './document-writer.ts';
import type { IncomingDocument } from './reading/incoming-document.ts';
import type { Intake } from './intake.ts';
import type { ApplyOptions, ApplyReport } from './replica-interface.ts';
import type { ReplicaDatabase } from './file/replica-database.ts';
import type { DerivedRows } from './derived-rows.ts';
import { type Counted, excessOf, excessText } from './shrink.ts';

/** What writes to the replica. */
export interface WritingParts {
  database: ReplicaDatabase;
  lookup: DocumentLookup;
  writer: DocumentWriter;
  derived: DerivedRows;
  onAlarm: OnAlarm;
}

type Step = (report: WriteReport) => void;

/** Ids that one alarm names. */
const mostNamed = 5;
/** Milliseconds of one transaction, for which visitors have to wait. */
const usualTurnMs = 8;
/** The same while an empty replica is filled, and visitors get no page yet. */
const fillTurnMs = 25;

const pause: ApplyReport = {
  changed: new Set(),
  written: 0,
  removed: 0,
  held: false,
  tooMuch: null,
  applied: true,
  pause: true,
};

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

export class ContentChanges {
  readonly #database: ReplicaDatabase;
  readonly #lookup: DocumentLookup;
  readonly #writer: DocumentWriter;
  readonly #derived: DerivedRows;
  readonly #onAlarm: OnAlarm;

  constructor({ database, lookup, writer, derived, onAlarm }: WritingParts) {
    this.#database = database;
    this.#lookup = lookup;
    this.#writer = writer;
    this.#derived = derived;
    this.#onAlarm = onAlarm;
  }

  /** Replaces the content by what the intake received, a part in each step of the iterator; see `Replica.acceptInParts`. */
  *accept(
    intake: Intake,
    { confirmShrink = false, keep = () => false, turnMs = usualTurnMs }: ApplyOptions & { turnMs?: number },
  ): Generator<ApplyReport, void, void> {
    this.#refuseOther(intake);
    const filling = this.#lookup.isFilling() || this.#lookup.addresses().next().done === true;
    const limit = filling ? Math.max(turnMs, fillTurnMs) : turnMs;
    const gone: DocumentAddress[] = [];
    const standing = new Map<string, Counted>();
    let paused = false;
    for (const address of this.#inTurns(this.#lookup.addresses(), limit)) {
      if (!address) {
        paused = true;
        yield pause;
        this.#refuseOther(intake);
        continue;
      }
      const { type, locale } = address;
      const counted = standing.get(`${type} ${locale}`) ?? { type, locale, n: 0 };
      counted.n += 1;
      standing.set(`${type} ${locale}`, counted);
      if (!intake.has(keyOf(address)) && !keep(address)) gone.push(address);
    }
    // What was counted while nothing changed is right, whatever happened to the file.
    if (!paused) this.#database.transaction(() => this.#lookup.setStanding(standing.values()));
    // A replica that was not filled to the end has nothing that could be lost.
    const excess = confirmShrink || filling ? null : excessOf(gone, [...standing.values()]);
    const tooMuch = excess && excessText(excess);
    if (tooMuch !== null)
      this.#onAlarm({ kind: 'shrink-held', subject: 'replica', message: `${tooMuch} would go; they are held` });
    if (excess?.all) {
      yield { changed: new Set(), written: 0, removed: 0, held: true, tooMuch, applied: false };
      return;
    }
    // A list that came back empty holds back its own type only.
    const going = excess ? gone.filter(({ type }) => !excess.types.has(type)) : gone;
    const steps = this.#steps(intake.documents(keep), going, keep);
    let media: readonly MediaFile[] = intake.media;
    for (let left = true; left; media = []) {
      this.#refuseOther(intake);
      const part = this.#transact(steps, media, limit, filling);
      left = part.left;
      if (!left) {
        for (const turn of this.#reportMissingTranslations(limit)) if (turn) yield pause;
        this.#reportMissingCalendars();
      }
      yield { ...part.report, held: tooMuch !== null, tooMuch, applied: true };
    }
  }

  /** Null after each turn of so many milliseconds. */
  *#inTurns<Item>(items: Iterable<Item>, limit: number): Generator<Item | null, void, void> {
    let end = performance.now() + limit;
    for (const item of items) {
      yield item;
      if (performance.now() < end) continue;
      yield null;
      end = performance.now() + limit;
    }
  }

  /** Applies all of it, or nothing. */
  change(
    documents: Iterable<IncomingDocument>,
    removed: readonly DocumentAddress[],
    media: readonly MediaFile[],
  ): ApplyReport {
    const [report] = this.changeInParts(documents, removed, media, Number.POSITIVE_INFINITY);
    if (!report) throw new Error('Every change has at least one part.');
    return report;
  }

  /** Applies all of it, a part in each step of the iterator. @param turnMs milliseconds of a part. */
  *changeInParts(
    documents: Iterable<IncomingDocument>,
    removed: readonly DocumentAddress[],
    media: readonly MediaFile[],
    turnMs = usualTurnMs,
  ): Generator<ApplyReport, void, void> {
    // The languages of a document come one after the other: what is derived of all of them is then made once.
    const inOrder = [...documents].sort((one, other) => compare(one.type, other.type) || compare(one.id, other.id));
    const steps = this.#steps(inOrder, removed);
    let calendarsMayBeMissing = false;
    for (let part = this.#transact(steps, media, turnMs, false); ; part = this.#transact(steps, [], turnMs, false)) {
      const { report, left } = part;
      calendarsMayBeMissing ||= [...report.changed].some((tag) => /^doc:(?:instrument|trading-calendar):/.test(tag));
      if (calendarsMayBeMissing && !left) this.#reportMissingCalendars();
      yield { ...report, held: false, tooMuch: null, applied: true };
      if (!left) return;
    }
  }

  /** Removals come last: then nothing refers to those documents any more. */
  *#steps(
    documents: Iterable<IncomingDocument>,
    gone: readonly DocumentAddress[],
    keep: (document: DocumentAddress) => boolean = () => false,
  ): Generator<Step, void, void> {
    for (const document of documents)
      yield (report) => this.#writer.write(document, this.#lookup.row(document), report);
    for (const document of gone) {
      yield (report) => {
        const row = keep(document) ? undefined : this.#lookup.row(document);
        if (row) this.#writer.remove(row, report);
      };
    }
  }

  /**
   * @param limit milliseconds after which the transaction ends with the current step.
   * @param filling whether the replica counts as empty until the last step.
   */
  #transact(
    steps: Iterator<Step, void, void>,
    media: readonly MediaFile[],
    limit: number,
    filling: boolean,
  ): { report: WriteReport; left: boolean } {
    const report: WriteReport = { changed: new Set(), written: 0, removed: 0 };
    const end = performance.now() + limit;
    let left = true;
    this.#derived.transaction(() => {
      do {
        const { done, value: step } = steps.next();
        if (done) left = false;
        else step(report);
      } while (left && performance.now() < end);
      // Old addresses stay: a page in somebody's cache may still name them.
      for (const file of media)
        this.#database.run(
          'INSERT OR REPLACE INTO media (url, file, content_type) VALUES (?, ?, ?)',
          file.url,
          file.file,
          file.contentType,
        );
      this.#derived.markOutdated(report.changed);
      if (filling) this.#lookup.setFilling(left);
    });
    return { report, left };
  }

  /** @throws when the replica's file was replaced: what the intake left out as known is gone with the former file. */
  #refuseOther(intake: Intake): void {
    if (intake.edition !== this.#database.edition)
      throw new Error('the replica broke while everything was read; it is read again');
  }

  /** An instrument without hours is shown without them; that somebody mistyped its calendar is for us to know. */
  #reportMissingCalendars(): void {
    // Walking all instruments would delay visitors: lists and their lengths are known.
    const calendars = this.#database.all(
      "SELECT target, n FROM counts WHERE type = 'instrument' AND shown = ? AND relation = 'calendar' AND n > 0",
      defaultLocale,
    );
    for (const { target, n } of calendars) {
      const calendar = String(target);
      if (this.#lookup.stands('trading-calendar', calendar)) continue;
      const ids = this.#database
        .all(
          "SELECT id FROM listed WHERE type = 'instrument' AND shown = ? AND relation = 'calendar' AND target = ? ORDER BY sort LIMIT ?",
          defaultLocale,
          calendar,
          mostNamed,
        )
        .map(({ id }) => String(id));
      const more = Number(n) > ids.length ? ` and ${Number(n) - ids.length} more` : '';
      this.#onAlarm({
        kind: 'missing-calendar',
        subject: `trading-calendar/${calendar}`,
        message: `does not exist; ${ids.join(', ')}${more} trade by it`,
      });
    }
  }

  /** Yields true when visitors should be served. */
  *#reportMissingTranslations(limit: number): Generator<boolean, void, void> {
    // A language that is being translated lacks hundreds of documents; alarms about them would hide the others.
    const complete = locales.filter((locale) => localeRecords[locale].content === 'complete');
    let current: DocumentAddress[] = [];
    const report = () => {
      const [first] = current;
      if (!first || isKeptOnce(first.type)) return;
      const present = current.map(({ locale }) => locale);
      if (complete.every((locale) => present.includes(locale))) return;
      this.#onAlarm({
        kind: 'missing-translation',
        subject: `${first.type}/${first.id}`,
        message: `exists only in ${present.join()}`,
      });
    };
    for (const address of this.#inTurns(this.#lookup.addresses(), limit)) {
      if (!address) {
        yield true;
        continue;
      }
      if (address.type !== current[0]?.type || address.id !== current[0].id) {
        report();
        current = [];
      }
      current.push(address);
    }
    report();
  }
}
