/** Checks whether the address that shows a document answers: a document in the replica that no address shows is not live. */
import type { DocumentAddress } from '../../content/document-address.ts';
import type { LiveVersion, Replica } from '../../content/replica/replica.ts';
import { findShownPath } from './preview-path.ts';
import { parsePageAddress } from './page-address.ts';
import type { SitePages, SiteRenderer } from './site-pages.ts';

export interface LiveAddress {
  /** Where visitors see the document, with its language. */
  address: string;
  /** True when the address answers with a page or a redirect. */
  answers: boolean;
}

interface Options {
  replica: Replica;
  pages: SitePages;
  renderer: () => Promise<SiteRenderer>;
}

export class LiveAddressChecker {
  readonly #options: Options;
  constructor(options: Options) {
    this.#options = options;
  }

  /** Finds the address that shows a document, and asks the site whether it answers. */
  async check({ type, id, locale }: DocumentAddress): Promise<LiveAddress> {
    const { replica, pages, renderer } = this.#options;
    const address = findShownPath(replica.reader(), type, id, locale);
    const parsed = parsePageAddress(address);
    if (parsed.kind !== 'page') return { address, answers: false };
    const { kind } = pages.answer(pages.request(await renderer(), parsed.address));
    return { address, answers: kind === 'page' || kind === 'redirect' };
  }

  /** Finds the version that visitors get of a document, or null when they get none. */
  async findVersion(document: DocumentAddress): Promise<LiveVersion | null> {
    const version = this.#options.replica.live(document);
    return version && (await this.check(document)).answers ? version : null;
  }
}
