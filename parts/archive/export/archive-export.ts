/**
 * Builds an export of a period of one address, or of all addresses below one, that can be checked without this software: the pages as they were served, what they came
 * from, and the proof that the log has them.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AddressRange } from '../archived-address.ts';
import { writeEntry } from '../store/archive-entry.ts';
import type { ArchiveReader, DatedEntry } from '../store/archive-reader.ts';
import { type ReadTile, type TreeHead, proveInclusion } from '../store/merkle-tree.ts';
import { hashBytes } from '../store/page-pieces.ts';
import { checkProgram } from './check-program.ts';
import type { ZipFile } from './zip-writer.ts';

export interface ExportRequest extends AddressRange {
  /** Milliseconds since 1970; what stood at `from` is in it, what began at `until` is not. */
  from: number;
  until: number;
}

/** The proof and the index are in memory until the end: some 40 MB for so many versions of pages. */
export const mostVersions = 2000;
/** Addresses that an export may have. */
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
interface Evidence {
  file?: string;
  text?: string;
  origin?: string;
}
interface Proven {
  entry: DatedEntry;
  evidence: Evidence;
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
  for (const { entry, evidence } of proven) {
    // Visitors come first.
    await nextTurn();
    const proof = await proveInclusion(entry.seq, size, readTile);
    lines.push(
      JSON.stringify({ leaf: writeEntry(entry), proof: proof.map((hash) => hash.toString('hex')), ...evidence }),
    );
  }
  return lines;
}

/** A row of the list that a person reads. */
interface IndexRow {
  entry: DatedEntry;
  /** The target of a redirect; null when its time was over. */
  text: string | null;
  /** The file of a page in the export. */
  name: string | null;
  build: string | null;
  /** What the page was made from, with the version that stood then. */
  documents: { document: string; version: string | null }[];
}

/** What the texts for a person say; in English, for any regulator. */
interface ExportFacts {
  request: ExportRequest;
  site: string;
  head: TreeHead;
}

/** Yields the files of the export, one after the other. @param site its public address. @throws ExportTooLarge, ArchiveDamaged */
export function exportArchive(
  reader: ArchiveReader,
  request: ExportRequest,
  site: string,
): AsyncGenerator<ZipFile, void, void> {
  return new ArchiveExport(reader, request, site).build();
}

class ArchiveExport {
  readonly #reader: ArchiveReader;
  readonly #request: ExportRequest;
  readonly #site: string;
  readonly #documents: AppliedDocuments;
  /** Lines of `checksums.txt`. */
  readonly #sums: string[] = [];
  /** Rows of `index.html`. */
  readonly #rows: string[] = [];
  /** By their numbers in the log. */
  readonly #proven = new Map<number, Proven>();
  /** Addresses of the files that pages and styles name. */
  readonly #named = new Set<string>();

  constructor(reader: ArchiveReader, request: ExportRequest, site: string) {
    this.#reader = reader;
    this.#request = request;
    this.#site = site;
    this.#documents = new AppliedDocuments(reader);
  }

