/** How one document enters and leaves the replica: parsed, indexed, and with the tags of every page that this concerns. */
import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { DocumentType, Locale } from '../model.ts';
import type { OnAlarm } from '../alarm.ts';
import type { WireDocument } from '../feed/feed.ts';
import { parseDocument } from '../parse/parse-document.ts';
import type { Problem } from '../parse/problem.ts';
import { locales } from '../../site/i18n/locales.ts';
import { relationsOf, sortKey } from './document-index.ts';
import { addressTag, documentTag, listTag } from './tags.ts';

/** Part of every hash: raise it when the parser gives another result for the same wire document. */
export const parserVersion = '5';

/** What is known of a stored document without reading its text. */
export interface Row {
  type: DocumentType;
  id: string;
  locale: Locale;
  slug: string | null;
  sort: string;
  hash: string;
  partial: number;
}

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

export function wireId(wire: unknown): string {
  return typeof wire === 'object' && wire !== null && 'id' in wire ? String(wire.id) : '?';
}

export class DocumentWriter {
  readonly #database: DatabaseSync;
  readonly #onAlarm: OnAlarm;

  constructor(database: DatabaseSync, onAlarm: OnAlarm) {
    this.#database = database;
    this.#onAlarm = onAlarm;
  }

  /** Parses and stores a document unless it is the one that stands. */
  write(source: WireDocument, before: Map<string, Row>, report: WriteReport): void {
    const { type, locale } = source;
    const subject = keyOf({ type, locale, id: wireId(source.wire) });
    const old = before.get(subject);
    const wire = JSON.stringify(source.wire);
    const hash = createHash('sha256').update(parserVersion).update(wire).digest('base64url');
    for (const problem of source.problems ?? []) this.#report(problem, `${subject} (${source.source})`);
    if (old?.hash === hash) return;
    const parsed = parseDocument(type, locale, source.wire);
    for (const problem of parsed.problems) this.#report(problem, `${subject} (${source.source})`);
    // A document that does not parse keeps its last good version; a part of one is better than none.
    const broken = parsed.problems.some((problem) => problem.kind === 'invalid');
    if (!parsed.ok || (broken && old && !old.partial)) return;
    const { document } = parsed;
    const slug = 'slug' in document ? document.slug : null;
    const sort = sortKey(type, document);
    const relations = relationsOf(document);
    const oldRelations = old ? this.#relations(old) : [];
    this.#database
      .prepare('INSERT OR REPLACE INTO documents (type, id, locale, slug, sort, hash, wire, data, partial, since) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
      .run(type, document.id, locale, slug, sort, hash, wire, JSON.stringify(document), broken ? 1 : 0, new Date().toISOString());
    this.#database.prepare('DELETE FROM relations WHERE type = ? AND id = ? AND locale = ?').run(type, document.id, locale);
    const insert = this.#database.prepare('INSERT OR IGNORE INTO relations (type, id, locale, relation, target) VALUES (?, ?, ?, ?, ?)');
    for (const [relation, target] of relations) insert.run(type, document.id, locale, relation, target);
    if (slug !== null) this.#rememberSlug(type, locale, document.id, old?.slug ?? null, slug);
    report.written += 1;
    report.changed.add(documentTag(type, document.id, locale));
    if (!old || old.slug !== slug) report.changed.add(addressTag(type, document.id));
    const moved = !old || old.sort !== sort || old.slug !== slug || JSON.stringify(oldRelations) !== JSON.stringify([...relations].sort(byText));
    if (moved) addListTags(report.changed, type, locale, [...relations, ...oldRelations]);
  }

  remove(row: Row, report: WriteReport): void {
    const relations = this.#relations(row);
    for (const table of ['documents', 'relations']) {
      this.#database.prepare(`DELETE FROM ${table} WHERE type = ? AND id = ? AND locale = ?`).run(row.type, row.id, row.locale);
    }
    report.removed += 1;
    report.changed.add(documentTag(row.type, row.id, row.locale)).add(addressTag(row.type, row.id));
    addListTags(report.changed, row.type, row.locale, relations);
  }

  #relations(row: Row): [string, string][] {
    const found = this.#database.prepare('SELECT relation, target FROM relations WHERE type = ? AND id = ? AND locale = ?').all(row.type, row.id, row.locale);
    return found.map((relation): [string, string] => [String(relation['relation']), String(relation['target'])]).sort(byText);
  }

  /** An address that once answered goes on answering: the old slug redirects for ever, unless a document takes it over. */
  #rememberSlug(type: DocumentType, locale: Locale, id: string, old: string | null, slug: string): void {
    this.#database.prepare('DELETE FROM former_slugs WHERE type = ? AND locale = ? AND slug = ?').run(type, locale, slug);
    if (old !== null && old !== slug) {
      this.#database.prepare('INSERT OR REPLACE INTO former_slugs (type, locale, slug, id) VALUES (?, ?, ?, ?)').run(type, locale, old, id);
    }
  }

  #report(problem: Problem, subject: string): void {
    this.#onAlarm({ kind: problem.kind, subject, message: `${problem.path}: ${problem.message}` });
  }
}

/** English is what other locales fall back to, so a change of an English document may change every locale's list. */
function addListTags(changed: Set<string>, type: DocumentType, locale: Locale, relations: readonly [string, string][]): void {
  for (const affected of locale === 'en' ? locales : [locale]) {
    changed.add(listTag(type, affected));
    for (const relation of relations) changed.add(listTag(type, affected, relation));
  }
}

/** One order of relations, so that two lists of them can be compared. */
function byText(a: readonly string[], b: readonly string[]): number {
  return a.join('\n') < b.join('\n') ? -1 : 1;
}
