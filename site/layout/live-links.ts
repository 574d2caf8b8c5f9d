/**
 * Removes a document's links to withdrawn documents: a link by itself (menu, footer, button, card) is left out, a link in a text becomes
 * plain words. The result is cached for each document object and language until a link target changes.
 */
import type { Reader } from '../../content/replica/reader.ts';
import { isPagePath, localePath, splitLocale } from '../i18n/locale-path.ts';
import type { Locale } from '../../content/locales.ts';
import type { DocumentType } from '../../content/model.ts';
import { findDocument, findDocumentPath } from '../document-path.ts';
import { type StaticPath } from '../../content/static-paths.ts';
import { linkTo } from '../route-patterns.ts';

/** Whether an address leads to a page or a redirect; also true when it is not the address of a page. */
type LinkCheck = (url: string) => boolean;

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

/** A whole link of sanitised HTML; links are never nested. */
const anchor = /<a (?=[^>]*?\bhref="(\/[^"]*)")[^>]*>(.*?)<\/a>/gs;

/** A whole link of Markdown, which the public endpoints return; neither an image nor an escaped bracket. */
const markdownLink = /(?<![!\\])\[((?:[^[\]\\]|\\.|\[[^[\]]*\])*)\]\((\/[^\s()]*)(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/g;

function pruneText(text: string, isLive: LinkCheck): string {
  const html = text.includes(' href="/')
    ? text.replace(anchor, (whole, url: string, words: string) =>
        isLive(url.replaceAll('&amp;', '&')) ? whole : words,
      )
    : text;
  return html.includes('](/')
    ? html.replace(markdownLink, (whole, words: string, url: string) => (isLive(url) ? whole : words))
    : html;
}

type Fields = Record<string, unknown>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether to leave out a link, a linked image or a card; a card has no purpose without its target. */
function leadsNowhere(item: unknown, isLive: LinkCheck): boolean {
  if (!isFields(item)) return false;
  const { url, link, phone } = item;
  if (typeof url === 'string') return !phone && !isLive(url);
  return typeof link === 'string' ? !isLive(link) : 'meta' in item && isFields(link) && !isLive(String(link['url']));
}

/** Whether a block or a menu column lost its last link, and with it its purpose. */
function isEmptied(before: unknown, after: unknown): boolean {
  if (!isFields(before) || !isFields(after)) return false;
  const list = {
    'blocks.call-to-action': 'actions',
    'blocks.card-list': 'cards',
    'blocks.download-badges': 'items',
    'header.nav-group': 'links',
    'header.nav-column': 'links',
  }[String(before['component'])];
  return list !== undefined && (before[list] as unknown[]).length > 0 && (after[list] as unknown[]).length === 0;
}

/** Copies a value without dead links; returns the same object when there are none. */
function prune(value: unknown, isLive: LinkCheck): unknown {
  if (typeof value === 'string') return pruneText(value, isLive);
  if (Array.isArray(value)) {
    const items = value.flatMap((item: unknown) => {
      if (leadsNowhere(item, isLive)) return [];
      const after = prune(item, isLive);
      return isEmptied(item, after) ? [] : [after];
    });
    return items.length === value.length && items.every((item, index) => item === value[index]) ? value : items;
  }
  if (!isFields(value)) return value;
  let changed: Fields | null = null;
  for (const [name, field] of Object.entries(value)) {
    const gone = name === 'link' && isFields(field) && leadsNowhere(field, isLive);
    // A contact keeps its phone number when its link is removed.
    const after = gone ? null : name === 'url' && value['phone'] && !isLive(String(field)) ? '' : prune(field, isLive);
    if (after !== field) changed = { ...(changed ?? value), [name]: after };
  }
  return changed ?? value;
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

/** Finds the path of what a search found; null when no page shows it in this language. */
export function findHitPath(
  { type, id }: { type: DocumentType; id: string },
  read: Reader,
  locale: Locale,
): string | null {
  if (type === 'faq') return hasPage('/faqs', read, locale) ? `${linkTo('/faqs')}#${id}` : null;
  const document = read.get(type, id, locale);
  if (!document) return null;
  const slug = 'slug' in document ? document.slug : null;
  return findDocumentPath({ type, id, slug });
}
