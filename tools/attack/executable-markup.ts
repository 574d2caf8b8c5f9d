/** Finds markup in a page that a browser would execute or treat as an unexpected element, where only editors' text belongs. Escaped text is never markup. */
import { mark } from './random.ts';

interface StartTag {
  name: string;
  attributes: [name: string, value: string][];
  at: number;
}

/** Attributes that contain an address. */
const addresses = new Set([
  'href',
  'src',
  'action',
  'formaction',
  'xlink:href',
  'data',
  'poster',
  'background',
  'ping',
]);
/** R34: the only `data:` addresses that an editor may write. */
const dataImage = /^data:image\/(?:gif|png|jpeg|webp);/;
/** Pages contain none of these elements, except for what a visitor requests later. */
const foreign = new Set([mark.slice(1), 'iframe', 'object', 'embed', 'style', 'base']);
const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  colon: ':',
  tab: '\t',
  newline: '\n',
};

function decoded(value: string): string {
  return value.replaceAll(
    /&(?:#x([\da-f]+)|#(\d+)|([a-z]+));?/gi,
    (all, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return entities[name.toLowerCase()] ?? all;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : '';
    },
  );
}

/** Every start tag, as the tokenizer of a browser finds it. Includes the text of scripts, where the site escapes `<`. */
function* startTags(html: string): Generator<StartTag> {
  const begin = /<([a-z][^\s/>]*)/gi;
  const attribute = /[\s/]*([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/y;
  for (let tag = begin.exec(html); tag; tag = begin.exec(html)) {
    const attributes: StartTag['attributes'] = [];
    attribute.lastIndex = begin.lastIndex;
    for (let found = attribute.exec(html); found; found = attribute.exec(html)) {
      const [, name = '', double, single, bare] = found;
      attributes.push([name.toLowerCase(), decoded(double ?? single ?? bare ?? '')]);
      begin.lastIndex = attribute.lastIndex;
    }
    yield { name: (tag[1] ?? '').toLowerCase(), attributes, at: tag.index };
  }
}

function isExecutable({ name, attributes }: StartTag): boolean {
  if (foreign.has(name) || name.startsWith(mark.slice(1))) return true;
  return attributes.some(([attribute, value]) => {
    if (attribute.startsWith('on') || attribute === 'srcdoc' || attribute === 'style') return true;
    const address = value.replaceAll(/[\p{C}\s]/gu, '').toLowerCase();
    return addresses.has(attribute) && /^(?:javascript|vbscript|data):/.test(address) && !dataImage.test(address);
  });
}

/** @returns the page without the one style that the site itself writes in its head (docs/decisions/0030-style-travels-with-the-page.md). */
function withoutOwnStyle(page: string): string {
  const start = page.indexOf('<style>');
  const end = page.indexOf('</style>', start);
  if (start === -1 || end > page.indexOf('</head>')) return page;
  return page.slice(0, start) + page.slice(end + '</style>'.length);
}

/** @returns each executable or unexpected start tag with the text around it: 40 characters before, 120 from its begin. */
export function executableMarkup(page: string): string[] {
  const html = withoutOwnStyle(page);
  return [...startTags(html)].filter(isExecutable).map(({ at }) => html.slice(Math.max(0, at - 40), at + 120));
}
