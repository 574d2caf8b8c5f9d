/** What becomes of a stored document that cannot be read: its wire is parsed again, or it goes and is asked for again. */
import type { OnAlarm } from '../alarm.ts';
import type { DocumentType, DocumentTypes } from '../model.ts';
import { knownTypes, parseDocument, takenDownDocument } from '../parse/parse-document.ts';
import { locales } from '../locales.ts';
import type { DocumentAddress } from './document-index.ts';
import type { Damage } from './damage-report.ts';
import { type DocumentWriter, type WriteReport, incomingDocument, keyOf, wireHash } from './document-writer.ts';
import type { MirrorDatabase } from './mirror-database.ts';
import { takenDown } from './reader.ts';
import { type Row, isIntact, rowColumns } from './stored-document.ts';

/** A hash that no wire has: what bears it is not known, and the next sync writes it anew. */
export const unknownHash = '';

export function parsedJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}

function marks(names: readonly string[]): string {
  return names.map(() => '?').join(', ');
}

export class DocumentRepair {
  readonly #database: MirrorDatabase;
  readonly #writer: DocumentWriter;
  readonly #onAlarm: OnAlarm;

  constructor(database: MirrorDatabase, writer: DocumentWriter, onAlarm: OnAlarm) {
    this.#database = database;
    this.#writer = writer;
    this.#onAlarm = onAlarm;
  }

  /** Writes a document anew from its wire, or removes it. */
  repair({ type, id, locale }: DocumentAddress): Damage {
    const row = this.#database.get(
      `SELECT ${rowColumns}, wire FROM documents WHERE type = ? AND id = ? AND locale = ?`,
      type,
      id,
      locale,
    ) as unknown as (Row & { wire: unknown }) | undefined;
    const report: WriteReport = { changed: new Set(), written: 0, removed: 0 };
    const lost: DocumentAddress[] = [];
    if (!row) return { changed: report.changed, lost, emptied: false };
    const wire = parsedJson(row.wire);
    const incoming = incomingDocument({ type, locale, wire: wire ?? null, source: 'replica' });
    // A wire that is not what came in may do for now, if it still is a document; the content service has the true one.
    const trusted = row.hash === wireHash(String(row.wire));
    this.#database.transaction(() => {
      if (incoming.id === id)
        this.#writer.write(
          { ...incoming, hash: trusted ? incoming.hash : unknownHash },
          { ...row, hash: 'damaged', partial: 1 },
          report,
        );
      if (report.written === 0) this.#writer.remove(row, report);
    });
    if (report.written === 0 || !trusted) lost.push({ type, id, locale });
    // A damaged name: what came in under another is missing now.
    if (incoming.id !== id && incoming.id !== '?') lost.push({ type, id: incoming.id, locale });
    const outcome =
      report.written === 0
        ? 'left out and asked for again'
        : trusted
          ? 'read again as it once came in'
          : 'read again from a damaged text, and asked for again';
    this.#onAlarm({
      kind: 'replica-broken',
      subject: keyOf({ type, id, locale }),
      message: `cannot be read from the replica; it is ${outcome}`,
    });
    return { changed: report.changed, lost, emptied: false };
  }

  /** A document from its wire, for a page that needs it where nothing can be written. */
  unwritten({ type, id, locale }: DocumentAddress): DocumentTypes[DocumentType] | typeof takenDown | null {
    const wire = parsedJson(
      this.#database.get('SELECT wire FROM documents WHERE type = ? AND id = ? AND locale = ?', type, id, locale)?.[
        'wire'
      ],
    );
    if (takenDownDocument(type, wire)) return takenDown;
    const parsed = parseDocument(type, locale, wire);
    return parsed.ok && parsed.document.id === id ? parsed.document : null;
  }

  /** Removes what no release knows: rows of types and languages that there are not. */
  removeUnknown(): void {
    for (const table of ['documents', 'relations', 'former_slugs']) {
      this.#database.run(
        `DELETE FROM ${table} WHERE type NOT IN (${marks(knownTypes)}) OR locale NOT IN (${marks(locales)})`,
        ...knownTypes,
        ...locales,
      );
    }
  }

  /** What does not hold together, looked for a few documents at a time. */
  *damaged(): Generator<DocumentAddress | null> {
    const rows = this.#database.all(`SELECT ${rowColumns} FROM documents`) as unknown as Row[];
    for (const row of rows) yield isIntact(this.#database, row) ? null : row;
  }
}
