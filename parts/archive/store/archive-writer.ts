/** Adds entries to the archive: what an address answers from a moment on, and which version of a document is live. */
import { readFile } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { type ArchiveDatabase, type ArchiveTables, type EntryKind, entryKinds, lockArchive } from './archive-tables.ts';
import { type PageContext, hashEntry } from './archive-entry.ts';
import { ArchiveReader } from './archive-reader.ts';
import { TreeEdge } from './merkle-tree.ts';
import { chooseDictionary, compressPiece, hashBytes, hashDictionary, packNumbers, splitPage } from './page-pieces.ts';

export interface NewEntry {
  /** An address, or a document as `type/id.locale`. */
  subject: string;
  /** Milliseconds since 1970. */
  at: number;
  kind: EntryKind;
  /** The page, the target of a redirect, the version of a document; empty where an address ended, and for a file. */
  text: string;
  /** Only of a file: where its bytes are on this machine. */
  path?: string;
  /** Only of a page. */
  context?: PageContext;
}

/** What a subject was last. */
export interface NewestEntry {
  subject: string;
  kind: EntryKind;
  /** SHA-256. */
  hash: Uint8Array;
}

interface Last {
  kind: number;
  hash: Buffer;
  at: number;
}

/** Entries in one transaction. */
const entriesAtOnce = 50;
/** Rows in one statement, within the databases' limits for parameters. */
const rowsAtOnce = 100;
const rememberedPieces = 50_000;

type Write = Kysely<ArchiveTables>;

export class ArchiveWriter {
  readonly #archive: ArchiveDatabase;
  readonly #subjects = new Map<string, number>();
  /** The newest entry of each subject, by its number. */
  readonly #last = new Map<number, Last>();
  readonly #pieces = new LRUCache<string, number>({ max: rememberedPieces });
  /** The dictionary of each build. */
  readonly #dictionaries = new Map<string, { id: number; body: Buffer }>();
  #edge: TreeEdge | null = null;
  /** The last removal of pieces that this writer knows. */
  #removedAt = 0;
  #counts = { subject: 0, piece: 0, dictionary: 0 };

  constructor(archive: ArchiveDatabase) {
    this.#archive = archive;
  }

  /** Adds the entries that say something new, in the given order. A repetition, also after a crash, adds none. @returns how many were added. */
  async append(entries: readonly NewEntry[]): Promise<number> {
    let added = 0;
    for (let from = 0; from < entries.length; from += entriesAtOnce)
      added += await this.#appendPart(entries.slice(from, from + entriesAtOnce));
    return added;
  }

  /** What each subject was last. */
  async newest(): Promise<NewestEntry[]> {
    await this.#archive.db.transaction().execute((trx) => this.#catchUp(trx));
    const names = new Map([...this.#subjects].map(([name, id]) => [id, name]));
    return [...this.#last].map(([id, { kind, hash }]) => ({
      subject: names.get(id) ?? '',
      kind: entryKinds[kind] ?? 'gone',
      hash,
    }));
  }

