/** The Markdown field of the panel (cms/src/plugins/editing/panel/markdown-commands.ts), whose editor is one of Strapi's packages: bytes, and what the toolbar does. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { expect, test } from 'vitest';
import { cmsRoot } from '../../tools/cms-package.ts';
import { projectRoot } from '../../tools/project-root.ts';

interface State {
  doc: { length: number };
  update: (spec: object) => { state: State; changes: { invert: (doc: object) => object } };
  sliceDoc: (from?: number, to?: number) => string;
  selection: { main: { anchor: number; head: number } };
}
type Command = (state: State) => object | null;
// Imported by a computed path, because the panel's types would change the browser types of the rest of the project.
const commands = (await import(join(cmsRoot, 'src/plugins/editing/panel/markdown-commands.ts'))) as {
  keepLineEnds: (text: string) => object;
  toggleMark: (mark: string) => Command;
  toggleHeading: (level: number) => Command;
  toggleList: (kind: string) => Command;
  toggleQuote: Command;
  continueList: Command;
  insertMarkdown: (markdown: string) => Command;
  insertTable: (title: string) => Command;
  findLink: (state: State) => { words: string; address: string };
  writeLink: (link: object) => Command;
  readAddress: (typed: string) => string | null;
};
const { EditorState } = (await import(join(cmsRoot, 'node_modules/@codemirror/state/dist/index.js'))) as {
  EditorState: { create: (config: object) => State };
};

const open = (doc: string, selection = { anchor: 0, head: 0 }) =>
  EditorState.create({ doc, selection, extensions: [commands.keepLineEnds(doc)] });

function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [];
}

const nasty = [
  '',
  '\n',
  'no end',
  'trailing  \nspaces\t\n\n\n',
  'a\r\nb\r\n',
  'a\rb\r',
  'a\r\nb\nc\rd\r\r\n\r\n',
  '\r\r\n',
  '\t# tab\u00a0nbsp\u00ad\u200b\u2028\u2029\u0085\u000b\u000c\ufeff',
  'e\u0301 é ﬀ 👩‍👩‍👧 \u202eabc\u202c \ud800',
  '\uffff\u0000x',
  '<br/>\n\\\n&nbsp;  \n```\n  \t\n```\n',
];

test('a text is the same bytes after it was opened, and where it was changed all others are', () => {
  const files = globSync('demo/**/*.yaml', { cwd: projectRoot });
  const texts = files.flatMap((file) => listTexts(load(readFileSync(join(projectRoot, file), 'utf8'))));
  expect(texts.length).toBeGreaterThan(5000);
  // As they are, and as a program on Windows would have sent them.
  for (const text of [...texts, ...texts.map((one) => one.replaceAll('\n', '\r\n')), ...nasty]) {
    const state = open(text);
    if (state.sliceDoc() !== text) expect(state.sliceDoc()).toBe(text);
    const half = Math.floor(state.doc.length / 2);
    const before = state.sliceDoc(0, half);
    const { state: typed, changes } = state.update({ changes: { from: half, insert: '×' } });
    if (typed.sliceDoc() !== `${before}×${text.slice(before.length)}`)
      expect(typed.sliceDoc()).toBe(`${before}×${text.slice(before.length)}`);
    const undone = typed.update({ changes: changes.invert(state.doc) }).state.sliceDoc();
    if (undone !== text) expect(undone).toBe(text);
  }
});

/** A text with its selection between brackets, or a cursor `|`. */
function read(marked: string): State {
  const anchor = marked.search(/[⟦‸]/);
  const rest = marked.replace(/[⟦‸]/, '');
  const head = rest.indexOf('⟧');
  return open(rest.replace('⟧', ''), { anchor, head: head < 0 ? anchor : head });
}

function show(state: State): string {
  const text = state.sliceDoc();
  const { anchor, head } = state.selection.main;
  if (anchor === head) return `${text.slice(0, anchor)}‸${text.slice(anchor)}`;
  return `${text.slice(0, anchor)}⟦${text.slice(anchor, head)}⟧${text.slice(head)}`;
}

