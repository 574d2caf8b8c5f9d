/**
 * Removes a document's links to withdrawn documents: a link by itself (menu, footer, button, card) is left out, a link in a text becomes
 * plain words. The result is cached for each document object and language until a link target changes.
 */
import type { Reader } from '../../content/replica/reader.ts';
import { isPagePath, localePath, splitLocale } from '../i18n/locale-path.ts';
import type { Locale } from '../../content/locales.ts';
import { findDocument } from '../document-path.ts';
import { type StaticPath } from '../../content/static-paths.ts';
import { type LinkCheck, prune } from './prune-links.ts';

function createLinkCheck(read: Reader, locale: Locale, tags: Set<string>): LinkCheck {
  return (url) => {
    const [address = ''] = url.split(/[?#]/, 1);
    const { locale: named, rest: path } = splitLocale(address);
    if (!address.startsWith('/') || (named === null && !isPagePath(address))) return true;
    const target = findDocument(path);
    if (!target) return true;
    const { works, tags: linkTags } = read.linkStatus(target, named ?? locale);
    for (const tag of linkTags) tags.add(tag);
    return works || isRedirected(path, named ?? locale, read, tags);
  };
}

function isRedirected(path: string, locale: Locale, read: Reader, tags: Set<string>): boolean {
  return [path, localePath(path, locale)].some((slug) => {
    const { works, tags: own } = read.linkStatus({ type: 'redirect', slug }, locale);
    for (const tag of own) tags.add(tag);
    return works;
  });
}

interface CachedDocument {
  document: object;
  tags: ReadonlySet<string>;
  /** The moment when the cached result was last verified. */
  moment: number;
}

const cache = new WeakMap<object, Map<Locale, CachedDocument>>();

/**
 * Leaves out dead links, and records on `read` the tags that the result depends on.
 * @param locale the locale of the page, not of the document: an English text in place of a translation links within the visitor's language.
 */
export function keepLiveLinks<Document extends object>(document: Document, read: Reader, locale: Locale): Document {
  const byLocale = cache.get(document) ?? new Map<Locale, CachedDocument>();
  cache.set(document, byLocale);
  let cached = byLocale.get(locale);
  if (!cached || !read.isAsAt(cached.moment, cached.tags)) {
    const tags = new Set<string>();
    cached = { document: prune(document, createLinkCheck(read, locale, tags)) as object, tags, moment: 0 };
    byLocale.set(locale, cached);
  }
  cached.moment = read.moment();
  read.note(cached.tags);
  return cached.document as Document;
}

/** Removes dead links from a menu, and the items that lost all their links. */
export function keepLiveMenu<Item extends { content: readonly object[] }>(
  items: readonly Item[],
  read: Reader,
  locale: Locale,
): Item[] {
  return items.flatMap((item) => {
    const shown = keepLiveLinks(item, read, locale);
    return shown.content.length === 0 && item.content.length > 0 ? [] : [shown];
  });
}

/** Whether a path of the site has a page in a locale, for links that the code itself writes. Records the tags on `read`. */
export function hasPage(path: StaticPath, read: Reader, locale: Locale): boolean {
  const tags = new Set<string>();
  const answer = createLinkCheck(read, locale, tags)(path);
  read.note(tags);
  return answer;
}
