/**
 * The keys under which a CDN keeps an answer: short hashes of the tags that the replica recorded for it. They are lower-case hexadecimal, because
 * Cloudflare ignores case. The site's address is part of the hash: two sites behind one CDN do not purge each other. Two tags with one key would only
 * purge too much.
 */
import { createHash } from 'node:crypto';
import { anyChangeTag, wholeTypeTag } from '../http/shared-caching.ts';

/** 40 bits. */
const keyLength = 10;
/**
 * Keys in one answer: with separators 3.3 KB. A header line of Varnish has 8 KB at most by default; Fastly and Cloudflare read 16 KB and forget
 * the rest. A page with more tags gets one key for all documents of a type instead of theirs, and is purged with any of them.
 */
const mostInAnswer = 300;
/** Keys in one purge. A larger change, such as an import, purges everything: that is one key. */
const mostInPurge = 2000;

export interface PurgeKeys {
  /** Their pages are out of date; a CDN that can keeps them for the case that no site answers. */
  keys: readonly string[];
  /** Of documents that are new, gone or moved: what showed them may not be shown again, whatever happens. */
  gone: readonly string[];
  /** True when the one key is that of the whole site. */
  everything: boolean;
}

/** `page` for `doc:page:forex:es`; null for a tag of no type, such as `day`. */
function parseType(tag: string): string | null {
  return tag.split(':', 2)[1] ?? null;
}

/** `doc:page:forex:es` and `address:page:forex` are of the same document. */
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

  /** The key of everything that the site has told a CDN to keep. */
  get site(): string {
    return this.hashTag('site');
  }

  /** The keys of an answer that is made of what `tags` name. */
  forAnswer(tags: Iterable<string>): string[] {
    return [this.site, ...boundedTags(new Set(tags), mostInAnswer).map((tag) => this.hashTag(tag))];
  }

  /** What a change of these tags makes out of date. */
  forChange(tags: ReadonlySet<string>): PurgeKeys {
    if (tags.size > mostInPurge) return this.everything();
    const moved = new Set([...tags].filter((tag) => tag.startsWith('address:')).map(parseDocument));
    const [keys, gone] = [new Set<string>(), new Set<string>()];
    for (const tag of tags) {
      const isGone = /^(?:address|slug):/.test(tag) || (tag.startsWith('doc:') && moved.has(parseDocument(tag)));
      const type = parseType(tag);
      const into = isGone ? gone : keys;
      into.add(this.hashTag(tag));
      if (type !== null) into.add(this.hashTag(wholeTypeTag(type)));
    }
    // A sitemap, or a redirect, that names what is gone shows nothing of it.
    keys.add(this.hashTag(anyChangeTag));
    return { keys: [...keys].filter((key) => !gone.has(key)), gone: [...gone], everything: false };
  }

  everything(): PurgeKeys {
    return { keys: [this.site], gone: [], everything: true };
  }
}

/** Replaces the tags of a type by the type's own, beginning with the type that has most, until so many are left. */
function boundedTags(tags: ReadonlySet<string>, most: number): string[] {
  if (tags.size <= most) return [...tags];
  const byType = Map.groupBy(tags, parseType);
  let left = tags.size;
  const coarse = new Set<string | null>();
  for (const [type, own] of [...byType].toSorted(([, a], [, b]) => b.length - a.length)) {
    if (left <= most) break;
    if (type === null) continue;
    coarse.add(type);
    left -= own.length - 1;
  }
  return [...byType].flatMap(([type, own]) => (type !== null && coarse.has(type) ? [wholeTypeTag(type)] : own));
}
