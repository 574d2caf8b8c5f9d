/** The interface of the replica; `replica.ts` implements it with SQLite. */
import type { DocumentAddress, DocumentName } from '../document-address.ts';
import type { Locale } from '../locales.ts';
import type { DocumentType } from '../model.ts';
import type { Synonyms } from '../search/synonyms.ts';
import type { TextIndex } from '../search/text-index.ts';
import type { MediaFile, Snapshot, WireDocument } from '../wire-document.ts';
import type { FormerSlug, SitemapDocument, SitemapPart } from './document-index.ts';
import type { WriteReport } from './document-writer.ts';
import type { FillIn, Reader } from './reader.ts';
import type { ReceivedSnapshot } from './received-snapshot.ts';
import type { DocumentCount } from './shrink.ts';
import type { WireText } from './wire-text.ts';

export interface ApplyReport extends WriteReport {
  /** True when a removal was too large, so its documents stay. */
  held: boolean;
  /** The held removal, such as `102 of 102 documents of page`; null when none is held. */
  tooMuch: string | null;
  /** False when nothing at all was applied, because the removal was so large that the rest is not trusted either. */
  applied: boolean;
}

export interface Changes {
  /** Documents that are not parsed yet are parsed in the transaction. */
  documents: readonly (WireDocument | WireText)[];
  removed: readonly DocumentAddress[];
  media: readonly MediaFile[];
}

/** The version of a document that visitors get, and since when on this machine. */
export interface LiveVersion {
  version: string;
  updatedAt: string;
  since: string;
}

export interface ApplyOptions {
  /** Apply the snapshot however many documents it removes. */
  confirmShrink?: boolean;
  /** True for documents that are newer here than in the snapshot: they stay as they are. */
  keep?: (document: DocumentAddress) => boolean;
}

export interface ReplicaStorage {
  /** The `location` of `OpenReplica` in `file/database.ts`. */
  location: string;
  /** Increases when a new file replaces a broken one, which may be in the same place. */
  edition: number;
}

/** The part of the replica that pages and endpoints read. */
export interface PublishedContent {
  /** A reader that records the tags of what it returns; one for each render. */
  reader: () => Reader;
  /** The texts that the search finds. */
  texts: TextIndex;
  /** Words that mean the same in a search, by what editors wrote. */
  synonyms: (locale: Locale) => Synonyms;
  media: (url: string) => MediaFile | null;
  /** Null for a document that visitors do not get. */
  live: (document: DocumentAddress) => LiveVersion | null;
  /** A document as its feed delivered it; null when there is none. */
  wire: (document: DocumentAddress) => unknown;
  /** All documents of a type in exactly one language as their feed delivered them, by id; those that cannot be read are left out. */
  wires: (type: DocumentType, locale: Locale) => Map<string, unknown>;
  sitemapParts: () => SitemapPart[];
  /** The documents with pages in a part, in all languages, without those taken down; those of a document follow each other. @param part from 0 */
  sitemapDocuments: (part: number) => SitemapDocument[];
  /** Every former slug; an export reads them. */
  formerSlugs: () => FormerSlug[];
  /** How many documents it holds; 0 until an empty replica is filled. */
  size: () => number;
  /** A number that changes with the content, so that values derived from many documents can be cached until then. */
  generation: () => number;
  /**
   * Calls `look` with a replica in which documents are changed, and takes the change back. Nobody else sees it, since all of it happens synchronously.
   * @param look gets the tags of the change too, and must not use the replica after it returns. @returns what `look` returns.
   * @throws SQLite's error while another thread writes.
   */
  asIf: <Result>(
    changes: Changes,
    fillIn: FillIn | null,
    look: (replica: Replica, changed: ReadonlySet<string>) => Result,
  ) => Result;
  /** Where other threads of this process open it. */
  storage: () => ReplicaStorage;
}

/** The part of the replica that a feed and its thread use. */
export interface Replica extends PublishedContent {
  /** Replaces the content by a feed's snapshot: for content of our own. */
  apply: (snapshot: Snapshot, options?: ApplyOptions) => ApplyReport;
  /** Begins a snapshot that arrives in parts; the caller must close it. @param types of which it will have all documents; null for all types. */
  receive: (types?: ReadonlySet<DocumentType> | null) => ReceivedSnapshot;
  /**
   * Replaces the content by what was received: each step of the iterator is one transaction, and its report names what that part changed. Until an empty
   * replica has all of it, it counts as empty. @throws when the replica's file broke since `receive`.
   */
  accept: (received: ReceivedSnapshot, options?: ApplyOptions) => Generator<ApplyReport, void, void>;
  /** Parses documents that the replica does not have yet, large ones in another thread. @throws the signal's reason. */
  parse: (documents: readonly WireDocument[], signal?: AbortSignal) => Promise<WireText[]>;
  /** Writes and removes documents in one transaction; the caller has checked that the removals are not too many. */
  change: (changes: Changes) => ApplyReport;
  /** Indexes some texts of which a figure has changed. @returns false when there are none. */
  indexFigures: () => boolean;
  /** Documents that name a file, whatever its extension and folder are. */
  mentioning: (url: string) => DocumentAddress[];
  /** Documents with a picture that has no local copy. */
  withoutPictures: () => DocumentAddress[];
  /** Documents that refer to `target`: when it goes, the content service changes them without reporting it. */
  referring: (target: DocumentAddress) => DocumentAddress[];
  /** How many documents there are of each type and language. */
  counts: () => DocumentCount[];
  /** The languages in which the replica has a document, taken down or not. Without a name, every document: for tests and tools, since there may be many. */
  addresses: (name?: DocumentName) => DocumentAddress[];
  /** Checks every document, some in each step, and repairs the damaged ones; a sync does the same for the documents that it receives. */
  check: () => Iterable<void>;
  /** From now on, readers see what other threads write only after `renew`. */
  pin: () => void;
  /** Lets readers see what another thread has written. @param changed tags of it. */
  renew: (changed: ReadonlySet<string>) => Promise<void>;
  /** Call when another thread has replaced a broken file. */
  reopen: (location: string) => void;
  /** Moves the journal into the file, as far as no reader needs the former content. */
  checkpoint: () => void;
  close: () => void;
}
