/** Decides whether documents that are gone in Strapi may be removed after a hint or a poll; the replica decides after a full sync. */
import type { DocumentAddress } from '../document-address.ts';
import { type DocumentCount, findExcess, describeExcess, isTooMuch, findNamedExcess } from '../replica/shrink.ts';
import type { PublishedVersions } from './published-versions.ts';
import type { StrapiFeed } from './strapi-feed.ts';
import { strapiTypes } from './strapi-types.ts';

/** Removals within these milliseconds count together: a failing content service may lose one document after another. */
const removalWindow = 60_000;

export class Removals {
  readonly #feed: StrapiFeed;
  readonly #published: PublishedVersions;
  /** `at` is from `performance.now()`, which a change of the system clock does not affect. */
  #recent: { at: number; count: number }[] = [];

  constructor(feed: StrapiFeed, published: PublishedVersions) {
    this.#feed = feed;
    this.#published = published;
  }

  /**
   * Checks whether a removal is too large to be applied.
   * @param isNamed true for documents that a webhook named; a poll found the others missing.
   * @param present all documents before the removal.
   * @returns the excess, such as `3 of 3 documents of header`; null when the documents may be removed, which is then counted.
   * @throws StrapiError when Strapi's lists are shorter than the removal explains.
   */
  async checkRemoval(
    gone: readonly DocumentAddress[],
    isNamed: (document: DocumentAddress) => boolean,
    present: readonly DocumentCount[],
  ): Promise<string | null> {
    const now = performance.now();
    this.#recent = this.#recent.filter((removal) => now - removal.at < removalWindow);
    const recently = this.#recent.reduce((sum, removal) => sum + removal.count, 0);
    const excess =
      findNamedExcess(gone, present) ??
      describeExcess(
        findExcess(
          gone.filter((document) => !isNamed(document)),
          present,
        ),
      );
    if (excess !== null) return excess;
    const [lost, before] = [recently + gone.length, present.reduce((sum, { n }) => sum + n, recently)];
    if (isTooMuch(lost, before)) return `${lost} of ${before} documents within a minute`;
    await this.#published.checkTotals(this.#feed, gone, strapiTypes);
    this.#recent.push({ at: now, count: gone.length });
    return null;
  }
}

/** Describes documents that are gone in Strapi and still shown. */
export function describeHeld(tooMuch: string): string {
  return `${tooMuch} are gone in Strapi, which is too much to be believed. They stay until somebody confirms it.`;
}
