/** The interface of feeds, through which all content reaches the replica: `files` reads `demo/`, `strapi` reads the CMS. */
import type { DocumentType, Locale } from './model.ts';
import type { Problem } from './problem.ts';

/** A document as a feed delivers it. `source` names its origin, for people who must repair it. */
export interface WireDocument {
  type: DocumentType;
  /** English for a language-neutral type (`language-neutral.ts`). */
  locale: Locale;
  wire: unknown;
  source: string;
  /** Problems that the feed itself found, such as a missing image. */
  problems?: Problem[];
}

/** A file that the site itself serves under `/media/`. */
export interface MediaFile {
  /** Address below the site's origin. */
  url: string;
  /** Path on this machine. */
  file: string;
  contentType: string;
}

/** All documents of a type in a locale, from a source that could not be read. `message` gives the reason. */
export interface UnreadList {
  type: DocumentType;
  locale: Locale;
  source: string;
  message: string;
}

export interface Snapshot {
  documents: WireDocument[];
  media: MediaFile[];
  /** Lists that could not be read. Their documents are unknown, not gone. */
  unread?: readonly UnreadList[];
}

export interface Feed {
  name: string;
  /** Reads all published content. @throws when the source cannot be read as a whole; the replica then keeps its content. */
  snapshot: () => Promise<Snapshot>;
}
