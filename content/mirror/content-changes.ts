/** How content changes: single documents in one transaction, everything in parts that leave visitors room between them. */
import type { OnAlarm } from '../alarm.ts';
import type { MediaFile } from '../feed/feed.ts';
import { locales } from '../locales.ts';
import type { DocumentAddress } from './document-index.ts';
import type { DocumentLookup } from './document-lookup.ts';
import { type DocumentWriter, type IncomingDocument, type WriteReport, keyOf } from './document-writer.ts';
import type { Intake } from './intake.ts';
import type { ApplyOptions, ApplyReport } from './mirror-interface.ts';
import type { MirrorDatabase } from './mirror-database.ts';
import { excessOf, excessText } from './shrink.ts';
import { type Row, rowColumns } from './stored-document.ts';

type Step = (report: WriteReport) => void;

/** Visitors wait for as long as a transaction takes. */
const usualTurnMs = 8;

export class ContentChanges {
  readonly #database: MirrorDatabase;
  readonly #lookup: DocumentLookup;
  readonly #writer: DocumentWriter;
  readonly #onAlarm: OnAlarm;
  readonly #onChange: () => void;

  /** @param onChange what was read before says nothing any more. */
  constructor(
    database: MirrorDatabase,
    lookup: DocumentLookup,
    writer: DocumentWriter,
    onAlarm: OnAlarm,
    onChange: () => void,
  ) {
    this.#database = database;
    this.#lookup = lookup;
    this.#writer = writer;
    this.#onAlarm = onAlarm;
    this.#onChange = onChange;
  }

  /** Replaces the content by what came in, a part in each step of the iterator; see `Mirror.acceptInParts`. */
  *accept(
    intake: Intake,
    { confirmShrink = false, keep = () => false, turnMs = usualTurnMs }: ApplyOptions & { turnMs?: number },
  ): Generator<ApplyReport, void, void> {
    this.#refuseOther(intake);
    const rows = this.#database.all(`SELECT ${rowColumns} FROM documents`) as unknown as Row[];
    const gone = rows.filter((row) => !intake.has(keyOf(row)) && !keep(row));
    const excess = confirmShrink ? null : excessOf(gone, rows);
    const tooMuch = excess && excessText(excess);
    if (tooMuch !== null)
      this.#onAlarm({ kind: 'shrink-held', subject: 'mirror', message: `${tooMuch} would go; they are held` });
    if (excess?.all) {
      yield { changed: new Set(), written: 0, removed: 0, held: true, tooMuch, applied: false };
      return;
    }
    // One list that came back empty keeps nothing else from visitors.
    const going = excess ? gone.filter(({ type }) => !excess.types.has(type)) : gone;
    const steps = this.#steps(intake.documents(keep), going, keep);
    // Nobody is shown the first page of a site that has no second one yet.
    const limit = rows.length === 0 ? Number.POSITIVE_INFINITY : turnMs;
    let media: readonly MediaFile[] = intake.media;
    for (let left = true; left; media = []) {
      this.#refuseOther(intake);
      const part = this.#transact(steps, media, limit);
      left = part.left;
      if (!left) this.#reportMissingTranslations();
      yield { ...part.report, held: tooMuch !== null, tooMuch, applied: true };
    }
  }

  /** All of it, or nothing. */
  change(
    documents: Iterable<IncomingDocument>,
    removed: readonly DocumentAddress[],
    media: readonly MediaFile[],
  ): ApplyReport {
    const { report } = this.#transact(this.#steps(documents, removed), media, Number.POSITIVE_INFINITY);
    return { ...report, held: false, tooMuch: null, applied: true };
  }

  /** What goes comes last: nothing points at it any more. */
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

  /** @param limit milliseconds after which it ends with the step that is under way. */
  #transact(
    steps: Iterator<Step, void, void>,
    media: readonly MediaFile[],
    limit: number,
  ): { report: WriteReport; left: boolean } {
    const report: WriteReport = { changed: new Set(), written: 0, removed: 0 };
    const end = performance.now() + limit;
    let left = true;
    this.#database.transaction(() => {
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
    });
    if (report.changed.size > 0) this.#onChange();
    return { report, left };
  }

  /** What an intake left out as known went with the former file. */
  #refuseOther(intake: Intake): void {
    if (intake.edition !== this.#database.edition)
      throw new Error('the replica broke while everything was read; it is read again');
  }

  #reportMissingTranslations(): void {
    const missing = this.#database.all(
      `SELECT type, id, group_concat(locale) AS present FROM documents GROUP BY type, id HAVING count(*) < ${locales.length}`,
    );
    for (const row of missing) {
      this.#onAlarm({
        kind: 'missing-translation',
        subject: `${row['type']}/${row['id']}`,
        message: `exists only in ${row['present']}`,
      });
    }
  }
}
