/** Writes or removes one document with its indexed columns, and collects the tags of the pages that depend on it. */
import { type DocumentAddress, documentKey } from '../document-address.ts';
import type { DocumentType, Locale } from '../model.ts';
import type { OnAlarm } from '../../base/alarm.ts';
import type { Problem } from '../problem.ts';
import { defaultLocale, locales } from '../locales.ts';
import type { DerivedRows } from './derived-rows.ts';
import type { ReplicaDatabase } from './file/replica-database.ts';
import { isLanguageNeutral } from '../language-neutral.ts';
import { isRarelyNew } from './document-index.ts';
import { type Row, isIntact, readRelations } from './stored-document.ts';
import { addressTag, documentTag, linksTag, listTag, slugTag } from './tags.ts';
import { type ParsedDocument, type WireText, parseWireText, storedSource, unknownHash } from './wire-text.ts';

type Relation = readonly [name: string, target: string];

const storedColumns = ['slug', 'sort', 'updated_at', 'hash', 'wire', 'data', 'sum', 'partial', 'taken_down', 'since'];
/** Updates a row in place, which spares its index entries. */
const storeStatement = `INSERT INTO documents (type, id, locale, ${storedColumns.join(', ')}) VALUES (?, ?, ?, ${storedColumns.map(() => '?').join(', ')})
  ON CONFLICT DO UPDATE SET ${storedColumns.map((column) => `${column} = excluded.${column}`).join(', ')}`;

export interface WriteReport {
  /** Tags of the changes: pages with one of them are stale. */
  changed: Set<string>;
  written: number;
  removed: number;
}

export class DocumentWriter {
  readonly #database: ReplicaDatabase;
  readonly #derived: DerivedRows;
  readonly #onAlarm: OnAlarm;

  constructor(database: ReplicaDatabase, derived: DerivedRows, onAlarm: OnAlarm) {
    this.#database = database;
    this.#derived = derived;
    this.#onAlarm = onAlarm;
  }

  /** Stores a document unless it is stored already; parses it here when it is not parsed yet. */
  write(given: WireText, old: Row | undefined, report: WriteReport): void {
    const subject = `${documentKey(given)} (${given.source})`;
    this.#report(given.problems, subject);
    const isOldIntact =
      old !== undefined && ((old.sum !== '' && old.sum === given.intactSum) || isIntact(this.#database, old));
    if (isOldIntact && old.hash === given.hash && this.#wire(old) === given.wire) return;
    const { document, problems } = given.parsed ?? parseWireText(given);
    // The problems of a stored text may be solved in the feed already: they are reported when the feed has delivered the document again.
    const isReread = given.source === storedSource && problems.length > 0;
    if (!isReread) this.#report(problems, subject);
    const text = isReread ? { ...given, hash: unknownHash } : given;
    // A document that does not parse keeps its last good version; a partial document is better than none.
    if (!document || (document.broken && old && !old.partial && !old.takenDown)) return;
    if (isOldIntact && old.sort === document.sort && old.sum === document.sum) this.#storeWire(old, text);
    else this.#store(text, document, old, report);
  }

  /** Stores another wire text of the same document: PostgreSQL may return parts in another order after a publish of another language. */
  #storeWire({ type, id, locale }: DocumentAddress, { hash, wire }: WireText): void {
    const update = 'UPDATE documents SET hash = ?, wire = ? WHERE type = ? AND id = ? AND locale = ?';
    this.#database.run(update, hash, wire, type, id, locale);
  }

  #store({ type, locale, hash, wire }: WireText, document: ParsedDocument, old: Row | undefined, report: WriteReport) {
    const { id, slug, sort, updatedAt, data, sum, broken, takenDown, relations } = document;
    const address: DocumentAddress = { type, id, locale };
    const oldRelations = old ? this.#relations(old) : [];
    const values = [slug, sort, updatedAt, hash, wire, data, sum, Number(broken), Number(takenDown)];
    this.#database.run(storeStatement, type, id, locale, ...values, new Date().toISOString());
    if (old) this.#database.run('DELETE FROM relations WHERE type = ? AND id = ? AND locale = ?', type, id, locale);
    const insert = 'INSERT OR IGNORE INTO relations (type, id, locale, relation, target) VALUES (?, ?, ?, ?, ?)';
    for (const [relation, target] of relations) this.#database.run(insert, type, id, locale, relation, target);
    // A redirect has no other address than the one that it says.
    if (slug !== null && type !== 'redirect') this.#rememberSlug(type, locale, id, old?.slug ?? null, slug);
    if (!old) this.#derived.count(address, 1);
    this.#derived.update(address);
    report.written += 1;
    report.changed.add(documentTag(type, id, locale));
    const comesOrGoes = !old || Boolean(old.takenDown) !== takenDown;
    if (comesOrGoes || old.slug !== slug) this.#addAddressTags(report.changed, address, [old?.slug, slug]);
    if (comesOrGoes)
      this.#addListTags(report.changed, address, [
        ...relations,
        ...oldRelations,
        ...(old ? [] : this.#standInRelations(address)),
      ]);
    else if (old.sort !== sort) this.#addListTags(report.changed, address, [...relations, ...oldRelations]);
    else this.#addRelationTags(report.changed, address, difference(oldRelations, relations));
  }

