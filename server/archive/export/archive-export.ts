/**
 * Makes of a period of one address, or of all addresses below one, a folder that somebody can read and check who has nothing of ours: the pages as they were served, what
 * they came from, and the proof that the public log has them.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AddressRange } from '../archived-address.ts';
import { writeEntry } from '../store/archive-entry.ts';
import type { ArchiveReader, DatedEntry } from '../store/archive-reader.ts';
import { type ReadTile, proveInclusion } from '../store/merkle-tree.ts';
import { hashBytes } from '../store/page-pieces.ts';
import { checkProgram } from './check-program.ts';
import { type IndexRow, writeIndex, writeReadme, writeRow } from './export-index.ts';
import type { ZipFile } from './zip-writer.ts';

export interface ExportRequest extends AddressRange {
  /** Milliseconds since 1970; what stood at `from` is in it, what began at `until` is not. */
  from: number;
  until: number;
}

/** The proof and the index are in memory until the end: some 40 MB for so many versions of pages. */
export const mostVersions = 2000;
/** Addresses that are looked at. */
const mostAddresses = 20_000;

/** Addresses of files in a page or style: they have a hash of what they hold, so each holds the same for ever. */
const fileAddresses = /\/(?:assets|media|drawings|share-pictures)\/[^\s"'()<>,#?&\\]+/g;

export class ExportTooLarge extends Error {
  override name = 'ExportTooLarge';
}

/** Finds the addresses of a request. */
async function findAddresses(reader: ArchiveReader, { address, below }: AddressRange): Promise<string[]> {
  if (!below) return [address];
  const start = address === '/' ? '/' : `${address}/`;
  const found = await reader.findAddresses(start, mostAddresses);
  return [address, ...found.filter((one) => one.startsWith(start) && one !== address)];
}

/**
 * Lists what each address was in the period, in order, and what it was next, so that the end of each version is proved too.
 * @throws ExportTooLarge
 */
async function listEntries(reader: ArchiveReader, request: ExportRequest): Promise<DatedEntry[]> {
  const entries: DatedEntry[] = [];
  for (const address of await findAddresses(reader, request)) {
    await nextTurn();
    entries.push(...(await reader.listPeriod(address, request.from, request.until)));
    if (entries.length > mostVersions)
      throw new ExportTooLarge(
        `That is more than ${mostVersions} versions. Choose a shorter period or fewer addresses.`,
      );
  }
  return entries;
}

/** Counts the versions of pages in an export. @throws ExportTooLarge */
export async function countPages(reader: ArchiveReader, request: ExportRequest): Promise<number> {
  const entries = await listEntries(reader, request);
  return entries.filter(({ kind, at }) => kind === 'page' && at < request.until).length;
}

function namePage({ subject, at, seq }: DatedEntry): string {
  const moment = new Date(at).toISOString().replaceAll(':', '.');
  return `pages${encodeURI(subject).replace(/\/$/, '')}/${moment}-${seq}.html`;
}

/** The file with what an entry says, or the text itself; nothing when the bytes are not in the export. */
interface Said {
  file?: string;
  text?: string;
  origin?: string;
}
interface Proven {
  entry: DatedEntry;
  said: Said;
}

/** Writes the lines of `proof.json`. @param size of the log. */
async function proveAll(reader: ArchiveReader, proven: Iterable<Proven>, size: number): Promise<string[]> {
  const tiles = new Map<string, Promise<Buffer | undefined>>();
  const readTile: ReadTile = (level, index) => {
    const key = `${level} ${index}`;
    const tile = tiles.get(key) ?? reader.readTile(level, index);
    tiles.set(key, tile);
    return tile;
  };
  const lines: string[] = [];
  for (const { entry, said } of proven) {
    // Visitors come first.
    await nextTurn();
    const proof = await proveInclusion(entry.seq, size, readTile);
    lines.push(JSON.stringify({ leaf: writeEntry(entry), proof: proof.map((hash) => hash.toString('hex')), ...said }));
  }
  return lines;
}

/** Yields the files of the export, one after the other. @param site its public address. @throws ExportTooLarge, ArchiveDamaged */
export async function* exportArchive(
  reader: ArchiveReader,
  request: ExportRequest,
  site: string,
): AsyncGenerator<ZipFile, void, void> {
  const entries = await listEntries(reader, request);
  const sums: string[] = [];
  const rows: string[] = [];
  const file = (name: string, content: Buffer | string): ZipFile => {
    const bytes = Buffer.from(content);
    sums.push(`${hashBytes(bytes).toString('hex')}  ${name}\n`);
    return { name, bytes };
  };
  const proven = new Map<number, Proven>();
  const prove = (entry: DatedEntry, said: Said): void => {
    if (!proven.has(entry.seq)) proven.set(entry.seq, { entry, said });
  };

  const documents = new AppliedDocuments(reader);
  const files = new Set<string>();
  const wantFiles = (text: string): void => {
    for (const [address] of text.matchAll(fileAddresses)) if (!address.includes('..')) files.add(address);
  };
  for (const entry of entries) {
    const isNext = entry.at >= request.until;
    const { text, context } = isNext ? { text: null, context: null } : await reader.readText(entry);
    if (isNext || text === null) prove(entry, {});
    else if (entry.kind === 'page') {
      const name = namePage(entry);
      yield file(name, text);
      wantFiles(text);
      prove(entry, { file: name, origin: JSON.stringify(context) });
    } else prove(entry, { text });
    if (isNext) continue;
    const row: IndexRow = {
      entry,
      text,
      name: entry.kind === 'page' && text !== null ? namePage(entry) : null,
      build: context?.build ?? null,
      documents: [],
    };
    for (const document of context?.documents ?? []) {
      const version = await documents.find(document, entry.at);
      if (version) prove(version.entry, version.text === null ? {} : { text: version.text });
      row.documents.push({ document, version: version?.text ?? null });
    }
    rows.push(writeRow(row));
  }
  // A style names fonts and pictures: they are added while this goes on.
  for (const address of files) {
    const entry = await reader.findAt(address, Date.now());
    const bytes = entry?.kind === 'file' ? await reader.readBytes(entry) : null;
    if (!entry || !bytes) continue;
    const name = address.slice(1);
    yield file(name, bytes);
    if (name.endsWith('.css')) wantFiles(bytes.toString());
    prove(entry, { file: name });
  }
  // The site goes on writing: only now does the head cover all that is in the export.
  const head = await reader.readHead();
  const root = head.root.toString('hex');
  const proofs = await proveAll(reader, proven.values(), head.size);
  yield file('proof.json', `{"size":${head.size},"root":"${root}","entries":[\n${proofs.join(',\n')}\n]}\n`);
  yield file('index.html', writeIndex({ request, site, head, rows }));
  yield file('README.txt', writeReadme({ request, site, head }));
  yield file('check.py', checkProgram);
  yield { name: 'checksums.txt', bytes: Buffer.from(sums.join('')) };
}

/** The versions of documents that stood at moments; each document is read once. */
class AppliedDocuments {
  readonly #reader: ArchiveReader;
  readonly #changes = new Map<string, DatedEntry[]>();
  readonly #texts = new Map<number, string | null>();

  constructor(reader: ArchiveReader) {
    this.#reader = reader;
  }

  /** @returns null when the archive knows none of then. */
  async find(document: string, at: number): Promise<{ entry: DatedEntry; text: string | null } | null> {
    let changes = this.#changes.get(document);
    if (!changes) {
      changes = await this.#reader.listChanges(document);
      this.#changes.set(document, changes);
    }
    const entry = changes.findLast((one) => one.at <= at);
    if (!entry) return null;
    let text = this.#texts.get(entry.seq);
    if (text === undefined) {
      text = (await this.#reader.readText(entry)).text;
      this.#texts.set(entry.seq, text);
    }
    return { entry, text };
  }
}
