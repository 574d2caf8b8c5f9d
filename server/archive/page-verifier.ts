/** Answers `/verify`: whether an address, or a page that somebody saved, is or was ours. */
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { MemoryLimiter } from '../../base/memory-limiter.ts';
import type { PageVerifier } from '../../site/page/page-verifier.ts';
import { localePath } from '../../site/i18n/locale-path.ts';
import { comparePage } from '../../site/ui/verify/compare-pages.ts';
import { type PageText, readPageText } from '../../site/ui/verify/page-text.ts';
import {
  type AddressAnswer,
  type FileAnswer,
  type VersionsAnswer,
  answerFile,
  isOwnHost,
  maxVersions,
  readAddress,
} from '../../site/ui/verify/verify-answer.ts';
import { parsePageAddress } from '../pages/page-address.ts';
import type { ArchiveReader, DatedEntry } from './store/archive-reader.ts';
import type { SiteArchive } from './site-archive.ts';

/** Answers per minute and network: each may read a hundred pages. */
const maxAnswers = 30;
/** Pages whose words are kept, of some 100 KB each. */
const pagesKept = 60;

type NumberedVersion = NonNullable<VersionsAnswer['versions']>[number];

/** Finds the archive's name of a path as people type it: with a slash at its end, in capitals. @returns candidates, the likeliest first. */
function listSubjects(path: string): string[] {
  return [path, path.toLowerCase()].flatMap((typed) => {
    const parsed = parsePageAddress(typed.replace(/(?<=.)\/+$/, ''));
    return parsed.kind === 'page' ? [localePath(parsed.address.path, parsed.address.locale)] : [];
  });
}

/** Milliseconds that a question waits for a page that has just been served. */
const patience = 2500;
const pollMs = 100;

/** The archive does not have the newest page of an address yet, so nobody is told that it was never ours. */
export class ArchiveLate extends Error {
  override name = 'ArchiveLate';
}

export class ArchivedPages implements PageVerifier {
  readonly #archive: Pick<SiteArchive, 'reader' | 'isKept'>;
  readonly #ownHost: string;
  readonly #limit = new MemoryLimiter({ points: maxAnswers, seconds: 60 });
  readonly #pages = new LRUCache<number, PageText>({ max: pagesKept });

  constructor(archive: Pick<SiteArchive, 'reader' | 'isKept'>, siteUrl: string) {
    this.#archive = archive;
    this.#ownHost = new URL(siteUrl).host;
  }

  wait(address: string): number {
    return this.#limit.use(address);
  }

  async answerFile(file: { path: string }, typed: string): Promise<FileAnswer> {
    const bytes = await readFile(file.path);
    const reader = await this.#archive.reader();
    return answerFile(bytes, typed, this.#ownHost, async (path) => {
      const found = await this.#findSubject(reader, path);
      return found && this.#readVersions(reader, found.entries);
    });
  }

  async answerAddress(typed: string): Promise<AddressAnswer> {
    const address = readAddress(typed, this.#ownHost);
    if (!address) return { kind: 'no-address' };
    if (!isOwnHost(address.host, this.#ownHost)) return { kind: 'foreign', host: address.host };
    const found = await this.#findSubject(await this.#archive.reader(), address.path);
    if (!found) return { kind: 'unknown', path: address.path };
    const { reader, path, entries } = found;
    const first = entries[0]?.at ?? 0;
    const last = entries.at(-1);
    if (last?.kind === 'page') {
      const page = await this.#readPage(reader, last);
      // A release changes the bytes of a page more often than its words.
      const said = page && (await comparePage(page, this.#readVersions(reader, entries)));
      return { kind: 'stands', path, since: said?.kind === 'ours' ? said.from : last.at, first };
    }
    const stood = entries.findLast(({ kind }) => kind === 'page');
    if (!last || !stood) return { kind: 'unknown', path };
    const to = last.kind === 'redirect' ? (await reader.readText(last)).text : null;
    return { kind: 'stood', path, first, until: stood.until ?? last.at, to };
  }

  /**
   * Reads some versions of an address for a browser that compares by itself, the newest first.
   * @param before the number of an entry: only older ones. @returns null for an address that never was a page. @throws ArchiveLate
   */
  async listVersions(path: string, before: number, most: number): Promise<NumberedVersion[] | null> {
    const reader = await this.#archive.reader();
    const found = await this.#findSubject(reader, path);
    if (!found) return null;
    const versions: NumberedVersion[] = [];
    const older = found.entries.filter(({ seq }) => seq < before);
    for await (const version of this.#readVersions(reader, older)) {
      versions.push(version);
      if (versions.length >= most) break;
    }
    return versions;
  }

  async #findSubject(
    reader: ArchiveReader,
    path: string,
  ): Promise<{ reader: ArchiveReader; path: string; entries: DatedEntry[] } | null> {
    for (const subject of new Set(listSubjects(path))) {
      const entries = await this.#listChanges(reader, subject);
      if (entries.some(({ kind }) => kind === 'page')) return { reader, path: subject, entries };
    }
    return null;
  }

  /** @throws ArchiveLate when the archive does not have what the address answered last. */
  async #listChanges(reader: ArchiveReader, subject: string): Promise<DatedEntry[]> {
    for (const calledAt = Date.now(); ; await wait(pollMs)) {
      const entries = await reader.listChanges(subject);
      if (this.#archive.isKept(subject, entries)) return entries;
      if (Date.now() - calledAt > patience) throw new ArchiveLate();
    }
  }

  async *#readVersions(reader: ArchiveReader, entries: readonly DatedEntry[]): AsyncGenerator<NumberedVersion> {
    const pages = entries.filter(({ kind }) => kind === 'page').slice(-maxVersions);
    for (const entry of pages.toReversed()) {
      const page = await this.#readPage(reader, entry);
      if (page) yield { seq: entry.seq, from: entry.at, until: entry.until, page };
    }
  }

  async #readPage(reader: ArchiveReader, { seq, subject }: DatedEntry): Promise<PageText | null> {
    const kept = this.#pages.get(seq);
    if (kept) return kept;
    const { text } = await reader.readText({ seq });
    if (text === null) return null;
    const page = readPageText(text, subject);
    this.#pages.set(seq, page);
    return page;
  }
}