  remove(row: Row, report: WriteReport): void {
    const relations = this.#relations(row);
    for (const table of ['documents', 'relations']) {
      this.#database.run(`DELETE FROM ${table} WHERE type = ? AND id = ? AND locale = ?`, row.type, row.id, row.locale);
    }
    this.#derived.count(row, -1);
    this.#derived.update(row);
    report.removed += 1;
    report.changed.add(documentTag(row.type, row.id, row.locale));
    this.#addAddressTags(report.changed, row, [row.slug]);
    this.#addListTags(report.changed, row, [...relations, ...this.#standInRelations(row)]);
  }

  #wire(row: DocumentAddress): string {
    return String(
      this.#database.get(
        'SELECT wire FROM documents WHERE type = ? AND id = ? AND locale = ?',
        row.type,
        row.id,
        row.locale,
      )?.['wire'],
    );
  }

  #relations(row: DocumentAddress): [string, string][] {
    return readRelations(this.#database, row);
  }

  /** Remembers a former slug, which redirects for ever unless another document takes it. */
  #rememberSlug(type: DocumentType, locale: Locale, id: string, old: string | null, slug: string): void {
    this.#database.run('DELETE FROM former_slugs WHERE type = ? AND locale = ? AND slug = ?', type, locale, slug);
    if (old !== null && old !== slug) {
      this.#database.run(
        'INSERT OR REPLACE INTO former_slugs (type, locale, slug, id) VALUES (?, ?, ?, ?)',
        type,
        locale,
        old,
        id,
      );
    }
  }

  /** English replaces a missing translation: when a translation is added or removed, the English relations leave or join its locale's lists. */
  #standInRelations({ type, id, locale }: DocumentAddress): [string, string][] {
    return locale === defaultLocale ? [] : this.#relations({ type, id, locale: defaultLocale });
  }

  #addAddressTags(
    changed: Set<string>,
    { type, id }: DocumentAddress,
    slugs: readonly (string | null | undefined)[],
  ): void {
    changed.add(addressTag(type, id));
    for (const slug of slugs) if (slug) changed.add(slugTag(type, slug));
  }

  /** Tags of the lists that a document joins, leaves or moves in. */
  #addListTags(changed: Set<string>, row: DocumentAddress, relations: readonly Relation[]): void {
    for (const locale of this.#shownIn(row)) {
      changed.add(listTag(row.type, locale));
      if (isRarelyNew(row.type, row.id)) changed.add(linksTag(row.type, locale));
    }
    this.#addRelationTags(changed, row, relations);
  }

  #addRelationTags(changed: Set<string>, row: DocumentAddress, relations: readonly Relation[]): void {
    for (const locale of this.#shownIn(row))
      for (const relation of relations) changed.add(listTag(row.type, locale, relation));
  }

  /** The locales whose lists have this row: its own, and for an English one those without a translation. */
  #shownIn({ type, id, locale }: DocumentAddress): Locale[] {
    if (locale !== defaultLocale || isLanguageNeutral(type)) return [locale];
    const present = new Set(
      this.#database
        .all('SELECT locale FROM documents WHERE type = ? AND id = ?', type, id)
        .map((found) => found['locale']),
    );
    return locales.filter((one) => one === defaultLocale || !present.has(one));
  }

  #report(problems: readonly Problem[], subject: string): void {
    for (const { kind, path, message } of problems) this.#onAlarm({ kind, subject, message: `${path}: ${message}` });
  }
}

/** Relations that are in only one of two lists. */
function difference(one: readonly Relation[], other: readonly Relation[]): Relation[] {
  const key = ([name, target]: Relation) => `${name} ${target}`;
  const [ofOne, ofOther] = [new Set(one.map(key)), new Set(other.map(key))];
  return [
    ...one.filter((relation) => !ofOther.has(key(relation))),
    ...other.filter((relation) => !ofOne.has(key(relation))),
  ];
}
