/** What a feed is: the one door through which content reaches the mirror. `files` reads `demo/`; `strapi` reads the CMS. */
import type { DocumentType, Locale } from '../model.ts';
import type { Problem } from '../parse/problem.ts';

/** A document as it came over the wire, with the address of the place it came from for people who must repair it. */
export interface WireDocument {
  type: DocumentType;
  locale: Locale;
  wire: unknown;
  source: string;
  /** What the feed itself found, such as an image that is not there. */
  problems?: Problem[];
}

/** A file the site serves itself under `/media/`. */
export interface MediaFile {
  /** Address below the site's origin. */
  url: string;
  /** Where its bytes are on this machine. */
  file: string;
  contentType: string;
}

export interface Snapshot {
  documents: WireDocument[];
  media: MediaFile[];
}

export interface Feed {
  name: string;
  /** Everything that is published now. @throws when the source cannot be read as a whole; the mirror then keeps what it has. */
  snapshot: () => Promise<Snapshot>;
}
