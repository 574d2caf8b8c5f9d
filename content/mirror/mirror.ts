/** The local replica of everything published: a feed's snapshot goes in, readers and the tags of what changed come out. */
import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { DocumentType, Locale } from '../model.ts';
import type { Alarm, OnAlarm } from '../alarm.ts';
import type { MediaFile, Snapshot, WireDocument } from '../feed/feed.ts';
import { parseDocument } from '../parse/parse-document.ts';
import { locales } from '../../site/i18n/locales.ts';
import { openMirrorDatabase } from './database.ts';
import { descending, relationsOf, sortKey } from './document-index.ts';
import { type Reader, type ReaderStore, createReader, createReaderStore } from './reader.ts';
import { addressTag, documentTag, listTag } from './tags.ts';

/** Part of every hash: raise it when the parser gives another result for the same wire document. */
const parserVersion = '2';

/** A sync that would take away more than this share of the documents is held until somebody confirms it. */
const largestShrink = 0.2;

interface Row {
  type: DocumentType;
  id: string;
  locale: Locale;
  slug: string | null;
  sort: string;
  hash: string;
  partial: number;
}

export interface ApplyReport {
  /** Tags of all that changed: pages that carry one of them are stale. */
  changed: Set<string>;
  written: number;
  removed: number;
  /** True when nothing was applied because too much would have gone. */
  held: boolean;
}

export interface Mirror {
  /** Replaces the content by a feed's snapshot. @param options.confirmShrink apply it however much goes. */
  apply: (snapshot: Snapshot, options?: { confirmShrink?: boolean }) => ApplyReport;
  /** A reader that records the tags of what it hands out; one for each render. */
  reader: () => Reader;
  media: (url: string) => MediaFile | null;
  /** How many documents it holds. */
  size: () => number;
  close: () => void;
}

function keyOf(document: { type: string; id: string; locale: string }): string {
  return `${document.type}/${document.id}.${document.locale}`;
}

function wireId(wire: unknown): string {
  return typeof wire === 'object' && wire !== null && 'id' in wire ? String(wire.id) : '?';
}

class SqliteMirror implements Mirror {
  readonly #database: DatabaseSync;
  readonly #store: ReaderStore;
  readonly #onAlarm: OnAlarm;

  constructor(file: string, onAlarm: OnAlarm) {
    this.#database = openMirrorDatabase(file);
    this.#store = createReaderStore(this.#database, descending);
    this.#onAlarm = onAlarm;
  }

  reader(): Reader {
    return createReader(this.#store);
  }

  media(url: string): MediaFile | null {
    const row = this.#database.prepare('SELECT url, file, content_type FROM media WHERE url = ?').get(url);
    return row ? { url: String(row['url']), file: String(row['file']), contentType: String(row['content_type']) } : null;
  }

  size(): number {
    return Number(this.#database.prepare('SELECT count(*) AS n FROM documents').get()?.['n'] ?? 0);
  }

  close(): void {
    this.#database.close();
  }

  apply(snapshot: Snapshot, { confirmShrink = false } = {}): ApplyReport {
    const report: ApplyReport = { changed: new Set(), written: 0, removed: 0, held: false };
    const rows = this.#database.prepare('SELECT type, id, locale, slug, sort, hash, partial FROM documents').all() as unknown as Row[];
    const before = new Map(rows.map((row) => [keyOf(row), row]));
    const incoming = new Set(snapshot.documents.map((document) => keyOf({ ...document, id: wireId(document.wire) })));
    const gone = rows.filter((row) => !incoming.has(keyOf(row)));
    if (!confirmShrink && rows.length >= 20 && gone.length > rows.length * largestShrink) {
      this.#onAlarm({ kind: 'shrink-held', subject: 'mirror', message: `${gone.length} of ${rows.length} documents would go; the sync is held` });
      return { ...report, held: true };
    }
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      for (const document of snapshot.documents) this.#write(document, before, report);
      for (const row of gone) this.#remove(row, report);
      this.#database.exec('DELETE FROM media');
      const insert = this.#database.prepare('INSERT OR REPLACE INTO media (url, file, content_type) VALUES (?, ?, ?)');
      for (const media of snapshot.media) insert.run(media.url, media.file, media.contentType);
      this.#database.exec('COMMIT');
    } catch (error) {
      this.#database.exec('ROLLBACK');
      throw error;
    }
    this.#store.forget();
    this.#reportMissingTranslations();
    return report;
  }

  #alarm(kind: Alarm['kind'], subject: string, message: string): void {
    this.#onAlarm({ kind, subject, message });
  }

