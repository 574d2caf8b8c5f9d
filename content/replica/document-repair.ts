/**
 * Repairs a stored document that cannot be read: parses its wire again, or removes it so that the feed delivers it again. Brings a file of an older release
 * up to date: the content service may be unreachable when a new release starts.
 */
import { type DocumentAddress, documentKey } from '../document-address.ts';
import type { DocumentType, DocumentTypes } from '../model.ts';
import { knownTypes, parseDocument, parseTakenDown } from '../parse/parse-document.ts';
import type { WritingParts } from './content-changes.ts';
import { storedLocales } from '../language-neutral.ts';
import type { WriteReport } from './document-writer.ts';
import { type WireText, parserKey, storedSource, toWireText, unknownHash, hashWire } from './wire-text.ts';
import { derivedVersion } from './file/schema.ts';
import { type Row, isIntact, rowColumns, takenDown } from './stored-document.ts';

export interface Damage {
  /** Tags of the content that visitors now see differently. */
  changed: Set<string>;
  /** Documents that the feed must deliver again. */
  lost: DocumentAddress[];
  /** True when the whole file was lost. */
  emptied: boolean;
}

/** The number of documents that one step checks. */
const checkedAtOnce = 100;

/** Parses JSON; undefined when the text is not JSON. */
export function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}

function isKnown({ type, locale }: { type: string; locale: string }): boolean {
  const known = knownTypes.find((one) => one === type);
  return known !== undefined && (storedLocales(known) as readonly string[]).includes(locale);
}

export class DocumentRepair {
  readonly #parts: WritingParts;

  constructor(parts: WritingParts) {
    this.#parts = parts;
  }

  /** Writes a document again from its wire, or removes it. @throws when nothing can be written. */
  repair({ type, id, locale }: DocumentAddress): Damage {
    const row = this.#parts.database.get(
      `SELECT ${rowColumns}, wire FROM documents WHERE type = ? AND id = ? AND locale = ?`,
      type,
      id,
      locale,
    ) as unknown as (Row & { wire: unknown }) | undefined;
    const report: WriteReport = { changed: new Set(), written: 0, removed: 0 };
    const lost: DocumentAddress[] = [];
    if (!row) return { changed: report.changed, lost, emptied: false };
    const wire = parseJson(row.wire);
    const text = toWireText({ type, locale, wire: wire ?? null, source: storedSource });
    // A damaged wire that still parses is good enough until the content service delivers the document again.
    const trusted = row.hash === hashWire(String(row.wire));
    this.#parts.derived.transaction(() => {
      if (text.id === id)
        this.#parts.writer.write(
          { ...text, hash: trusted ? text.hash : unknownHash },
          { ...row, hash: 'damaged', partial: 1 },
          report,
        );
      if (report.written === 0) this.#parts.writer.remove(row, report);
    });
    if (report.written === 0 || !trusted) lost.push({ type, id, locale });
    // The stored id is damaged: the document that the wire names is missing now.
    if (text.id !== id && text.id !== '?') lost.push({ type, id: text.id, locale });
    const outcome =
      report.written === 0
        ? 'left out and asked for again'
        : trusted
          ? 'read again as it once came in'
          : 'read again from a damaged text, and asked for again';
    this.#parts.onAlarm({
      kind: 'replica-broken',
      subject: documentKey({ type, id, locale }),
      message: `cannot be read from the replica; it is ${outcome}`,
    });
    return { changed: report.changed, lost, emptied: false };
  }

  /** Call when a stored wire text cannot be read: the feed then delivers the document again. */
  reportUnreadableWire({ type, id, locale }: DocumentAddress): Damage {
    this.#parts.database.run(
      'UPDATE documents SET hash = ? WHERE type = ? AND id = ? AND locale = ?',
      unknownHash,
      type,
      id,
      locale,
    );
    this.#parts.onAlarm({
      kind: 'replica-broken',
      subject: documentKey({ type, id, locale }),
      message: 'its text as it came in cannot be read from the replica; it is asked for again',
    });
    return { changed: new Set(), lost: [{ type, id, locale }], emptied: false };
  }

  /** Parses a document from its wire, for a page that needs it while nothing can be written. */
  parseUnwritten(address: DocumentAddress): DocumentTypes[DocumentType] | typeof takenDown | null {
    const { type, id, locale } = address;
    const wire = parseJson(this.#parts.lookup.wireText(address));
    if (parseTakenDown(type, wire)) return takenDown;
    const parsed = parseDocument(type, locale, wire);
    return parsed.ok && parsed.document.id === id ? parsed.document : null;
  }

  /** Brings a file of an older release up to date; for a file of this release it only reads two facts. @param change writes documents. */
  renew(change: (documents: Iterable<WireText>) => void): void {
    if (this.#removeUnknown() || this.#fact('derived') !== derivedVersion)
      this.#parts.derived.transaction(() => {
        this.#parts.derived.derive(this.#parts.lookup.addresses());
        this.#setFact('derived', derivedVersion);
      });
    // A new release may parse the same wire differently.
    if (this.#fact('parser') === parserKey) return;
    change(this.#storedTexts());
    this.#setFact('parser', parserKey);
  }

  /** Removes rows of types, and of languages of a type, that this release does not know. @returns whether there were any. */
  #removeUnknown(): boolean {
    const { database } = this.#parts;
    const kinds = database.all('SELECT DISTINCT type, locale FROM documents') as { type: string; locale: string }[];
    const unknown = kinds.filter((kind) => !isKnown(kind));
    for (const { type, locale } of unknown)
      for (const table of ['documents', 'relations', 'former_slugs'])
        database.run(`DELETE FROM ${table} WHERE type = ? AND locale = ?`, type, locale);
    return unknown.length > 0;
  }

  /** Each document as its feed delivered it. */
  *#storedTexts(): Generator<WireText> {
    for (const address of this.#parts.lookup.addresses()) {
      const wire = parseJson(this.#parts.lookup.wireText(address));
      const text = toWireText({ ...address, wire: wire ?? null, source: storedSource });
      // A document whose wire cannot be read keeps its parsed version until the feed delivers it again.
      if (text.id === address.id) yield text;
    }
  }

  #fact(name: string): unknown {
    return this.#parts.database.get('SELECT value FROM facts WHERE name = ?', name)?.['value'];
  }

  #setFact(name: string, value: string): void {
    this.#parts.database.run('INSERT OR REPLACE INTO facts (name, value) VALUES (?, ?)', name, value);
  }

  /** Looks at every document, some in each step. */
  *check(onDamaged: (document: DocumentAddress) => void): Generator<void, void, void> {
    const { database, lookup } = this.#parts;
    let looked = 0;
    for (const address of lookup.addresses()) {
      const row = lookup.row(address);
      if (row && !isIntact(database, row)) onDamaged(address);
      looked += 1;
      if (looked % checkedAtOnce === 0) yield;
    }
  }
}
