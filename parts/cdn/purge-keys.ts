/**
 * Builds the keys under which a CDN keeps an answer: short hashes of the tags that the replica recorded for it. They are lower-case hexadecimal, because
 * Cloudflare ignores case. The site's address is part of the hash: two sites behind one CDN do not purge each other. A hash collision would only
 * purge too much.
 */
import { createHash } from 'node:crypto';
import { anyChangeTag, buildTypeTag } from '../../server/http/shared-caching.ts';

/** 40 bits. */
const keyLength = 10;
/**
 * Keys in one answer: with separators 3.3 KB. By default, Varnish allows header lines of 8 KB; Fastly and Cloudflare read 16 KB and ignore the
 * rest. A page with more tags gets one key for all documents of a type, and is purged with each of them.
 */
const maxKeysInAnswer = 300;
/** Keys in one purge. A larger change, such as an import, purges everything: that is one key. */
const maxKeysInPurge = 2000;

export interface PurgeKeys {
  /** Keys of stale pages, which a CDN may show while no site answers. */
  keys: readonly string[];
  /** Keys of documents that are new, gone or moved: a CDN must never show their pages again. */
  gone: readonly string[];
  /** True when the only key is that of the whole site. */
  everything: boolean;
}

/** Parses the type of a tag: `page` for `doc:page:forex:es`; null for a tag without a type, such as `day`. */
function parseType(tag: string): string | null {
  return tag.split(':', 2)[1] ?? null;
}

/** Parses the document of a tag: `doc:page:forex:es` and `address:page:forex` name the same one. */
function parseDocument(tag: string): string {
  const [kind, type, ...rest] = tag.split(':');
  return `${type} ${(kind === 'doc' ? rest.slice(0, -1) : rest).join(':')}`;
}

export class SiteKeys {
  readonly #siteUrl: string;

  /** @param siteUrl the site's public origin. */
  constructor(siteUrl: string) {
    this.#siteUrl = siteUrl;
  }

  hashTag(tag: string): string {
    return createHash('sha256').update(`${this.#siteUrl}\n${tag}`).digest('hex').slice(0, keyLength);
  }

  /** The key of all answers of the site. */
  get site(): string {
    return this.hashTag('site');
  }

  /** Builds the keys of an answer that depends on `tags`. */
  forAnswer(tags: Iterable<string>): string[] {
    return [this.site, ...limitTags(new Set(tags), maxKeysInAnswer).map((tag) => this.hashTag(tag))];
  }

  /** Builds the keys to purge after a change of these tags. */
  forChange(tags: ReadonlySet<string>): PurgeKeys {
    if (tags.size > maxKeysInPurge) return this.everything();
    const moved = new Set([...tags].filter((tag) => tag.startsWith('address:')).map(parseDocument));
    const [keys, gone] = [new Set<string>(), new Set<string>()];
    for (const tag of tags) {
      const isGone = /^(?:address|slug):/.test(tag) || (tag.startsWith('doc:') && moved.has(parseDocument(tag)));
      const type = parseType(tag);
      const target = isGone ? gone : keys;
      target.add(this.hashTag(tag));
      if (type !== null) target.add(this.hashTag(buildTypeTag(type)));
    }
    // Sitemaps and redirects show no content of a removed document, so a soft purge is enough.
    keys.add(this.hashTag(anyChangeTag));
    return { keys: [...keys].filter((key) => !gone.has(key)), gone: [...gone], everything: false };
  }

  everything(): PurgeKeys {
    return { keys: [this.site], gone: [], everything: true };
  }
}

/** Replaces the tags of a type by the tag of the type, beginning with the most frequent type, until at most `max` are left. */
function limitTags(tags: ReadonlySet<string>, max: number): string[] {
  if (tags.size <= max) return [...tags];
  const byType = Map.groupBy(tags, parseType);
  let count = tags.size;
  const wholeTypes = new Set<string | null>();
  for (const [type, typeTags] of [...byType].toSorted(([, a], [, b]) => b.length - a.length)) {
    if (count <= max) break;
    if (type === null) continue;
    wholeTypes.add(type);
    count -= typeTags.length - 1;
  }
  return [...byType].flatMap(([type, typeTags]) =>
    type !== null && wholeTypes.has(type) ? [buildTypeTag(type)] : typeTags,
  );
}
