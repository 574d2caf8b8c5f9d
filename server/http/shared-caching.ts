/** Defines the cache headers of answers that are the same for everybody, for the caches between the site and its visitors. */

export interface SharedCaching {
  /**
   * @param usual the `cache-control` without purges.
   * @param tags of the content in the answer; empty when they are not known completely: then the answer gets `usual`.
   * @returns names and values; `cache-control` is always among them.
   */
  headers: (usual: string, tags: Iterable<string>) => [name: string, value: string][];
  /** False when the CDN ignores `Vary: Accept-Language`: then only browsers may store answers that differ by language. */
  variesByLanguage: boolean;
}

/** The headers of answers that are not purged: each keeps its usual `cache-control`. */
export const unpurged: SharedCaching = { headers: (usual) => [['cache-control', usual]], variesByLanguage: true };

/** Builds the tag of answers that depend on all documents of a type, and are stale after any change of one. */
export function buildTypeTag(type: string): string {
  return `type:${type}`;
}

/** The tag for answers that any change may make stale: sitemaps, and redirects, whose address a new document may take. */
export const anyChangeTag = 'any';
