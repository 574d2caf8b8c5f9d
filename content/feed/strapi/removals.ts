/** Judges what hints and polls found gone in Strapi; a full sync is judged by the mirror. */
import type { DocumentAddress } from '../../mirror/document-index.ts';
import { isTooMuch, tooMuchGone } from '../../mirror/shrink.ts';
import type { StandingList } from './standing-list.ts';
import type { StrapiFeed } from './strapi-feed.ts';
import { strapiTypes } from './strapi-types.ts';

/** Removals of a minute count together: a content service that loses one document after another is losing all. */
const removalWindow = 60_000;

export class Removals {
  readonly #feed: StrapiFeed;
  readonly #standing: StandingList;
  #recent: { at: number; count: number }[] = [];

  constructor(feed: StrapiFeed, standing: StandingList) {
    this.#feed = feed;
    this.#standing = standing;
  }

  /**
   * @param size how many documents there are before these go.
   * @returns what is too much, such as `102 of 102 documents of page`; null when they may go, and then they count as gone.
   * @throws StrapiError when Strapi's lists contradict each other.
   */
  async tooMuch(gone: readonly DocumentAddress[], size: number): Promise<string | null> {
    const now = Date.now();
    this.#recent = this.#recent.filter((removal) => now - removal.at < removalWindow);
    const recently = this.#recent.reduce((sum, removal) => sum + removal.count, 0);
    const atOnce = tooMuchGone(gone, size, (type) => this.#standing.count(type));
    if (atOnce !== null) return atOnce;
    const [lost, before] = [recently + gone.length, recently + size];
    if (isTooMuch(lost, before)) return `${lost} of ${before} documents within a minute`;
    await this.#standing.checkTotals(this.#feed, gone, strapiTypes);
    this.#recent.push({ at: now, count: gone.length });
    return null;
  }
}

/** What is said of documents that are gone in Strapi and still shown. */
export function heldBecause(tooMuch: string): string {
  return `${tooMuch} are gone in Strapi, which is too much to be believed. They stay until somebody confirms it.`;
}
