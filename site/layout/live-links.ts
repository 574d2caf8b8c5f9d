/**
 * Removes a document's links to withdrawn documents: a link by itself (menu, footer, button, card) is left out, a link in a text becomes
 * plain words. The result is cached for each document object and language until a link target changes.
 */
import type { Reader } from '../../content/replica/reader.ts';
import { isPagePath, localePath, splitLocale } from '../i18n/locale-path.ts';
import type { Locale } from '../../content/locales.ts';
import { documentOfPath } from '../document-path.ts';
import type { StaticPath } from '../route-patterns.ts';

/** Whether an address leads to a page or a redirect; also true when it is not the address of a page. */
type Answers = (url: string) => boolean;

function answersIn(read: Reader, locale: Locale, tags: Set<string>): Answers {
  return (url) => {
    const [address = ''] = url.split(/[?#]/, 1);
    const { locale: named, rest: path } = splitLocale(address);
    if (!address.startsWith('/') || (named === null && !isPagePath(address))) return true;
    const target = documentOfPath(path);
    if (!target) return true;
    const { works, tags: until } = read.linkStatus(target, named ?? locale);
    for (const tag of until) tags.add(tag);
    return works || isRedirected(path, named ?? locale, read, tags);
  };
}

function isRedirected(path: string, locale: Locale, read: Reader, tags: Set<string>): boolean {
  const { paths, tag } = read.redirected(locale);
  tags.add(tag);
  return paths.has(path) || paths.has(localePath(path, locale));
}

/** A whole link of sanitised HTML; links are never nested. */
const anchor = /<a (?=[^>]*?\bhref="(\/[^"]*)")[^>]*>(.*?)<\/a>/gs;

/** A whole link of Markdown, which the public endpoints return; neither an image nor an escaped bracket. */
const markdownLink = /(?<![!\\])\[((?:[^[\]\\]|\\.|\[[^[\]]*\])*)\]\((\/[^\s()]*)(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/g;

function liveText(text: string, answers: Answers): string {
  const html = text.includes(' href="/')
    ? text.replace(anchor, (whole, url: string, words: string) =>
        answers(url.replaceAll('&amp;', '&')) ? whole : words,
      )
    : text;
  return html.includes('](/')
    ? html.replace(markdownLink, (whole, words: string, url: string) => (answers(url) ? whole : words))
    : html;
}

type Fields = Record<string, unknown>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether to leave out a link, a linked image or a card; a card has no purpose without its target. */
function leadsNowhere(item: unknown, answers: Answers): boolean {
  if (!isFields(item)) return false;
  const { url, link, phone } = item;
  if (typeof url === 'string') return !phone && !answers(url);
  return typeof link === 'string' ? !answers(link) : 'meta' in item && isFields(link) && !answers(String(link['url']));
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

/** A copy of the value without dead links; the same object when there are none. */
function live(value: unknown, answers: Answers): unknown {
  if (typeof value === 'string') return liveText(value, answers);
  if (Array.isArray(value)) {
    const kept = value.flatMap((item: unknown) => {
      if (leadsNowhere(item, answers)) return [];
      const after = live(item, answers);
      return isEmptied(item, after) ? [] : [after];
    });
    return kept.length === value.length && kept.every((item, index) => item === value[index]) ? value : kept;
  }
  if (!isFields(value)) return value;
  let changed: Fields | null = null;
  for (const [name, field] of Object.entries(value)) {
    const gone = name === 'link' && isFields(field) && leadsNowhere(field, answers);
    // A contact keeps its phone number when its link is removed.
    const after = gone ? null : name === 'url' && value['phone'] && !answers(String(field)) ? '' : live(field, answers);
    if (after !== field) changed = { ...(changed ?? value), [name]: after };
  }
  return changed ?? value;
}

interface Kept {
  document: object;
  tags: ReadonlySet<string>;
  /** When the cached result was last verified. */
  moment: number;
}

const known = new WeakMap<object, Map<Locale, Kept>>();

/**
 * Leaves out dead links, and notes on `read` the tags that the result depends on.
 * @param locale of the page, whatever the document's own: an English text in place of a translation links within the visitor's language.
 */
export function withLiveLinks<Document extends object>(document: Document, read: Reader, locale: Locale): Document {
  const byLocale = known.get(document) ?? new Map<Locale, Kept>();
  known.set(document, byLocale);
  let kept = byLocale.get(locale);
  if (!kept || !read.isAsAt(kept.moment, kept.tags)) {
    const tags = new Set<string>();
    kept = { document: live(document, answersIn(read, locale, tags)) as object, tags, moment: 0 };
    byLocale.set(locale, kept);
  }
  kept.moment = read.moment();
  read.note(kept.tags);
  return kept.document as Document;
}

/** A menu without dead links, and without the items that lost all their links. */
export function withLiveMenu<Item extends { content: readonly object[] }>(
  items: readonly Item[],
  read: Reader,
  locale: Locale,
): Item[] {
  return items.flatMap((item) => {
    const shown = withLiveLinks(item, read, locale);
    return shown.content.length === 0 && item.content.length > 0 ? [] : [shown];
  });
}

/** Whether a path of the site has a page in a locale, for links that the code itself writes. Notes the tags on `read`. */
export function hasPage(path: StaticPath, read: Reader, locale: Locale): boolean {
  const tags = new Set<string>();
  const answer = answersIn(read, locale, tags)(path);
  read.note(tags);
  return answer;
}
