/** Answers what an address was at a moment, and how it changed. */
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { ArchiveEntry, PageContext } from './archive-entry.ts';
import { type ArchiveDatabase, entryKinds, isInPieces } from './archive-tables.ts';
import type { DailyHead } from './daily-heads.ts';
import { type ReadTile, type TreeHead, readRoot } from './merkle-tree.ts';
import { decompressPiece, hashBytes, hashDictionary, unpackNumbers } from './page-pieces.ts';

/** An entry with its end: the moment of the next one of the same subject, null while it lasts. */
export interface DatedEntry extends ArchiveEntry {
  until: number | null;
}

/** A page as it was served, the target of a redirect, or the version of a document. */
export interface ArchivedText {
  /** Null when its time was over, and the bytes were removed. */
  text: string | null;
  context: PageContext | null;
}

const dictionariesKept = 8;
/** Numbers in one statement. */
const numbersAtOnce = 500;

/** A piece or row that should be there is not, or is not what its hash says. */
export class ArchiveDamaged extends Error {
  override name = 'ArchiveDamaged';
}

export class ArchiveReader {
  readonly #archive: ArchiveDatabase;
  readonly #dictionaries = new LRUCache<number, Buffer>({ max: dictionariesKept });

  constructor(archive: ArchiveDatabase) {
    this.#archive = archive;
  }

  /** Finds what a subject was at a moment. @returns null when the archive has nothing of it until then. */
  async findAt(subject: string, at: number): Promise<DatedEntry | null> {
    const [row] = await this.#select()
      .where('archive_subject.name', '=', subject)
      .where('archive_entry.at', '<=', at)
      .orderBy('archive_entry.at', 'desc')
      .orderBy('archive_entry.seq', 'desc')
      .limit(1)
      .execute();
    if (!row) return null;
    const entry = toEntry(row);
    const next = await this.#archive.db
      .selectFrom('archive_entry')
      .select('at')
      .where('subject', '=', row.subjectId)
      .where('at', '>', at)
      .orderBy('at')
      .limit(1)
      .executeTakeFirst();
    return { ...entry, until: next?.at ?? null };
  }

  /** Lists what a subject was, in order. @param most of the newest. */
  async listChanges(subject: string, most = Number.MAX_SAFE_INTEGER): Promise<DatedEntry[]> {
    const rows = await this.#select()
      .where('archive_subject.name', '=', subject)
      .orderBy('archive_entry.at', 'desc')
      .orderBy('archive_entry.seq', 'desc')
      .limit(most)
      .execute();
    return rows
      .toReversed()
      .map(toEntry)
      .map((entry, index, all) => ({ ...entry, until: all[index + 1]?.at ?? null }));
  }

  /** Lists what a subject was in a period, in order, from what it was when that began; then the first entry after it, if there is one, without its own end. */
  async listPeriod(subject: string, from: number, until: number): Promise<DatedEntry[]> {
    const start = (await this.findAt(subject, from))?.at ?? from;
    const within = this.#select().where('archive_subject.name', '=', subject).orderBy('archive_entry.at');
    const [rows, after] = await Promise.all([
      within
        .where('archive_entry.at', '>=', start)
        .where('archive_entry.at', '<', until)
        .orderBy('archive_entry.seq')
        .execute(),
      within.where('archive_entry.at', '>=', until).orderBy('archive_entry.seq').limit(1).execute(),
    ]);
    return [...rows, ...after]
      .map(toEntry)
      .map((entry, index, all) => ({ ...entry, until: all[index + 1]?.at ?? null }));
  }

