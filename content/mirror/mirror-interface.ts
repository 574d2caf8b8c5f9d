/** What the replica can be asked and told; `mirror.ts` makes it with SQLite. */
import type { OnAlarm } from '../alarm.ts';
import type { MediaFile, Snapshot, WireDocument } from '../feed/feed.ts';
import type { DocumentType } from '../model.ts';
import type { Locale } from '../locales.ts';
import type { DocumentAddress, ListedDocument } from './document-index.ts';
import type { IncomingDocument, WriteReport } from './document-writer.ts';
import type { Intake } from './intake.ts';
import type { Reader } from './reader.ts';

export interface ApplyReport extends WriteReport {
  /** True when too much would have gone: those documents stay. */
  held: boolean;
  /** What that is, such as `102 of 102 documents of page`; null unless it is held. */
  tooMuch: string | null;
  /** False when nothing at all was taken, because so much would have gone that the rest is not believed either. */
  applied: boolean;
}

export interface Changes {
  /** Those that were not read ahead are parsed on the spot, while everybody waits. */
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

export interface ApplyOptions {
  /** Apply it however much goes. */
  confirmShrink?: boolean;
  /** True for documents that are newer here than in the snapshot: they stay as they are. */
  keep?: (document: DocumentAddress) => boolean;
}

export interface Mirror {
  /** Replaces the content by a feed's snapshot, in one go: for a start, and for content that is our own. */
  apply: (snapshot: Snapshot, options?: ApplyOptions) => ApplyReport;
  /** Begins a snapshot that comes in parts; whoever began it closes it. */
  receive: () => Intake;
  /** Reads what came in, beside visitors, so that `accept` only writes. @throws the signal's reason. */
  readIntake: (intake: Intake, options?: Pick<ApplyOptions, 'keep'>, signal?: AbortSignal) => Promise<void>;
  /** Replaces the content by what came in. */
  accept: (intake: Intake, options?: ApplyOptions) => ApplyReport;
  /**
   * The same, one short transaction in each step of the iterator, so that visitors are served between them; each report names what its part
   * changed. An empty replica is filled in one. @throws when the replica's file breaks meanwhile.
   */
  acceptInParts: (intake: Intake, options?: ApplyOptions & { turnMs?: number }) => Iterable<ApplyReport>;
  /** Reads documents beside visitors, so that `change` only writes. @throws the signal's reason. */
  readAhead: (documents: readonly WireDocument[], signal?: AbortSignal) => Promise<IncomingDocument[]>;
  /** Writes and removes single documents; whoever calls has judged how much may go. */
  change: (changes: Changes) => ApplyReport;
  /** The languages that a document stands in. */
  localesOf: (type: DocumentType, id: string) => Locale[];
  /** Documents whose wire text holds a string, e.g. the address of a picture. */
  mentioning: (text: string) => DocumentAddress[];
  /** Documents that point at one: the content service changes them without a word when it goes. */
  referring: (target: DocumentAddress) => DocumentAddress[];
  /** Null for what visitors do not get. */
  live: (document: DocumentAddress) => LiveVersion | null;
  /** A document as its feed delivered it; null when there is none. */
  wire: (document: DocumentAddress) => unknown;
  /** Every document, in no order. */
  addresses: () => DocumentAddress[];
  /** Every document of some types that is not taken down, by type and id. */
  listing: (types: readonly DocumentType[]) => ListedDocument[];
  /** A copy in memory, to be changed without touching this one. */
  copy: (onAlarm: OnAlarm) => Mirror;
  /** A reader that records the tags of what it hands out; one for each render. */
  reader: () => Reader;
  media: (url: string) => MediaFile | null;
  /** Another number after each change of what readers find, for what is made from many documents and kept until then. */
  generation: () => number;
  /** Looks at every document and repairs what is damaged; a sync does the same with what comes in. */
  check: () => Promise<void>;
  /** How many documents it holds. */
  size: () => number;
  close: () => void;
}
