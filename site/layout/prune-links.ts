/** Copies a document without its dead links. */

/** Whether an address leads to a page or a redirect; also true when it is not the address of a page. */
export type LinkCheck = (url: string) => boolean;

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

/** @param fields all fields of the object to which the field belongs. */
function pruneField(name: string, field: unknown, fields: Fields, isLive: LinkCheck): unknown {
  if (name === 'link' && isFields(field) && leadsNowhere(field, isLive)) return null;
  // A contact keeps its phone number when its link is removed.
  if (name === 'url' && fields['phone'] && !isLive(String(field))) return '';
  return prune(field, isLive);
}

/** Copies a value without dead links; returns the same object when there are none. */
export function prune(value: unknown, isLive: LinkCheck): unknown {
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
    const after = pruneField(name, field, value, isLive);
    if (after !== field) changed = { ...(changed ?? value), [name]: after };
  }
  return changed ?? value;
}
