/**
 * What is pasted, as Markdown: a range of a spreadsheet becomes a table, and a text of a word processor keeps what the site shows. Never HTML.
 * Without a library: turndown 7.2 with Joplin's GFM plug-in passes one of the first 14 tests (it keeps no list of Word and no table of Excel as one).
 */

/** What a browser's nodes have, and those of the parser of the tests. */
export interface PastedNode {
  readonly nodeType: number;
  readonly nodeValue: string | null;
  readonly childNodes?: ArrayLike<PastedNode>;
  readonly tagName?: string;
  readonly attributes?: ArrayLike<{ readonly name: string; readonly value: string }>;
}

interface Marks {
  strong: boolean;
  em: boolean;
  strike: boolean;
  code: boolean;
  href: string;
}
/** Words with the same marks; a line break is a run of its own. */
interface Run extends Marks {
  text: string;
}

const [elementType, textType] = [1, 3];
const plain: Marks = { strong: false, em: false, strike: false, code: false, href: '' };
const unread = new Set(
  'script style head title meta link template noscript svg object iframe select button'.split(' '),
);
const blocks = new Set(
  'address article aside blockquote body center dd details div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);

const readTag = (node: PastedNode): string => (node.nodeType === elementType ? (node.tagName ?? '').toLowerCase() : '');
const readAttribute = (node: PastedNode, name: string): string =>
  Array.from(node.attributes ?? []).find((one) => one.name === name)?.value ?? '';
const listAll = (node: PastedNode): PastedNode[] => Array.from(node.childNodes ?? []);
const listChildren = (node: PastedNode): PastedNode[] =>
  listAll(node).filter((child) => !unread.has(readTag(child)) && !isListMarker(child));

function findAll(node: PastedNode, wanted: (tag: string) => boolean): PastedNode[] {
  return listChildren(node).flatMap((child) => [...(wanted(readTag(child)) ? [child] : []), ...findAll(child, wanted)]);
}

const readText = (node: PastedNode): string =>
  node.nodeType === textType ? (node.nodeValue ?? '') : listAll(node).map(readText).join('');

/** Word writes the bullet or number of a list item as text, in an element that it says to ignore. */
const isListMarker = (node: PastedNode): boolean => /mso-list:\s*ignore/i.test(readAttribute(node, 'style'));

/** Text that already is Markdown, or code, stays as it is, whatever its HTML says: an editor for programs copies its colours. */
const isMarkdown = (text: string, html: string): boolean =>
  /^#{2,6} \S|\]\([^()\s]+\)|\*\*\S|^\|(?:[ :]*-+[ :]*\|)+\s*$|\{\{[^{}]+\}\}/m.test(text) ||
  /font-family:[^;"]*monospace/i.test(html);

/** @returns the Markdown of what was pasted; null for text that stays as it is. @param parse makes the body of a document. */
export function readPasted(html: string, text: string, parse: (html: string) => PastedNode): string | null {
  if (isMarkdown(text, html)) return null;
  if (html) return toMarkdown(parse(html));
  const rows = readTabs(text);
  return rows && writeTable(rows);
}

function toMarkdown(root: PastedNode): string | null {
  const top = Math.min(...findAll(root, isHeading).map(readLevel));
  const text = writeBlocks(listChildren(root), top === 1 ? 1 : 0);
  return text === '' ? null : text;
}

const isHeading = (tag: string): boolean => /^h[1-6]$/.test(tag);
const readLevel = (node: PastedNode): number => Number(readTag(node).slice(1));
const hasBlock = (node: PastedNode): boolean => blocks.has(readTag(node)) || listChildren(node).some(hasBlock);

/** Blocks stand apart by an empty line; items of one of Word's lists do not. @param shift added to the level of a heading, so that the highest is `##`. */
function writeBlocks(nodes: readonly PastedNode[], shift: number): string {
  const written: { text: string; item: boolean }[] = [];
  let line: PastedNode[] = [];
  const endLine = () => {
    const text = writeParagraph(line.flatMap((node) => readRuns(node, plain)));
    if (text) written.push({ text, item: false });
    line = [];
  };
  for (const node of nodes) {
    if (!hasBlock(node)) {
      line.push(node);
      continue;
    }
    endLine();
    const text = writeBlock(node, shift);
    if (text) written.push({ text, item: readWordLevel(node) > 0 });
  }
  endLine();
  return written
    .map(({ text, item }, index) => (index === 0 ? '' : item && written[index - 1]?.item ? '\n' : '\n\n') + text)
    .join('');
}

function writeBlock(node: PastedNode, shift: number): string {
  const tag = readTag(node);
  const children = listChildren(node);
  if (isHeading(tag)) {
    const text = writeLine(children);
    return text && `${'#'.repeat(Math.min(4, readLevel(node) + shift))} ${text}`;
  }
  if (tag === 'ul' || tag === 'ol') return writeList(children, tag === 'ol', Number(readAttribute(node, 'start')) || 1);
  if (tag === 'table') return writeHtmlTable(node);
  if (tag === 'hr') return '---';
  if (tag === 'pre') return `\`\`\`\n${readText(node).replace(/^\n|\s+$/g, '')}\n\`\`\``;
  if (tag === 'blockquote') return writeBlocks(children, shift).replace(/^/gm, '> ').replace(/ +$/gm, '');
  const level = readWordLevel(node);
  if (level > 0) {
    const text = writeLine(children);
    // Three blanks are as wide as `1. `, so that an item below one with a number is inside it.
    return text && `${'   '.repeat(level - 1)}${isNumbered(node) ? '1.' : '-'} ${text}`;
  }
  return writeBlocks(children, shift);
}

/** The level of one of Word's list items, which are paragraphs; 0 for all else. */
const readWordLevel = (node: PastedNode): number =>
  readTag(node) === 'p' ? Number(/mso-list:[^;]*level(\d)/i.exec(readAttribute(node, 'style'))?.[1] ?? 0) : 0;

function isNumbered(node: PastedNode): boolean {
  const marker = listAll(node).find(isListMarker);
  const inside = listAll(node).some((child) => child.nodeType === elementType && isNumbered(child));
  return marker ? /^\s*\w{1,3}[.)]/.test(readText(marker)) : inside;
}

function writeList(nodes: readonly PastedNode[], numbered: boolean, first: number): string {
  const items: string[] = [];
  for (const node of nodes) {
    const tag = readTag(node);
    if (tag === '') continue;
    const marker = numbered ? `${first + items.length}. ` : '- ';
    const text = writeBlocks(tag === 'li' ? listChildren(node) : [node], 0)
      // An item begins with words and not with an empty line, and a list in it stands right below them.
      .replace(/\n\n(?=(?:-|\d+\.) )/g, '\n')
      .replace(/\n(?=[^\n])/g, `\n${' '.repeat(marker.length)}`);
    // A list that is not inside an item, as some programs write it, belongs to the one before.
    if (tag !== 'li' && items.length > 0) items.push(`${items.pop()}\n${' '.repeat(marker.length)}${text}`);
    else if (text) items.push(tag === 'li' ? marker + text : text);
  }
  return items.join('\n');
}

const readSpan = (cell: PastedNode, name: 'colspan' | 'rowspan'): number =>
  Math.min(50, Math.max(1, Number(readAttribute(cell, name)) || 1));

function writeHtmlTable(table: PastedNode): string {
  // A table of Markdown has no cells over many columns or rows: their places stay empty.
  const covered: number[] = [];
  const rows = findAll(table, (tag) => tag === 'tr').map((row) => {
    const cells: string[] = [];
    const leaveCovered = () => {
      for (let at = cells.length; (covered[at] ?? 0) > 0; at = cells.push('')) covered[at] = (covered[at] ?? 0) - 1;
    };
    for (const cell of listChildren(row).filter((one) => /^t[dh]$/.test(readTag(one)))) {
      leaveCovered();
      const text = writeLine([cell]);
      for (let column = 0; column < readSpan(cell, 'colspan'); column += 1) {
        covered[cells.length] = readSpan(cell, 'rowspan') - 1;
        cells.push(column === 0 ? text : '');
      }
    }
    leaveCovered();
    return cells;
  });
  return writeTable(rows);
}

const isFigure = (cell: string): boolean => /^[-+−–]?(?:[$€£¥]|[A-Z]{3} ?)?[\d.,'\u00a0 ]*\d ?%?$/.test(cell);

/** @returns a table whose first row is its head, with figures at the right; a single cell is its text. */
function writeTable(rows: readonly (readonly string[])[]): string {
  const filled = rows.filter((row) => row.some((cell) => cell !== ''));
  const width = Math.max(0, ...filled.map((row) => row.findLastIndex((cell) => cell !== '') + 1));
  const [head, ...body] = filled.map((row) => Array.from({ length: width }, (_, at) => row[at] ?? ''));
  if (!head) return '';
  if (width === 1 && body.length === 0) return head[0] ?? '';
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replace(/\\?\|/g, '\\|')).join(' | ')} |`;
  const rule = head.map((_, at) => {
    const cells = body.map((row) => row[at] ?? '').filter((cell) => cell !== '');
    return cells.length > 0 && cells.every(isFigure) ? '---:' : '---';
  });
  return [line(head), `|${rule.join('|')}|`, ...body.map(line)].join('\n');
}

/** Rows of a spreadsheet that come as text, with a tab between cells; a cell with a line break stands in quotes. @returns null for other text. */
function readTabs(text: string): string[][] | null {
  const rows: string[][] = [[]];
  for (const [, quoted, bare = '', end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"(?=\t|\r?\n|$)|([^\t\r\n]*))(\t|\r?\n|$)/g,
  )) {
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? bare).replace(/\s+/g, ' ').trim());
    if (end === '') break;
    if (end !== '\t') rows.push([]);
  }
  const filled = rows.filter((row) => row.length > 1 || row[0] !== '');
  const [first] = filled;
  const isTable = first && first.length > 1 && filled.length > 1 && filled.every((row) => row.length === first.length);
  // Lines that are only indented by a tab are no table.
  return isTable && filled.some((row) => row[0] !== '') ? filled : null;
}

function readMarks(node: PastedNode, around: Marks): Marks {
  const tag = readTag(node);
  const style = readAttribute(node, 'style').toLowerCase();
  const weight = /font-weight:\s*(\w+)/.exec(style)?.[1] ?? '';
  const href = tag === 'a' ? writeAddress(readAttribute(node, 'href')) : '';
  return {
    // A text of Google Docs stands in a <b> that says of itself that it is not bold.
    strong: weight ? /^(?:bold|[6-9]00)/.test(weight) : around.strong || /^(?:b|strong)$/.test(tag),
    em: /font-style:\s*(italic|normal)/.exec(style)?.[1]?.startsWith('italic') ?? (around.em || /^(?:i|em)$/.test(tag)),
    strike: around.strike || /^(?:s|del|strike)$/.test(tag) || /text-decoration[^;]*line-through/.test(style),
    code: around.code || /^(?:code|kbd|samp|tt)$/.test(tag),
    href: href || around.href,
  };
}

/** An address as a link of Markdown can have it; empty for one that no visitor can follow. */
export function writeAddress(address: string): string {
  const trimmed = address.trim();
  if (!/^(?:https?:|mailto:|tel:|\/(?!\/)|#)/i.test(trimmed)) return '';
  return trimmed.replace(/[\s()<>\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
}

function readRuns(node: PastedNode, around: Marks): Run[] {
  if (node.nodeType === textType) return [{ ...around, text: (node.nodeValue ?? '').replace(/[ \t\r\n\f]+/g, ' ') }];
  const tag = readTag(node);
  if (tag === '') return [];
  if (tag === 'br') return [{ ...plain, text: '\n' }];
  const marks = readMarks(node, around);
  const runs = listChildren(node).flatMap((child) => readRuns(child, marks));
  // Paragraphs in a cell or a heading are apart.
  return blocks.has(tag) ? [...runs, { ...plain, text: ' ' }] : runs;
}

const sameMarks = (one: Run, other: Run): boolean =>
  (Object.keys(plain) as (keyof Marks)[]).every((name) => one[name] === other[name]);

/** Word cuts a bold word into pieces; and white space needs no marks. */
function joinRuns(runs: readonly Run[]): Run[] {
  const joined: Run[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    const blank = run.text !== '\n' && /^\s*$/.test(run.text);
    if (last && last.text !== '\n' && run.text !== '\n' && (blank || sameMarks(last, run))) last.text += run.text;
    else if (run.text !== '') joined.push({ ...run });
  }
  return joined;
}

const escapeText = (text: string): string =>
  text
    // Placeholders of figures and texts to be replaced are ours.
    .split(/(\{\{[^{}]*\}\}|\[\[[^[\]]*\]\])/)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part
            .replace(/\\(?=[!-/:-@[-`{-~])|[*`]|~(?=~)|<(?=[a-z/!?])|&(?=#?\w+;)/gi, '\\$&')
            .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_'),
    )
    .join('');

const isWordSign = (sign: string | undefined): boolean => sign !== undefined && /[\p{L}\p{N}]/u.test(sign);

/** Marks stand at words: white space, and a stop before the next word, are outside, or Markdown would not read them. */
function writeRun(run: Run, next: string): string {
  if (run.text === '\n') return '\n';
  const { strong, em, strike, code } = run;
  if (!(strong || em || strike || code)) return escapeText(run.text);
  const outside = isWordSign(next[0]) ? /^(\s*)([^]*?)([\s\p{P}]*)$/u : /^(\s*)([^]*?)(\s*)$/u;
  const [, before = '', words = '', after = ''] = outside.exec(run.text) ?? [];
  if (words === '') return escapeText(run.text);
  const marks = `${strike ? '~~' : ''}${strong ? '**' : ''}${em ? '*' : ''}`;
  const inner = code && !words.includes('`') ? `\`${words}\`` : escapeText(words);
  return `${before}${marks}${inner}${[...marks].reverse().join('')}${escapeText(after)}`;
}

