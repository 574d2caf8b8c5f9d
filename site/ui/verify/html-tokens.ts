/**
 * Reads HTML as a sequence of tags and texts, in one pass whose time is proportional to the length: the input is a file from a visitor. It builds no tree and
 * knows only what pages of this site, and browsers that save them, write. Runs in browser and server.
 */

export type HtmlToken =
  | { kind: 'text'; text: string }
  | { kind: 'open'; name: string; attributes: ReadonlyMap<string, string> }
  | { kind: 'close'; name: string };

/** The names that browsers write when they save a page, and a few that editors use. */
const namedCharacters: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  shy: '\u00ad',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  euro: '€',
  pound: '£',
  copy: '©',
  reg: '®',
  times: '×',
  minus: '−',
  middot: '·',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  thinsp: '\u2009',
};

/** Letters with an accent, as `&eacute;`: base letter and combining mark. */
const accents: Readonly<Record<string, string>> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  cedil: '\u0327',
};

const reference = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z]{2,8}));/g;
const accented = /^([a-zA-Z])(acute|grave|circ|tilde|uml|cedil)$/;

function decodeReference(whole: string, decimal?: string, hexadecimal?: string, name = ''): string {
  const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal ?? '', 16);
  if (code > 0 && code <= 0x10_ff_ff) return String.fromCodePoint(code);
  const [, letter, mark] = accented.exec(name) ?? [];
  if (letter && mark) return (letter + (accents[mark] ?? '')).normalize('NFC');
  return namedCharacters[name] ?? whole;
}

function decodeText(text: string): string {
  return text.includes('&') ? text.replace(reference, decodeReference) : text;
}

/** Elements whose content is text up to their end tag. */
const rawElements = new Set([
  'script',
  'style',
  'iframe',
  'noscript',
  'noframes',
  'noembed',
  'xmp',
  'textarea',
  'title',
]);
const space = /[\s/]*/y;
const tagName = /[a-zA-Z][^\s/>]*/y;
const attributeName = /[^\s=/>]+/y;
const equals = /\s*=\s*/y;
const unquoted = /[^\s>]*/y;

function matchAt(pattern: RegExp, text: string, index: number): string | null {
  pattern.lastIndex = index;
  return pattern.exec(text)?.[0] ?? null;
}

/** Reads attributes from `index` on. @returns them and the index after the tag; null when the tag does not end. */
function readAttributes(html: string, index: number): { attributes: Map<string, string>; end: number } | null {
  const attributes = new Map<string, string>();
  let at = index;
  for (;;) {
    at += matchAt(space, html, at)?.length ?? 0;
    if (at >= html.length) return null;
    if (html[at] === '>') return { attributes, end: at + 1 };
    const name = matchAt(attributeName, html, at);
    if (name === null) {
      at += 1;
      continue;
    }
    at += name.length;
    const sign = matchAt(equals, html, at);
    let value = '';
    if (sign !== null) {
      at += sign.length;
      const quote = html[at];
      if (quote === '"' || quote === "'") {
        const end = html.indexOf(quote, at + 1);
        if (end < 0) return null;
        value = html.slice(at + 1, end);
        at = end + 1;
      } else {
        value = matchAt(unquoted, html, at) ?? '';
        at += value.length;
      }
    }
    const key = name.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, decodeText(value));
  }
}

/** Comments give no token, so the texts around them may follow each other. Text that is not closed ends the page, as in a browser. */
export function* readHtmlTokens(html: string): Generator<HtmlToken> {
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    const textEnd = open < 0 ? html.length : open;
    if (textEnd > at) yield { kind: 'text', text: decodeText(html.slice(at, textEnd)) };
    if (open < 0) return;
    if (html.startsWith('<!--', open)) {
      const end = html.indexOf('-->', open + 4);
      if (end < 0) return;
      at = end + 3;
      continue;
    }
    const closes = html[open + 1] === '/';
    const name = matchAt(tagName, html, open + (closes ? 2 : 1))?.toLowerCase() ?? null;
    if (name === null) {
      if (!/[!?/]/.test(html[open + 1] ?? '')) {
        yield { kind: 'text', text: '<' };
        at = open + 1;
        continue;
      }
      const end = html.indexOf('>', open);
      if (end < 0) return;
      at = end + 1;
      continue;
    }
    const read = readAttributes(html, open + name.length + (closes ? 2 : 1));
    if (!read) return;
    at = read.end;
    if (closes) {
      yield { kind: 'close', name };
      continue;
    }
    yield { kind: 'open', name, attributes: read.attributes };
    if (!rawElements.has(name)) continue;
    const endTag = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
    endTag.lastIndex = at;
    const end = endTag.exec(html)?.index ?? html.length;
    if (end > at)
      yield { kind: 'text', text: name === 'title' ? decodeText(html.slice(at, end)) : html.slice(at, end) };
    at = end;
  }
}
