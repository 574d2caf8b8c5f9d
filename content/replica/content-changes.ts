/** Applies changes of the content: some documents in one transaction, or a snapshot. */
import type { OnAlarm } from '../../base/alarm.ts';
import { type DocumentAddress, type DocumentName, nameKey } from '../document-address.ts';
import { isLanguageNeutral } from '../language-neutral.ts';
import { defaultLocale, localeRecords, locales } from '../locales.ts';
import type { MediaFile } from '../wire-document.ts';
import type { DerivedRows } from './derived-rows.ts';
import type { DocumentLookup } from './document-lookup.ts';
import type { DocumentWriter, WriteReport } from './document-writer.ts';
import type { ReplicaDatabase } from './file/replica-database.ts';
import type { ReceivedSnapshot } from './received-snapshot.ts';
import type { ApplyOptions, ApplyReport } from './replica-interface.ts';
import { type DocumentCount, findExcess, describeExcess } from './shrink.ts';
import type { WireText } from './wire-text.ts';

/** The parts that write to the replica. */
export interface WritingParts {
  database: ReplicaDatabase;
  lookup: DocumentLookup;
  writer: DocumentWriter;
  derived: DerivedRows;
  onAlarm: OnAlarm;
}

type Step = (report: WriteReport) => void;

/** Ids that one alarm names. */
const maxNamedIds = 5;
/**
 * Documents of a snapshot in one transaction: an import of instruments must fit in one. Without a limit, the journal of a first sync would be as
 * large as the replica.
 */
const documentsAtOnce = 5000;

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** Rows derived from all languages of a document are then written once. */
function sortByName(documents: Iterable<WireText>): WireText[] {
  return [...documents].sort((one, other) => compare(one.type, other.type) || compare(one.id, other.id));
}

export class ContentChanges {
  readonly #parts: WritingParts;

  constructor(parts: WritingParts) {
    this.#parts = parts;
  }