  /** Finds addresses that were pages at some time and contain a part, in their order. */
  async findAddresses(part: string, most: number): Promise<string[]> {
    const pattern = `%${part.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
    const rows = await this.#archive.db
      .selectFrom('archive_subject')
      .select('name')
      .where('name', 'like', '/%')
      .where(sql<boolean>`lower(name) like ${pattern} escape '\\'`)
      .where((where) =>
        where.exists(
          where
            .selectFrom('archive_entry')
            .select('seq')
            .whereRef('archive_entry.subject', '=', 'archive_subject.id')
            .where('kind', '=', entryKinds.indexOf('page')),
        ),
      )
      .orderBy('name')
      .limit(most)
      .execute();
    return rows.map(({ name }) => name);
  }

  /** Reads entries in the order of the log. */
  async readLog(from: number, limit: number): Promise<ArchiveEntry[]> {
    const rows = await this.#select()
      .where('archive_entry.seq', '>=', from)
      .orderBy('archive_entry.seq')
      .limit(limit)
      .execute();
    return rows.map(toEntry);
  }

  /** Reads what an entry says. @throws ArchiveDamaged */
  async read({ seq }: Pick<ArchiveEntry, 'seq'>): Promise<{ bytes: Buffer | null; context: PageContext | null }> {
    const row = await this.#archive.db
      .selectFrom('archive_entry')
      .select(['kind', 'context', 'parts'])
      .where('seq', '=', seq)
      .executeTakeFirst();
    if (!row) throw new ArchiveDamaged(`Entry ${seq} is not there.`);
    if (row.parts === null) return { bytes: null, context: null };
    const parts = Buffer.from(row.parts);
    if (!isInPieces(entryKinds[row.kind] ?? 'gone')) return { bytes: parts, context: null };
    const numbers = unpackNumbers(parts);
    const pieces = await this.#readPieces(row.context === null ? numbers : [...numbers, row.context]);
    const read = (number: number): Buffer => {
      const piece = pieces.get(number);
      if (!piece) throw new ArchiveDamaged(`Piece ${number} of entry ${seq} is not there.`);
      return piece;
    };
    return {
      bytes: Buffer.concat(numbers.map(read)),
      context: row.context === null ? null : (JSON.parse(read(row.context).toString()) as PageContext | null),
    };
  }

  /** The same for everything but a file, whose bytes are no text. @throws ArchiveDamaged */
  async readText(entry: Pick<ArchiveEntry, 'seq'>): Promise<ArchivedText> {
    const { bytes, context } = await this.read(entry);
    return { text: bytes && bytes.toString(), context };
  }

  /** The bytes of a page or file, or null when its time was over. @throws ArchiveDamaged */
  async readBytes(entry: Pick<ArchiveEntry, 'seq'>): Promise<Buffer | null> {
    return (await this.read(entry)).bytes;
  }

  /** How many entries there are. */
  async readSize(): Promise<number> {
    const newest = await this.#archive.db
      .selectFrom('archive_entry')
      .select('seq')
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    return newest ? newest.seq + 1 : 0;
  }

  async readHead(): Promise<TreeHead> {
    const size = await this.readSize();
    return { size, root: await readRoot(size, this.readTile) };
  }

  /** Lists the heads of the newest days, the newest first. */
  async listDailyHeads(most = Number.MAX_SAFE_INTEGER): Promise<DailyHead[]> {
    const rows = await this.#archive.db
      .selectFrom('archive_head')
      .selectAll()
      .orderBy('day', 'desc')
      .limit(most)
      .execute();
    return rows.map(({ day, size, root }) => ({ day, size, root: Buffer.from(root) }));
  }

  readonly readTile: ReadTile = async (level, tile) => {
    const row = await this.#archive.db
      .selectFrom('archive_tile')
      .select('hashes')
      .where('level', '=', level)
      .where('tile', '=', tile)
      .executeTakeFirst();
    return row && Buffer.from(row.hashes);
  };

  #select() {
    return this.#archive.db
      .selectFrom('archive_entry')
      .innerJoin('archive_subject', 'archive_subject.id', 'archive_entry.subject')
      .leftJoin('archive_piece', 'archive_piece.id', 'archive_entry.context')
      .select([
        'archive_entry.seq',
        'archive_entry.at',
        'archive_entry.kind',
        'archive_entry.hash',
        'archive_entry.subject as subjectId',
        'archive_subject.name as subject',
        'archive_piece.hash as context',
      ]);
  }

  async #readPieces(numbers: readonly number[]): Promise<Map<number, Buffer>> {
    const pieces = new Map<number, Buffer>();
    for (let from = 0; from < numbers.length; from += numbersAtOnce) {
      const rows = await this.#archive.db
        .selectFrom('archive_piece')
        .selectAll()
        .where('id', 'in', numbers.slice(from, from + numbersAtOnce))
        .execute();
      for (const { id, hash, dictionary, body } of rows) {
        const piece = await this.#decompress(Buffer.from(body), dictionary);
        if (!hashBytes(piece).equals(hash)) throw new ArchiveDamaged(`Piece ${id} was changed.`);
        pieces.set(id, piece);
      }
    }
    return pieces;
  }

  async #decompress(body: Buffer, dictionary: number | null): Promise<Buffer> {
    const found = dictionary === null ? undefined : await this.#readDictionary(dictionary);
    try {
      return decompressPiece(body, found);
    } catch (error) {
      throw new ArchiveDamaged('A piece cannot be read.', { cause: error });
    }
  }

  async #readDictionary(id: number): Promise<Buffer | undefined> {
    const known = this.#dictionaries.get(id);
    if (known) return known;
    const row = await this.#archive.db
      .selectFrom('archive_dictionary')
      .select(['build', 'hash', 'body'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) return undefined;
    const body = Buffer.from(row.body);
    if (!hashDictionary(row.build, body).equals(row.hash)) throw new ArchiveDamaged(`Dictionary ${id} was changed.`);
    this.#dictionaries.set(id, body);
    return body;
  }
}

interface Row {
  seq: number;
  at: number;
  kind: number;
  hash: Uint8Array;
  subject: string;
  context: Uint8Array | null;
}

function toEntry({ seq, at, kind, hash, subject, context }: Row): ArchiveEntry {
  return {
    seq,
    subject,
    at,
    kind: entryKinds[kind] ?? 'gone',
    hash: Buffer.from(hash),
    context: context && Buffer.from(context),
  };
}
