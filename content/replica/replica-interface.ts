/** The interface of the replica; `replica.ts` implements it with SQLite. */
import type { MediaFile, Snapshot, WireDocument } from '../feed/feed.ts';
import type { DocumentType } from '../model.ts';
import type { Locale } from '../locales.ts';
import type { DocumentAddress, FormerSlug, ListedDocument, ListedPart } from './document-index.ts';
import type { WriteReport } from './document-writer.ts';
import type { IncomingDocument } from './reading/incoming-document.ts';
import type { TextIndex } from '../search/text-index.ts';
import type { Intake } from './intake.ts';
import type { FillIn, Reader } from './reader.ts';
import type { Counted } from './shrink.ts';

export interface ApplyReport extends WriteReport {
  /** True when a removal was too large: those documents stay. */
  held: boolean;
  /** The held removal, such as `102 of 102 documents of page`; null when none is held. */
  tooMuch: string | null;
  /** True when this step changed nothing and says nothing: it only lets visitors be served. */
  pause?: boolean;
  /** False when nothing at all was applied, because the removal was so large that the rest is not trusted either. */
  applied: boolean;
}

export interface Changes {
  /** Documents that were not read ahead are parsed synchronously, while every visitor waits. */
  documents: readonly (WireDocument | IncomingDocument)[];
  removed: readonly DocumentAddress[];
  media: MediaFile[];
}

/** Which version of a document visitors get, and since when on this machine. */
export interface LiveVersion {
  version: string;
  updatedAt: string;
  since: string;
}

/**
 * Reads what is made from many documents before the first visitor needs it. It may be given up between two steps, each of which should be short.
 * @param read what it reads is kept. @param changed tags of what changed.
 */
export interface WarmUp {
  /** The type whose documents it reads: those that are written in parts are kept as they come, and need not be read again. */
  type: DocumentType;
  read: (read: Reader, changed: ReadonlySet<string>) => Iterable<void>;
}

export interface ApplyOptions {
  /** Apply the snapshot however many documents it removes. */
  confirmShrink?: boolean;
  /** True for documents that are newer here than in the snapshot: they stay as they are. */
  keep?: (document: DocumentAddress) => boolean;
}

export interface ReplicaStorage {
  /** As of `file/database.ts`. */
  location: string;
  /** Increases when a new file replaces a broken one, which may be in the same place. */
  edition: number;
}

export interface Replica {
  /** Replaces the content by a feed's snapshot in one synchronous transaction: for a start, and for content of our own. */
  apply: (snapshot: Snapshot, options?: ApplyOptions) => ApplyReport;
  /** Begins a snapshot that arrives in parts; the caller must close it. */
  receive: () => Intake;
  /** Parses what the intake received, with visitors served in between, so that `accept` only writes. @throws the signal's reason. */
  readIntake: (intake: Intake, options?: Pick<ApplyOptions, 'keep'>, signal?: AbortSignal) => Promise<void>;
  /** Replaces the content by what the intake received. @throws when the replica's file broke since `receive`. */
  accept: (intake: Intake, options?: ApplyOptions) => ApplyReport;
  /**
   * The same in parts: each step of the iterator is one transaction of about `turnMs` milliseconds, so that visitors are served in between, and
   * its report names what that part changed; readers may return what was there before until `show`. Until an empty replica has all of it, it counts as empty. @throws when the replica's file breaks meanwhile.
   */
  acceptInParts: (intake: Intake, options?: ApplyOptions & { turnMs?: number }) => Iterable<ApplyReport>;
  /** Parses documents that are not parsed yet, with visitors served in between, so that `change` only writes. @throws the signal's reason. */
  readAhead: (
    documents: readonly (WireDocument | IncomingDocument)[],
    signal?: AbortSignal,
  ) => Promise<IncomingDocument[]>;
  /** Writes and removes single documents in one transaction; the caller has checked that the removals are not too many. */
  change: (changes: Changes) => ApplyReport;
  /**
   * The same for many, a part in each step of the iterator: each document is right by itself, and visitors are served in between. Readers may
   * return what was there before until `show`.
   */
  changeInParts: (changes: Changes) => Iterable<ApplyReport>;
  /** Lets readers return what was written in parts. First it makes ahead what visitors will read, in short turns. @param changed their tags. */
  show: (changed: ReadonlySet<string>) => Promise<void>;
  /** The languages in which the replica has a document, taken down or not. */
  localesOf: (type: DocumentType, id: string) => Locale[];
  /** Documents that name a file, whatever its extension and folder are. */
  mentioning: (url: string) => DocumentAddress[];
  /** Documents with a picture that has no local copy. */
  withoutPictures: () => DocumentAddress[];
  /** Documents that refer to `target`: when it goes, the content service changes them without reporting it. */
  referring: (target: DocumentAddress) => DocumentAddress[];
  /** Null for a document that visitors do not get. */
  live: (document: DocumentAddress) => LiveVersion | null;
  /** A document as its feed delivered it; null when there is none. */
  wire: (document: DocumentAddress) => unknown;
  /** All documents of a type in exactly one language as their feed delivered them, by id; those that cannot be read are left out. */
  wires: (type: DocumentType, locale: Locale) => Map<string, unknown>;
  /** Every document: for tests and tools, since there may be many. */
  addresses: () => DocumentAddress[];
  /** How many documents there are of each type and language. */
  standing: () => Counted[];
  /** The parts of the sitemaps, by language. */
  parts: () => ListedPart[];
  /** The documents with pages in a part, in all languages, without those taken down; those of a document follow each other. @param part from 0 */
  listing: (part: number) => ListedDocument[];
  /**
   * Calls `look` with a replica in which documents are changed, and takes the change back. Nobody else sees it, since all of it happens synchronously.
   * @param look must not use the replica after it returns. @returns what `look` returns.
   */
  asIf: <Result>(changes: Changes, fillIn: FillIn | null, look: (replica: Replica) => Result) => Result;
  /** The texts that the search finds. */
  texts: TextIndex;
  /**
   * Indexes texts whose figures are not in the search yet, or changed. @param turnMs for which visitors may wait; a turn indexes at least one
   * text. @param limit how many texts at most. @returns false when there are none.
   */
  fillTexts: (turnMs: number, limit?: number) => boolean;
  /** Whether there is a text whose figures were never in the search. */
  hasUnfilledText: () => boolean;
  /** A reader that records the tags of what it returns; one for each render. */
  reader: () => Reader;
  media: (url: string) => MediaFile | null;
  /** Every last part of an address that leads to a newer one: few, and read for an export only. */
  formerSlugs: () => FormerSlug[];
  /** Where other threads of this process read it. */
  storage: () => ReplicaStorage;
  /** Whether readers return everything that was written. */
  isUpToDate: () => boolean;
  /** A number that changes with the content, so that values derived from many documents can be cached until then. */
  generation: () => number;
  /** Checks every document and repairs the damaged ones; a sync does the same for the documents that it receives. */
  check: () => Promise<void>;
  /** How many documents it holds. */
  size: () => number;
  close: () => void;
}
