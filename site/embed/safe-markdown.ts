/**
 * Turns the Markdown that header and footer need into DOM nodes: emphasis, code, links, line breaks, paragraphs and lists; a heading
 * becomes a paragraph.
 * Nothing is ever parsed as HTML: tags are dropped and their text stays.
 */
import { type Child, element } from './build-element.ts';

/** In this order: escape, code, image or link, strong, emphasis, tag or address in brackets, entity, line break. */
const token =
  /\\([!-/:-@[-`{-~])|(`+)(.+?)\2|!?\[((?:\\.|[^\]\\])*)\]\(\s*<?([^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*)>?(?:\s+["'][^)]*)?\s*\)|(\*\*|(?<!\w)__)(?=\S)([^]*?\S)\6|(\*|(?<!\w)_)(?=\S)([^]*?\S)\8(?!\w)|<(?:(https?:[^\s>]+)|!--[^]*?--|\/?[a-z][^>]*)>|&(#?\w+);|\s*(\n)/gi;
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' };

function entity(name: string): string {
  const code = name.startsWith('#') ? Number(name.slice(1).replace(/^x/i, '0x')) : 0;
  return code > 0 && code < 0x110000 ? String.fromCodePoint(code) : (entities[name] ?? `&${name};`);
}

/** Makes a link from an address and its content; for an address that may not be followed, only the content. */
type MakeLink = (url: string, content: Child[]) => Child[];

/** Characters; far more than any line has. The time of the expression above grows faster than its text. */
const longest = 10_000;

/** Inline Markdown only. A text above the limit of `longest` stays as it is. */
export function inlineMarkdown(text: string, link: MakeLink): Child[] {
  if (text.length > longest) return [text];
  const nodes: Child[] = [];
  let end = 0;
  for (const found of text.matchAll(token)) {
    nodes.push(text.slice(end, found.index));
    end = found.index + found[0].length;
    const [all, escaped, , code, label, url = '', , strong, , emphasis, address, named, line] = found;
    if (escaped) nodes.push(escaped);
    else if (code) nodes.push(element('code', {}, code));
    else if (label !== undefined)
      nodes.push(...(all.startsWith('!') ? [label] : link(url, inlineMarkdown(label, link))));
    else if (strong) nodes.push(element('strong', {}, inlineMarkdown(strong, link)));
    else if (emphasis) nodes.push(element('em', {}, inlineMarkdown(emphasis, link)));
    else if (address) nodes.push(...link(address, [address]));
    else if (named) nodes.push(entity(named));
    else if (line || /^<br/i.test(all)) nodes.push(element('br', {}));
  }
  nodes.push(text.slice(end));
  return nodes;
}

/** Markdown with paragraphs and lists. */
export function blockMarkdown(text: string, link: MakeLink): Child[] {
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
        return element(
          'ul',
          {},
          items.map((item) => element('li', {}, inlineMarkdown(item, link))),
        );
      return element('p', {}, inlineMarkdown(block.replace(/^#{1,6} +/, ''), link));
    });
}