  async *build(): AsyncGenerator<ZipFile, void, void> {
    for (const entry of await listEntries(this.#reader, this.#request)) {
      // What an address was next only proves the end of its last version.
      if (entry.at >= this.#request.until) this.#prove(entry, {});
      else yield* this.#addVersion(entry);
    }
    // A style names fonts and pictures: they are added to the set meanwhile.
    for (const address of this.#named) yield* this.#addFile(address);
    const head = await this.#chooseHead();
    const proofs = await proveAll(this.#reader, this.#proven.values(), head.size);
    const root = head.root.toString('hex');
    const facts = { request: this.#request, site: this.#site, head };
    yield this.#file('proof.json', `{"size":${head.size},"root":"${root}","entries":[\n${proofs.join(',\n')}\n]}\n`);
    yield this.#file('index.html', writeIndex({ ...facts, rows: this.#rows }));
    yield this.#file('README.txt', writeReadme(facts));
    yield this.#file('check.py', checkProgram);
    yield { name: 'checksums.txt', bytes: Buffer.from(this.#sums.join('')) };
  }

  /** Adds what an address was: the page, if it was one, and the documents that it showed. */
  async *#addVersion(entry: DatedEntry): AsyncGenerator<ZipFile, void, void> {
    const { text, context } = await this.#reader.readText(entry);
    const name = entry.kind === 'page' && text !== null ? namePage(entry) : null;
    if (text === null) this.#prove(entry, {});
    else if (name === null) this.#prove(entry, { text });
    else {
      yield this.#file(name, text);
      this.#nameFiles(text);
      this.#prove(entry, { file: name, origin: JSON.stringify(context) });
    }
    const documents: IndexRow['documents'] = [];
    for (const document of context?.documents ?? []) documents.push(await this.#addDocument(document, entry.at));
    this.#rows.push(writeRow({ entry, text, name, build: context?.build ?? null, documents }));
  }

  async #addDocument(document: string, at: number): Promise<IndexRow['documents'][number]> {
    const version = await this.#documents.find(document, at);
    if (version) this.#prove(version.entry, version.text === null ? {} : { text: version.text });
    return { document, version: version?.text ?? null };
  }

  async *#addFile(address: string): AsyncGenerator<ZipFile, void, void> {
    const entry = await this.#reader.findAt(address, Date.now());
    const bytes = entry?.kind === 'file' ? await this.#reader.readBytes(entry) : null;
    if (!entry || !bytes) return;
    const name = address.slice(1);
    yield this.#file(name, bytes);
    if (name.endsWith('.css')) this.#nameFiles(bytes.toString());
    this.#prove(entry, { file: name });
  }

  #file(name: string, content: Buffer | string): ZipFile {
    const bytes = Buffer.from(content);
    this.#sums.push(`${hashBytes(bytes).toString('hex')}  ${name}\n`);
    return { name, bytes };
  }

  #prove(entry: DatedEntry, evidence: Evidence): void {
    if (!this.#proven.has(entry.seq)) this.#proven.set(entry.seq, { entry, evidence });
  }

  #nameFiles(text: string): void {
    for (const [address] of text.matchAll(fileAddresses)) if (!address.includes('..')) this.#named.add(address);
  }

  /** Chooses the newest public head, or, while it does not cover the whole export, the present one. The site writes entries meanwhile, so call it last. */
  async #chooseHead(): Promise<TreeHead> {
    const [published] = await this.#reader.listDailyHeads(1);
    const isCovered = published && [...this.#proven.keys()].every((seq) => seq < published.size);
    return isCovered ? published : this.#reader.readHead();
  }
}

/** The versions of documents that stood at moments; each document is read once. */
class AppliedDocuments {
  readonly #reader: ArchiveReader;
  readonly #changes = new Map<string, DatedEntry[]>();
  readonly #texts = new Map<number, string | null>();

  constructor(reader: ArchiveReader) {
    this.#reader = reader;
  }

  /** @returns null when none existed at that time. */
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

function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);
}

function writeTime(moment: number | null): string {
  return moment === null ? 'now' : new Date(moment).toISOString();
}

function nameRange({ address, below, from, until }: ExportRequest): string {
  return `${address}${below ? ' and below' : ''}, ${writeTime(from)} to ${writeTime(until)}`;
}

/** One row of the list. */
function writeRow({ entry, text, name, build, documents }: IndexRow): string {
  const { subject, at, until, kind, hash, seq } = entry;
  const what = name
    ? `<a href="${escapeText(encodeURI(name))}">the page</a>`
    : kind === 'redirect'
      ? `led to ${escapeText(text ?? 'an address that is no longer kept')}`
      : kind === 'gone'
        ? 'nothing'
        : 'a page whose bytes are no longer kept';
  const list = documents.map(
    ({ document, version }) => `<li>${escapeText(document)} <small>${escapeText(version ?? '')}</small></li>`,
  );
  const origin =
    build === null
      ? ''
      : `<details><summary>${documents.length} documents, build ${escapeText(build)}</summary><ul>${list.join('')}</ul></details>`;
  return `<tr><td>${escapeText(subject)}<td>${writeTime(at)}<td>${writeTime(until)}<td>${what}<td>${seq}<td><code>${hash.toString('hex')}</code>${origin}`;
}

function writeIndex({ request, site, head, rows }: ExportFacts & { rows: readonly string[] }): string {
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>What stood on ${escapeText(site)}</title>
<style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:2rem}table{border-collapse:collapse}td,th{border:1px solid #8886;padding:.4rem .6rem;text-align:start;vertical-align:top}td:nth-child(2),td:nth-child(3){white-space:nowrap}code,small{overflow-wrap:anywhere}</style>
<h1>What stood on ${escapeText(site)}</h1>
<p>${escapeText(nameRange(request))}. Times are UTC. The files are proved by the first ${head.size} entries of the log, with the root <code>${head.root.toString('hex')}</code>: see <a href="README.txt">README.txt</a>.
<table><thead><tr><th>Address<th>From<th>Until<th>What it was<th>Entry<th>SHA-256, and what it was made from<tbody>
${rows.join('\n')}
</table></html>
`;
}

function writeReadme({ request, site }: ExportFacts): string {
  return `What stood on ${site}: ${nameRange(request)}.
index.html lists it, and proves nothing itself. pages/ has each page exactly as it was served; assets/, media/ and drawings/ have its pictures, styles and fonts.
To see pages with their pictures: run "python3 -m http.server" in this folder and open http://localhost:8000/.
To check everything: run "python3 check.py" (Python 3, nothing else). It compares each file with its entry of the
log, and each entry with the root of the log (a Merkle tree, RFC 9162), and names every fault.
Then compare size and root with a head that does not come from us alone: one that somebody kept of those that
${site}/.well-known/page-log
publishes, one a day. If none has this size, export the period again tomorrow: a published head then covers it.
proof.json has the entries: [number, address or document, from, kind, SHA-256, SHA-256 of what it was made from].
A version lasts until the next entry of its address. Answers to searches and forms are not kept, nor are pictures
in a size that no visitor was given.
`;
}
