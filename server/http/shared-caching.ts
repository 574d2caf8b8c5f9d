/** What an answer that is the same for everybody says to the caches between the site and its visitors. */

export interface SharedCaching {
  /**
   * @param usual the `cache-control` of an answer that nobody purges.
   * @param tags of the content that it is made of; empty when that is not known, or not all of it: then the answer says what is usual.
   * @returns names and values; `cache-control` is always among them.
   */
  headers: (usual: string, tags: Iterable<string>) => [name: string, value: string][];
  /** False where the CDN ignores `Vary: Accept-Language`: what differs by language at one address is then for browsers only. */
  variesByLanguage: boolean;
}

/** Without a CDN that is told what changed, or with one that cannot be trusted with an answer: minutes or seconds, as the answer itself says. */
export const unpurged: SharedCaching = { headers: (usual) => [['cache-control', usual]], variesByLanguage: true };

/** The tag of all documents of a type, for answers that are made of all of them: stale with any change of that type. */
export function wholeTypeTag(type: string): string {
  return `type:${type}`;
}

/** The tag of all of the content, for answers that any document may change: sitemaps; a redirect, whose address any new document may take. */
export const anyChangeTag = 'any';