function writeRuns(runs: readonly Run[]): string {
  const joined = joinRuns(runs);
  let text = '';
  for (let at = 0; at < joined.length;) {
    const { href } = joined[at] as Run;
    let end = at + 1;
    while (href && joined[end]?.href === href) end += 1;
    const inner = joined
      .slice(at, end)
      .map((run, index) => writeRun(run, joined[at + index + 1]?.text ?? ''))
      .join('');
    const [, before = '', words = '', after = ''] = /^(\s*)([^]*?)(\s*)$/.exec(inner) ?? [];
    text += href && words ? `${before}[${words.replace(/[[\]]/g, '\\$&')}](${href})${after}` : inner;
    at = end;
  }
  return text;
}

/** What begins a line of a paragraph and would make something else of it. */
const blockStart = /^(?:#{1,6}(?= |$)|[-+](?= |$)|>|(?:-{3,}|=+)(?=\s*$)|(\d{1,9})(?=[.)](?: |$)))/;

/** A line break stays one, as the site shows it. */
function writeParagraph(runs: readonly Run[]): string {
  return writeRuns(runs)
    .split('\n')
    .map((line) => line.replace(/^[\s\u00a0]+|[\s\u00a0]+$/g, '').replace(/ {2,}/g, ' '))
    .map((line) => line.replace(blockStart, (start, digits) => (digits === undefined ? `\\${start}` : `${digits}\\`)))
    .join('\n')
    .trim();
}

/** The words of a heading, an item or a cell. */
function writeLine(nodes: readonly PastedNode[]): string {
  return writeRuns(nodes.flatMap((node) => readRuns(node, plain)))
    .replace(/[ \n]+/g, ' ')
    .replace(/^[\s\u00a0]+|[\s\u00a0]+$/g, '');
}
