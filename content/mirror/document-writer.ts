/** How one document enters and leaves the replica: parsed, indexed, and with the tags of every page that this concerns. */
import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { DocumentType, Locale } from '../model.ts';
import type { OnAlarm } from '../alarm.ts';
import type { WireDocument } from '../feed/feed.ts';
import { parseDocument } from '../parse/parse-document.ts';
import type { Problem } from '../parse/problem.ts';
import { defaultLocale, locales } from '../../site/i18n/locales.ts';
import { type DocumentAddress, relationsOf, sortKey } from './document-index.ts';
import { addressTag, documentTag, listTag } from './tags.ts';

/** Part of every hash: raise it when the parser gives another result for the same wire document. */
export const parserVersion = '7';

/** What is known of a stored document without reading its text. */
export interface Row extends DocumentAddress {
  slug: string | null;
  sort: string;
  hash: string;
  partial: number;
}

type Relation = readonly [name: string, target: string];

export interface WriteReport {
  /** Tags of all that changed: pages that carry one of them are stale. */
  changed: Set<string>;
  written: number;
  removed: number;
}

export const rowColumns = 'type, id, locale, slug, sort, hash, partial';

export function keyOf(document: { type: string; id: string; locale: string }): string {
  return `${document.type}/${document.id}.${document.locale}`;
}

function wireId(wire: unknown): string {
  return typeof wire === 'object' && wire !== null && 'id' in wire ? String(wire.id) : '?';
}

/** A document on its way into the replica. */
export interface IncomingDocument extends DocumentAddress {
  /** Of the text and of the parser that will read it. */
  hash: string;
  /** JSON: what waits is many times smaller as text than as objects. */
  wire: string;
  source: string;
  problems: Problem[];
}

export function incomingDocument({ type, locale, wire: value, source, problems = [] }: WireDocument): IncomingDocument {
  const wire = JSON.stringify(value);
  const hash = createHash('sha256').update(parserVersion).update(wire).digest('base64url');
  return { type, id: wireId(value), locale, hash, wire, source, problems };
}

export class DocumentWriter {
  readonly #database: DatabaseSync;
  readonly #onAlarm: OnAlarm;

  constructor(database: DatabaseSync, onAlarm: OnAlarm) {
    this.#database = database;
    this.#onAlarm = onAlarm;
  }

  /** Parses and stores a document unless it is the one that stands. */
  write(incoming: IncomingDocument, old: Row | undefined, report: WriteReport): void {
    const { type, locale, hash, wire } = incoming;
    const subject = `${keyOf(incoming)} (${incoming.source})`;
    for (const problem of incoming.problems) this.#report(problem, subject);
    if (old?.hash === hash) return;
    const parsed = parseDocument(type, locale, JSON.parse(wire));
    for (const problem of parsed.problems) this.#report(problem, subject);
    // A document that does not parse keeps its last good version; a part of one is better than none.
    const broken = parsed.problems.some((problem) => problem.kind === 'invalid');
    if (!parsed.ok || (broken && old && !old.partial)) return;
    const { document } = parsed;
    const slug = 'slug' in document ? document.slug : null;
    const sort = sortKey(type, document);
    const row: DocumentAddress = { type, id: document.id, locale };
    const data = JSON.stringify(document);
    if (old && Boolean(old.partial) === broken && old.sort === sort && this.#data(row) === data) {
      // Said in other words: PostgreSQL gives a translation's parts in another order once its sibling was published.
      this.#database.prepare('UPDATE documents SET hash = ?, wire = ? WHERE type = ? AND id = ? AND locale = ?').run(hash, wire, type, document.id, locale);
      return;
    }
    const relations = relationsOf(document);
    const oldRelations = old ? this.#relations(old) : [];
    this.#database
      .prepare('INSERT OR REPLACE INTO documents (type, id, locale, slug, sort, hash, wire, data, partial, since) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
      .run(type, document.id, locale, slug, sort, hash, wire, data, broken ? 1 : 0, new Date().toISOString());
    this.#database.prepare('DELETE FROM relations WHERE type = ? AND id = ? AND locale = ?').run(type, document.id, locale);
    const insert = this.#database.prepare('INSERT OR IGNORE INTO relations (type, id, locale, relation, target) VALUES (?, ?, ?, ?, ?)');
    for (const [relation, target] of relations) insert.run(type, document.id, locale, relation, target);
    if (slug !== null) this.#rememberSlug(type, locale, document.id, old?.slug ?? null, slug);
    report.written += 1;
    report.changed.add(documentTag(type, document.id, locale));
    if (!old || old.slug !== slug) report.changed.add(addressTag(type, document.id));
    if (!old) this.#addListTags(report.changed, row, [...relations, ...this.#standInRelations(row)]);
    else if (old.sort !== sort) this.#addListTags(report.changed, row, [...relations, ...oldRelations]);
    else this.#addRelationTags(report.changed, row, difference(oldRelations, relations));
  }

  remove(row: Row, report: WriteReport): void {
    const relations = this.#relations(row);
    for (const table of ['documents', 'relations']) {
      this.#database.prepare(`DELETE FROM ${table} WHERE type = ? AND id = ? AND locale = ?`).run(row.type, row.id, row.locale);
    }
    report.removed += 1;
    report.changed.add(documentTag(row.type, row.id, row.locale)).add(addressTag(row.type, row.id));
    this.#addListTags(report.changed, row, [...relations, ...this.#standInRelations(row)]);
  }

  #data(row: DocumentAddress): string | null {
    const found = this.#database.prepare('SELECT data FROM documents WHERE type = ? AND id = ? AND locale = ?').get(row.type, row.id, row.locale);
    return found ? String(found['data']) : null;
  }