const { toggleMark, toggleHeading, toggleList, toggleQuote, continueList, insertMarkdown, insertTable } = commands;
const [bold, italic] = [toggleMark('**'), toggleMark('*')];
test.each<[string, Command, string, string | null]>([
  ['bold', bold, 'a ⟦word⟧ b', 'a **⟦word⟧** b'],
  ['bold, taken', bold, 'a **⟦word⟧** b', 'a ⟦word⟧ b'],
  ['bold, taken with its stars', bold, 'a ⟦**word**⟧ b', 'a ⟦word⟧ b'],
  ['bold at the cursor', bold, 'a wo‸rd b', 'a **wo‸rd** b'],
  ['bold, taken at the cursor', bold, 'a **wo‸rd** b', 'a wo‸rd b'],
  ['bold, to be typed', bold, 'a ‸', 'a **‸**'],
  ['bold without white space and markers', bold, '⟦- one \n\n## two⟧', '- **⟦one** \n\n## **two⟧**'],
  ['italic in bold', italic, '**⟦word⟧**', '***⟦word⟧***'],
  ['italic, taken from both', italic, '***⟦word⟧***', '**⟦word⟧**'],
  ['bold, taken from both', bold, '***⟦word⟧***', '*⟦word⟧*'],
  ['code', toggleMark('`'), '⟦x⟧', '`⟦x⟧`'],
  ['a heading', toggleHeading(2), 'wo‸rd', '## wo‸rd'],
  ['another heading', toggleHeading(3), '## wo‸rd', '### wo‸rd'],
  ['no heading', toggleHeading(3), '### wo‸rd', 'wo‸rd'],
  ['a list', toggleList('bullets'), '⟦a\n\nb⟧', '- ⟦a\n\n- b⟧'],
  ['numbers for bullets', toggleList('numbers'), '⟦- a\n- b⟧', '⟦1. a\n2. b⟧'],
  ['no list', toggleList('numbers'), '1. a‸', 'a‸'],
  ['a list in an empty line', toggleList('bullets'), '‸', '- ‸'],
  ['a quotation', toggleQuote, '⟦a\nb⟧', '> ⟦a\n> b⟧'],
  ['the next item', continueList, '9. a‸', '9. a\n10. ‸'],
  ['the next item inside', continueList, '  - a‸b', '  - a\n  - ‸b'],
  ['the end of a list', continueList, '- a\n- ‸', '- a\n‸'],
  ['no item', continueList, 'a‸', null],
  ['words in a line', insertMarkdown('**x**'), 'a ‸b', 'a **x**‸b'],
  ['a table in a line', insertMarkdown('| x |\n|---|'), 'a‸b', 'a\n\n| x |\n|---|‸\n\nb'],
  ['a table between lines', insertMarkdown('| x |\n|---|'), 'a\n‸\nb', 'a\n\n| x |\n|---|‸\n\nb'],
  ['a new table', insertTable('Column'), 'a‸', 'a\n\n| ⟦Column⟧ | Column |\n|---|---|\n|  |  |'],
])('%s', (_, command, before, after) => {
  const state = read(before);
  const change = command(state);
  expect(change && show(state.update(change).state)).toBe(after);
});

test('an insertion has the line ends of the text', () => {
  const crlf = open('a\r\nb\r\n');
  const change = insertMarkdown('| x |\n|---|')(crlf);
  expect(crlf.update(change ?? {}).state.sliceDoc()).toBe('| x |\r\n|---|\r\n\r\na\r\nb\r\n');
});

test.each([
  ['see [the ‸costs](/forex) now', { words: 'the costs', address: '/forex' }],
  ['see ⟦the costs⟧ now', { words: 'the costs', address: '' }],
  ['[a](/x) ‸ [b](/y)', { words: '', address: '' }],
  ['[a \\[b\\]‸](<https://a.example> "t")', { words: 'a [b]', address: 'https://a.example' }],
])('the link at %j is changed', (text, link) => {
  const state = read(text);
  const found = commands.findLink(state);
  expect(found).toMatchObject(link);
  const change = commands.writeLink({ ...found, words: 'x [y]', address: '/z' })(state);
  expect(state.update(change ?? {}).state.sliceDoc()).toContain('[x \\[y\\]](/z)');
});

test.each([
  ['desk@veldstone.example', 'mailto:desk@veldstone.example'],
  ['+27 (21) 555-0100', 'tel:+27215550100'],
  ['www.a.example/b', 'https://www.a.example/b'],
  [' https://a.example ', 'https://a.example'],
  ['/forex#costs', '/forex#costs'],
  ['forex', null],
  ['javascript:alert(1)', null],
  ['', null],
])('%j leads to %j', (typed, address) => {
  expect(commands.readAddress(typed)).toBe(address);
});
