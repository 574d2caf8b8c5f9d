/**
 * Turns the Markdown that header and footer need into DOM nodes: emphasis, code, links, line breaks, paragraphs and lists; a heading
 * becomes a paragraph.
 * Nothing is ever parsed as HTML: tags are dropped and their text stays.
 */
import { type Child, create } from './build-element.ts';

/** In this order: escape, code, image or link, strong, emphasis, tag or address in brackets, entity, line break. */
const token =
  /\\([!-/:-@[-`{-~])|(`+)(.+?)\2|!?\[((?:\\.|[^\]\\])*)\]\(\s*<?([^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*)>?(?:\s+["'][^)]*)?\s*\)|(\*\*|(?<!\w)__)(?=\S)([^]*?\S)\6|(\*|(?<!\w)_)(?=\S)([^]*?\S)\8(?!\w)|<(?:(https?:[^\s>]+)|!--[^]*?--|\/?[a-z][^>]*)>|&(#?\w+);|\s*(\n)/gi;
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' };

function decodeEntity(name: string): string {
  const code = name.startsWith('#') ? Number(name.slice(1).replace(/^x/i, '0x')) : 0;
  return code > 0 && code < 0x110000 ? String.fromCodePoint(code) : (entities[name] ?? `&${name};`);
}

/** Creates a link from an address and its content; for a forbidden address, returns only the content. */
type MakeLink = (url: string, content: Child[]) => Child[];

/** In characters; no line is as long. The time of the expression above grows faster than its text. */
const maxLength = 10_000;

/** Inline Markdown only. A text above the limit of `longest` stays as it is. */
export function parseInlineMarkdown(text: string, link: MakeLink): Child[] {
  if (text.length > maxLength) return [text];
  const nodes: Child[] = [];
  let end = 0;
  for (const found of text.matchAll(token)) {
    nodes.push(text.slice(end, found.index));
    end = found.index + found[0].length;
    const [all, escaped, , code, label, url = '', , strong, , emphasis, address, entityName, line] = found;
    if (escaped) nodes.push(escaped);
    else if (code) nodes.push(create('code', {}, code));
    else if (label !== undefined)
      nodes.push(...(all.startsWith('!') ? [label] : link(url, parseInlineMarkdown(label, link))));
    else if (strong) nodes.push(create('strong', {}, parseInlineMarkdown(strong, link)));
    else if (emphasis) nodes.push(create('em', {}, parseInlineMarkdown(emphasis, link)));
    else if (address) nodes.push(...link(address, [address]));
    else if (entityName) nodes.push(decodeEntity(entityName));
    else if (line || /^<br/i.test(all)) nodes.push(create('br', {}));
  }
  nodes.push(text.slice(end));
  return nodes;
}

/** Parses Markdown with paragraphs and lists. */
export function parseBlockMarkdown(text: string, link: MakeLink): Child[] {
  return text
    .replace(/\r\n?/g, '\n')
    .trim()
    .split(/\n\s*\n/)
    .map((block) => {
      const items = block
        .trim()
        .split(/\n(?=[^\S\n]*[-*+] )/)
        .map((item) => /^\s*[-*+] +([^]*)/.exec(item)?.[1]);
      if (items.every((item) => item !== undefined))
        return create(
          'ul',
          {},
          items.map((item) => create('li', {}, parseInlineMarkdown(item, link))),
        );
      return create('p', {}, parseInlineMarkdown(block.replace(/^#{1,6} +/, ''), link));
    });
}