  #relations(row: DocumentAddress): [string, string][] {
    const found = this.#database.prepare('SELECT relation, target FROM relations WHERE type = ? AND id = ? AND locale = ?').all(row.type, row.id, row.locale);
    return found.map((relation): [string, string] => [String(relation['relation']), String(relation['target'])]);
  }

  /** An address that once answered goes on answering: the old slug redirects for ever, unless a document takes it over. */
  #rememberSlug(type: DocumentType, locale: Locale, id: string, old: string | null, slug: string): void {
    this.#database.prepare('DELETE FROM former_slugs WHERE type = ? AND locale = ? AND slug = ?').run(type, locale, slug);
    if (old !== null && old !== slug) {
      this.#database.prepare('INSERT OR REPLACE INTO former_slugs (type, locale, slug, id) VALUES (?, ?, ?, ?)').run(type, locale, old, id);
    }
  }

  /** An English text stands in for a missing translation, so its relations come and go where the translation goes and comes. */
  #standInRelations({ type, id, locale }: DocumentAddress): [string, string][] {
    return locale === defaultLocale ? [] : this.#relations({ type, id, locale: defaultLocale });
  }

  /** The lists that a document joins, leaves or moves in. */
  #addListTags(changed: Set<string>, row: DocumentAddress, relations: readonly Relation[]): void {
    for (const locale of this.#shownIn(row)) changed.add(listTag(row.type, locale));
    this.#addRelationTags(changed, row, relations);
  }

  #addRelationTags(changed: Set<string>, row: DocumentAddress, relations: readonly Relation[]): void {
    for (const locale of this.#shownIn(row)) for (const relation of relations) changed.add(listTag(row.type, locale, relation));
  }

  /** The locales whose lists have this row: its own, and for an English one those without a translation. */
  #shownIn({ type, id, locale }: DocumentAddress): Locale[] {
    if (locale !== defaultLocale) return [locale];
    const present = new Set(this.#database.prepare('SELECT locale FROM documents WHERE type = ? AND id = ?').all(type, id).map((found) => found['locale']));
    return locales.filter((one) => one === defaultLocale || !present.has(one));
  }

  #report(problem: Problem, subject: string): void {
    this.#onAlarm({ kind: problem.kind, subject, message: `${problem.path}: ${problem.message}` });
  }
}

/** What is in one list of relations only. */
function difference(one: readonly Relation[], other: readonly Relation[]): Relation[] {
  const has = (list: readonly Relation[], [name, target]: Relation) => list.some((relation) => relation[0] === name && relation[1] === target);
  return [...one.filter((relation) => !has(other, relation)), ...other.filter((relation) => !has(one, relation))];
}