  async #appendPart(entries: readonly NewEntry[]): Promise<number> {
    const { db, kind } = this.#archive;
    try {
      return await db.transaction().execute(async (trx) => {
        await lockArchive(trx, kind);
        const edge = await this.#catchUp(trx);
        const rows: ArchiveTables['archive_entry'][] = [];
        const leaves: Buffer[] = [];
        for (const entry of entries) {
          const subject = await this.#findSubject(trx, entry.subject);
          // The address of a file has a hash, so it is always the same.
          if (entry.kind === 'file' && this.#last.has(subject)) continue;
          const bytes = entry.path === undefined ? Buffer.from(entry.text) : await readPresent(entry.path);
          // A file that was removed meanwhile: the next start looks at its address again.
          if (!bytes) continue;
          const hash = hashBytes(bytes);
          const code = entryKinds.indexOf(entry.kind);
          if (await this.#isKnown(trx, subject, entry, hash)) continue;
          const page = entry.kind === 'page' ? await this.#writePage(trx, entry) : null;
          const file = entry.kind === 'file' ? packNumbers([await this.#findPiece(trx, bytes, null)]) : null;
          const seq = edge.size + rows.length;
          rows.push({
            seq,
            subject,
            at: entry.at,
            kind: code,
            hash,
            context: page?.context.id ?? null,
            parts: page?.parts ?? file ?? bytes,
          });
          leaves.push(
            hashEntry({
              seq,
              subject: entry.subject,
              at: entry.at,
              kind: entry.kind,
              hash,
              context: page?.context.hash ?? null,
            }),
          );
          if (entry.at >= (this.#last.get(subject)?.at ?? 0))
            this.#last.set(subject, { at: entry.at, kind: code, hash });
        }
        for (let from = 0; from < rows.length; from += rowsAtOnce)
          await trx
            .insertInto('archive_entry')
            .values(rows.slice(from, from + rowsAtOnce))
            .execute();
        for (const { level, index, hashes } of edge.append(leaves))
          await trx
            .insertInto('archive_tile')
            .values({ level, tile: index, hashes })
            .onConflict((conflict) => conflict.columns(['level', 'tile']).doUpdateSet({ hashes }))
            .execute();
        return rows.length;
      });
    } catch (error) {
      // What was not committed must not be remembered.
      this.#forget();
      throw error;
    }
  }

  #forget(): void {
    for (const map of [this.#subjects, this.#last, this.#pieces, this.#dictionaries]) map.clear();
    this.#edge = null;
    this.#counts = { subject: 0, piece: 0, dictionary: 0 };
  }

  /** Reads what other instances have added since the last time. */
  async #catchUp(trx: Write): Promise<TreeEdge> {
    const removal = await trx
      .selectFrom('archive_removal')
      .select('at')
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (removal && removal.at !== this.#removedAt) this.#pieces.clear();
    this.#removedAt = removal?.at ?? 0;
    const reader = new ArchiveReader({ ...this.#archive, db: trx });
    const size = await reader.readSize();
    if (this.#edge?.size === size) return this.#edge;
    const known = this.#edge?.size ?? 0;
    for (const { id, name } of await trx
      .selectFrom('archive_subject')
      .selectAll()
      .where('id', '>', this.#counts.subject)
      .execute())
      this.#subjects.set(name, id);
    const rows = trx.selectFrom('archive_entry').select(['subject', 'at', 'kind', 'hash']).orderBy('at');
    // At a start, the newest of each subject is enough: one search of the index for each.
    const wanted =
      known > 0
        ? rows.where('seq', '>=', known)
        : rows.where('seq', 'in', (query) =>
            query
              .selectFrom('archive_subject')
              .select((subject) =>
                subject
                  .selectFrom('archive_entry as newest')
                  .select('newest.seq')
                  .whereRef('newest.subject', '=', 'archive_subject.id')
                  .orderBy('newest.at', 'desc')
                  .orderBy('newest.seq', 'desc')
                  .limit(1)
                  .as('seq'),
              ),
          );
    for (const { subject, at, kind, hash } of await wanted.execute())
      if (at >= (this.#last.get(subject)?.at ?? 0)) this.#last.set(subject, { at, kind, hash: Buffer.from(hash) });
    for (const name of ['subject', 'piece', 'dictionary'] as const) {
      const row = await trx
        .selectFrom(`archive_${name}`)
        .select('id')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      this.#counts[name] = row?.id ?? 0;
    }
    this.#edge = await TreeEdge.read(size, reader.readTile);
    return this.#edge;
  }

  async #findSubject(trx: Write, name: string): Promise<number> {
    const known = this.#subjects.get(name);
    if (known !== undefined) return known;
    this.#counts.subject += 1;
    await trx.insertInto('archive_subject').values({ id: this.#counts.subject, name }).execute();
    this.#subjects.set(name, this.#counts.subject);
    return this.#counts.subject;
  }

  /** Whether the subject's entry at that moment says the same. Entries may come late: of another instance, or after a crash. */
  async #isKnown(trx: Write, subject: number, { subject: name, at, kind }: NewEntry, hash: Buffer): Promise<boolean> {
    const last = this.#last.get(subject);
    if (!last) return false;
    if (last.at <= at) return last.kind === entryKinds.indexOf(kind) && last.hash.equals(hash);
    const then = await new ArchiveReader({ ...this.#archive, db: trx }).findAt(name, at);
    return then !== null && then.kind === kind && then.hash.equals(hash);
  }

  async #writePage(trx: Write, { text, context }: NewEntry) {
    const dictionary = await this.#findDictionary(trx, context?.build ?? '', text);
    const about = Buffer.from(JSON.stringify(context ?? null));
    const numbers: number[] = [];
    for (const piece of splitPage(text)) numbers.push(await this.#findPiece(trx, Buffer.from(piece), dictionary));
    return {
      context: { id: await this.#findPiece(trx, about, dictionary), hash: hashBytes(about) },
      parts: packNumbers(numbers),
    };
  }

  async #findDictionary(trx: Write, build: string, text: string): Promise<{ id: number; body: Buffer }> {
    const known = this.#dictionaries.get(build);
    if (known) return known;
    const row = await trx
      .selectFrom('archive_dictionary')
      .select(['id', 'body'])
      .where('build', '=', build)
      .executeTakeFirst();
    const made = row
      ? { id: row.id, body: Buffer.from(row.body) }
      : { id: (this.#counts.dictionary += 1), body: chooseDictionary(text) };
    if (!row)
      await trx
        .insertInto('archive_dictionary')
        .values({ ...made, build, hash: hashDictionary(build, made.body) })
        .execute();
    this.#dictionaries.set(build, made);
    return made;
  }

  async #findPiece(trx: Write, piece: Buffer, dictionary: { id: number; body: Buffer } | null): Promise<number> {
    const hash = hashBytes(piece);
    const key = hash.toString('latin1');
    const known = this.#pieces.get(key);
    if (known !== undefined) return known;
    const row = await trx.selectFrom('archive_piece').select('id').where('hash', '=', hash).executeTakeFirst();
    let id = row?.id;
    if (id === undefined) {
      this.#counts.piece += 1;
      id = this.#counts.piece;
      await trx
        .insertInto('archive_piece')
        .values({ id, hash, dictionary: dictionary?.id ?? null, body: compressPiece(piece, dictionary?.body) })
        .execute();
    }
    this.#pieces.set(key, id);
    return id;
  }
}

async function readPresent(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