  #write(source: WireDocument, before: Map<string, Row>, report: ApplyReport): void {
    const { type, locale } = source;
    const subject = keyOf({ type, locale, id: wireId(source.wire) });
    const old = before.get(subject);
    const wire = JSON.stringify(source.wire);
    const hash = createHash('sha256').update(parserVersion).update(wire).digest('base64url');
    for (const problem of source.problems ?? []) this.#alarm(problem.kind, `${subject} (${source.source})`, `${problem.path}: ${problem.message}`);
    if (old?.hash === hash) return;
    const parsed = parseDocument(type, locale, source.wire);
    for (const problem of parsed.problems) this.#alarm(problem.kind, `${subject} (${source.source})`, `${problem.path}: ${problem.message}`);
    // A document that does not parse keeps its last good version; a part of one is better than none.
    const broken = parsed.problems.some((problem) => problem.kind === 'invalid');
    if (!parsed.ok || (broken && old && !old.partial)) return;
    const { document } = parsed;
    const slug = 'slug' in document ? document.slug : null;
    const sort = sortKey(type, document);
    const relations = relationsOf(document);
    const oldRelations = old ? this.#relations(old) : [];
    this.#database
      .prepare('INSERT OR REPLACE INTO documents (type, id, locale, slug, sort, hash, wire, data, partial) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
      .run(type, document.id, locale, slug, sort, hash, wire, JSON.stringify(document), broken ? 1 : 0);
    this.#database.prepare('DELETE FROM relations WHERE type = ? AND id = ? AND locale = ?').run(type, document.id, locale);
    const insert = this.#database.prepare('INSERT OR IGNORE INTO relations (type, id, locale, relation, target) VALUES (?, ?, ?, ?, ?)');
    for (const [relation, target] of relations) insert.run(type, document.id, locale, relation, target);
    if (slug !== null) this.#rememberSlug(type, locale, document.id, old?.slug ?? null, slug);
    report.written += 1;
    report.changed.add(documentTag(type, document.id, locale));
    if (!old || old.slug !== slug) report.changed.add(addressTag(type, document.id));
    const moved = !old || old.sort !== sort || old.slug !== slug || JSON.stringify(oldRelations) !== JSON.stringify([...relations].sort());
    if (moved) addListTags(report.changed, type, locale, [...relations, ...oldRelations]);
  }

  #remove(row: Row, report: ApplyReport): void {
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
    return found.map((relation): [string, string] => [String(relation['relation']), String(relation['target'])]).sort();
  }

  /** An address that once answered goes on answering: the old slug redirects for ever, unless a document takes it over. */
  #rememberSlug(type: DocumentType, locale: Locale, id: string, old: string | null, slug: string): void {
    this.#database.prepare('DELETE FROM former_slugs WHERE type = ? AND locale = ? AND slug = ?').run(type, locale, slug);
    if (old !== null && old !== slug) {
      this.#database.prepare('INSERT OR REPLACE INTO former_slugs (type, locale, slug, id) VALUES (?, ?, ?, ?)').run(type, locale, old, id);
    }
  }

  #reportMissingTranslations(): void {
    const missing = this.#database
      .prepare(`SELECT type, id, group_concat(locale) AS present FROM documents GROUP BY type, id HAVING count(*) < ${locales.length}`)
      .all();
    for (const row of missing) {
      this.#alarm('missing-translation', `${row['type']}/${row['id']}`, `exists only in ${row['present']}`);
    }
  }
}

/** English is what other locales fall back to, so a change of an English document may change every locale's list. */
function addListTags(changed: Set<string>, type: DocumentType, locale: Locale, relations: readonly [string, string][]): void {
  for (const affected of locale === 'en' ? locales : [locale]) {
    changed.add(listTag(type, affected));
    for (const relation of relations) changed.add(listTag(type, affected, relation));
  }
}

/** Opens the mirror. @param file path of the SQLite file, or `:memory:`. */
export function openMirror(file: string, onAlarm: OnAlarm): Mirror {
  return new SqliteMirror(file, onAlarm);
}