  /** See `Replica.accept`. */
  *accept(
    received: ReceivedSnapshot,
    { confirmShrink = false, keep = () => false }: ApplyOptions,
  ): Generator<ApplyReport, void, void> {
    this.#refuseOther(received);
    const isFilling = this.#parts.lookup.isFilling() || this.#parts.lookup.addresses().next().done === true;
    const gone: DocumentAddress[] = [];
    for (const address of this.#parts.lookup.addresses()) {
      if (received.types && !received.types.has(address.type)) continue;
      if (!received.has(address) && !keep(address)) gone.push(address);
    }
    let counts: DocumentCount[] = [];
    this.#parts.database.transaction(() => {
      counts = this.#parts.lookup.recount();
    });
    // A replica that was never complete cannot lose content.
    const excess = confirmShrink || isFilling ? null : findExcess(gone, counts);
    const tooMuch = excess && describeExcess(excess);
    if (tooMuch !== null)
      this.#parts.onAlarm({ kind: 'shrink-held', subject: 'replica', message: `${tooMuch} would go; they are held` });
    if (excess?.all) {
      yield { changed: new Set(), written: 0, removed: 0, held: true, tooMuch, applied: false };
      return;
    }
    // An empty list holds only the removals of its own type.
    const removals = excess ? gone.filter(({ type }) => !excess.types.has(type)) : gone;
    const steps = this.#steps(received.documents(), removals, keep);
    let media: readonly MediaFile[] = received.media;
    for (let hasMore = true; hasMore; media = []) {
      this.#refuseOther(received);
      // Some types alone do not fill it.
      const part = this.#transact(steps, media, documentsAtOnce, isFilling && received.types === null);
      ({ hasMore } = part);
      if (!hasMore) {
        if (!received.types) this.#reportMissingTranslations();
        this.#reportMissingCalendars();
      }
      yield { ...part.report, held: tooMuch !== null, tooMuch, applied: true };
    }
  }

  /** See `Replica.change`. */
  change(documents: Iterable<WireText>, removed: readonly DocumentAddress[], media: readonly MediaFile[]): ApplyReport {
    const { report } = this.#transact(
      this.#steps(sortByName(documents), removed),
      media,
      Number.POSITIVE_INFINITY,
      false,
    );
    if ([...report.changed].some((tag) => /^doc:(?:instrument|trading-calendar):/.test(tag)))
      this.#reportMissingCalendars();
    return { ...report, held: false, tooMuch: null, applied: true };
  }

  /**
   * Parses again what a former release stored. It raises no alarm, because the feed may have newer documents: the next sync says what is wrong
   * then.
   */
  renew(documents: Iterable<WireText>): void {
    this.#transact(this.#steps(sortByName(documents), []), [], Number.POSITIVE_INFINITY, false);
  }

  /** Removals come last, when no document refers to them any more. */
  *#steps(
    documents: Iterable<WireText>,
    gone: readonly DocumentAddress[],
    keep: (document: DocumentAddress) => boolean = () => false,
  ): Generator<Step, void, void> {
    for (const document of documents)
      if (!keep(document))
        yield (report) => this.#parts.writer.write(document, this.#parts.lookup.row(document), report);
    for (const document of gone) {
      yield (report) => {
        const row = keep(document) ? undefined : this.#parts.lookup.row(document);
        if (row) this.#parts.writer.remove(row, report);
      };
    }
  }

  /** Runs steps in one transaction. @param maxSteps the largest number of steps. @param isFilling whether the replica counts as empty until the last step. */
  #transact(
    steps: Iterator<Step, void, void>,
    media: readonly MediaFile[],
    maxSteps: number,
    isFilling: boolean,
  ): { report: WriteReport; hasMore: boolean } {
    const report: WriteReport = { changed: new Set(), written: 0, removed: 0 };
    let hasMore = true;
    this.#parts.derived.transaction(() => {
      for (let count = 0; hasMore && count < maxSteps; count += 1) {
        const { done, value: step } = steps.next();
        if (done) hasMore = false;
        else step(report);
      }
      // Old addresses stay: a page in somebody's cache may still name them.
      for (const file of media)
        this.#parts.database.run(
          'INSERT OR REPLACE INTO media (url, file, content_type) VALUES (?, ?, ?)',
          file.url,
          file.file,
          file.contentType,
        );
      this.#parts.derived.markOutdated(report.changed);
      if (isFilling) this.#parts.lookup.setFilling(hasMore);
    });
    return { report, hasMore };
  }

  /** @throws when the replica's file was replaced: the snapshot lacks the documents that were only in the former file. */
  #refuseOther({ edition }: ReceivedSnapshot): void {
    if (edition !== this.#parts.database.edition)
      throw new Error('the replica broke while everything was read; it is read again');
  }

  /** An instrument with a mistyped calendar is shown without hours; only an alarm reports that. */
  #reportMissingCalendars(): void {
    // Use the index of relations: there may be thousands of instruments.
    const calendars = this.#parts.database.all(
      "SELECT target, n FROM counts WHERE type = 'instrument' AND shown = ? AND relation = 'calendar' AND n > 0",
      defaultLocale,
    );
    for (const { target, n } of calendars) {
      const calendar = String(target);
      if (this.#parts.lookup.stands('trading-calendar', calendar)) continue;
      const ids = this.#parts.database
        .all(
          "SELECT id FROM listed WHERE type = 'instrument' AND shown = ? AND relation = 'calendar' AND target = ? ORDER BY sort LIMIT ?",
          defaultLocale,
          calendar,
          maxNamedIds,
        )
        .map(({ id }) => String(id));
      const more = Number(n) > ids.length ? ` and ${Number(n) - ids.length} more` : '';
      this.#parts.onAlarm({
        kind: 'missing-calendar',
        subject: nameKey({ type: 'trading-calendar', id: calendar }),
        message: `does not exist; ${ids.join(', ')}${more} trade by it`,
      });
    }
  }

  #reportMissingTranslations(): void {
    // A language that is being translated lacks hundreds of documents; alarms about them would hide the others.
    const complete = locales.filter((locale) => localeRecords[locale].content === 'complete');
    const incomplete = this.#parts.database.all(
      `SELECT type, id, group_concat(locale ORDER BY locale) AS present FROM documents
        GROUP BY type, id HAVING sum(locale IN (SELECT value FROM json_each(?))) < ? ORDER BY type, id`,
      JSON.stringify(complete),
      complete.length,
    ) as unknown as (DocumentName & { present: string })[];
    for (const { present, ...name } of incomplete)
      if (!isLanguageNeutral(name.type))
        this.#parts.onAlarm({
          kind: 'missing-translation',
          subject: nameKey(name),
          message: `exists only in ${present}`,
        });
  }
}
