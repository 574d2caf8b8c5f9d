/** What the toolbar and the keys of the Markdown field do with a text. Each gives a change of it, or null where there is nothing to do. */
import {
  EditorSelection,
  EditorState,
  Text,
  type ChangeSpec,
  type SelectionRange,
  type TransactionSpec,
} from '@codemirror/state';
import { writeAddress } from './markdown-paste';

export type Command = (state: EditorState) => TransactionSpec | null;

/**
 * How lines of a text end, so that it is stored byte for byte: legal texts are known by their hash. Where lines end in different ways, each `\r` is
 * kept as a sign of its line.
 */
export function findLineEnd(text: string): string {
  const ends = new Set(text.match(/\r\n|\r|\n/g));
  const [only = '\n'] = ends;
  return ends.size <= 1 ? only : '\n';
}

export const keepLineEnds = (text: string) => EditorState.lineSeparator.of(findLineEnd(text));

/** Words of ours, whose lines end with `\n`, for a text whose lines may end in another way. */
const toLines = (text: string): Text => Text.of(text.split('\n'));

const changed = (
  changes: ChangeSpec,
  selection?: EditorSelection | { anchor: number; head?: number },
): TransactionSpec => ({
  changes,
  ...(selection && { selection }),
  userEvent: 'input',
  scrollIntoView: true,
});

/** Stars around words are counted: `*` is italic, `**` bold, `***` both. */
function hasMark(mark: string, before: string, after: string): boolean {
  const sign = mark[0] as string;
  const count = (text: string) => /^(.)\1*/.exec(text.startsWith(sign) ? text : '')?.[0].length ?? 0;
  const signs = Math.min(count([...before].reverse().join('')), count(after));
  if (sign !== '*') return signs >= mark.length;
  return mark === '*' ? signs % 2 === 1 : signs >= 2;
}

/** The words in a selection, line by line, without white space and what begins a list or a heading; the word at the cursor. */
function listWords(state: EditorState, { from, to, empty }: SelectionRange): { from: number; to: number }[] {
  if (empty) {
    const word = state.wordAt(from);
    return [word && word.from < from && from < word.to ? word : { from, to }];
  }
  const found: { from: number; to: number }[] = [];
  for (let line = state.doc.lineAt(from); ; line = state.doc.line(line.number + 1)) {
    const start = Math.max(from, line.from);
    const text = state.sliceDoc(start, Math.min(to, line.to));
    const skipped =
      (start === line.from ? /^\s*(?:#{1,6} |(?:>\s*)*(?:[-*+] |\d+[.)] )?)\s*/ : /^\s*/).exec(text)?.[0] ?? '';
    const words = text.slice(skipped.length).trimEnd();
    if (words) found.push({ from: start + skipped.length, to: start + skipped.length + words.length });
    if (line.to >= to) return found;
  }
}

/** Sets words in a mark, or takes it from them. @param mark `**`, `*`, `~~` or a backtick. */
export function toggleMark(mark: string): Command {
  return (state) => {
    const places = listWords(state, state.selection.main);
    const [first] = places;
    if (!first) return null;
    const inside = ({ from, to }: { from: number; to: number }) => state.sliceDoc(from, to);
    const isMarked = (place: { from: number; to: number }) =>
      hasMark(mark, state.sliceDoc(Math.max(0, place.from - 3), place.from), state.sliceDoc(place.to, place.to + 3));
    const holdsMarks = (text: string) => {
      const signs = new RegExp(`^[${mark[0]}]*`).exec(text)?.[0] ?? '';
      return text.length > 2 * mark.length && hasMark(mark, signs, text.slice(-Math.max(1, signs.length)));
    };
    const { length } = mark;
    if (places.every((place) => first.from < first.to && isMarked(place)))
      return changed(
        places.flatMap(({ from, to }) => [
          { from: from - length, to: from },
          { from: to, to: to + length },
        ]),
      );
    if (places.every((place) => holdsMarks(inside(place))))
      return changed(
        places.flatMap(({ from, to }) => [
          { from, to: from + length },
          { from: to - length, to },
        ]),
      );
    const changes = state.changes(
      places.flatMap(({ from, to }) => [
        { from, insert: mark },
        { from: to, insert: mark },
      ]),
    );
    const last = places.at(-1) ?? first;
    const { empty, head } = state.selection.main;
    const selection = empty
      ? { anchor: head + length }
      : { anchor: changes.mapPos(first.from, 1), head: changes.mapPos(last.to, -1) };
    return changed(changes, selection);
  };
}

/** Changes the beginning of all selected lines. @param write gets what stands there, and the line's number among those with words. */
function changeStarts(
  state: EditorState,
  pattern: RegExp,
  write: (starts: readonly string[]) => readonly string[],
): TransactionSpec {
  const { from, to } = state.selection.main;
  const lines = [];
  for (let { number } = state.doc.lineAt(from); number <= state.doc.lineAt(to).number; number += 1)
    lines.push(state.doc.line(number));
  const used = lines.length === 1 ? lines : lines.filter(({ text }) => text.trim() !== '');
  const starts = used.map(({ text }) => pattern.exec(text)?.[0] ?? '');
  const written = write(starts);
  const changes = state.changes(
    used.map((line, at) => ({
      from: line.from,
      to: line.from + (starts[at] ?? '').length,
      insert: written[at] ?? '',
    })),
  );
  const { anchor, head } = state.selection.main;
  return changed(changes, { anchor: changes.mapPos(anchor, 1), head: changes.mapPos(head, 1) });
}

export function toggleHeading(level: number): Command {
  const mark = `${'#'.repeat(level)} `;
  return (state) =>
    changeStarts(state, /^#{1,6} +/, (starts) => {
      const isSet = starts.every((start) => start.trimEnd() === mark.trimEnd());
      return starts.map(() => (isSet ? '' : mark));
    });
}

const itemStart = /^\s*(?:[-*+]|\d+[.)]) +|^\s*/;

export function toggleList(kind: 'bullets' | 'numbers'): Command {
  const own = kind === 'bullets' ? /^\s*[-*+] / : /^\s*\d+[.)] /;
  return (state) =>
    changeStarts(state, itemStart, (starts) => {
      const isSet = starts.every((start) => own.test(start));
      return starts.map((start, at) => {
        const indent = /^\s*/.exec(start)?.[0] ?? '';
        return isSet ? indent : `${indent}${kind === 'bullets' ? '-' : `${at + 1}.`} `;
      });
    });
}

export const toggleQuote: Command = (state) =>
  changeStarts(state, /^> ?/, (starts) => starts.map(() => (starts.every(Boolean) ? '' : '> ')));

/** A new line in a list or quotation begins as the one before; a second one ends it. Null anywhere else. */
export const continueList: Command = (state) => {
  const { from, empty } = state.selection.main;
  const line = state.doc.lineAt(from);
  const [start, indent = '', marker = '', number] = /^(\s*)((?:> ?)+|[-*+] +|(\d+)[.)] +)/.exec(line.text) ?? [];
  if (!empty || start === undefined || from < line.from + start.length) return null;
  if (line.text.trim() === marker.trim()) return changed({ from: line.from, to: line.to });
  const next = number === undefined ? marker : marker.replace(number, String(Number(number) + 1));
  return changed({ from, insert: toLines(`\n${indent}${next}`) }, { anchor: from + 1 + indent.length + next.length });
};

/** What stands apart from other text: more than one line, or a line that is a heading, an item or a table. */
export const isBlock = (markdown: string): boolean => /\n|^(?:#{1,6} |[-*+] |\d+[.)] |\||> |---$)/.test(markdown);

/** Puts Markdown in the place of the selection; blocks get empty lines around them. */
export function insertMarkdown(markdown: string): Command {
  return (state) => {
    const { from, to } = state.selection.main;
    const [first, last] = [state.doc.lineAt(from), state.doc.lineAt(to)];
    let [before, after] = ['', ''];
    if (isBlock(markdown)) {
      if (state.sliceDoc(first.from, from).trim()) before = '\n\n';
      else if (first.number > 1 && state.doc.line(first.number - 1).text.trim()) before = '\n';
      if (state.sliceDoc(to, last.to).trim()) after = '\n\n';
      else if (last.number < state.doc.lines && state.doc.line(last.number + 1).text.trim()) after = '\n';
    }
    const insert = toLines(before + markdown + after);
    return {
      ...changed({ from, to, insert }, { anchor: from + insert.length - after.length }),
      userEvent: 'input.paste',
    };
  };
}

/** A table to fill in. @param title of a column, which is selected in the first one. */
export function insertTable(title: string): Command {
  return (state) => {
    const made = insertMarkdown(`| ${title} | ${title} |\n|---|---|\n|  |  |`)(state);
    if (!made) return null;
    const { newDoc } = state.update(made);
    const from = newDoc.lineAt(state.selection.main.from);
    let { number } = from;
    while (!newDoc.line(number).text.startsWith('| ')) number += 1;
    const anchor = newDoc.line(number).from + 2;
    return { ...made, selection: { anchor, head: anchor + title.length } };
  };
}

export interface LinkPlace {
  from: number;
  to: number;
  words: string;
  address: string;
}

/** The link around the cursor, to change it; else the selected words, to make one of them. */
export function findLink(state: EditorState): LinkPlace {
  const { from, to } = state.selection.main;
  const line = state.doc.lineAt(from);
  for (const { 0: all, 1: words = '', 2: address = '', index } of line.text.matchAll(
    /(?<![!\\])\[((?:\\.|[^[\]\\])*)\]\(\s*<?([^\s()<>]*)>?[^()]*\)/g,
  )) {
    const [start, end] = [line.from + index, line.from + index + all.length];
    if (start <= from && to <= end) return { from: start, to: end, words: words.replace(/\\([[\]])/g, '$1'), address };
  }
  const words = state.sliceDoc(from, to);
  return { from, to, words: words.replace(/\s+/g, ' ').trim(), address: '' };
}

export function writeLink({ from, to, words, address }: LinkPlace): Command {
  return () => {
    const insert = `[${words.replace(/(?<!\\)[[\]]/g, '\\$&')}](${address})`;
    return changed({ from, to, insert }, { anchor: from + insert.length });
  };
}

/** What an editor typed as the end of a link: `desk@veldstone.example`, `+27 21 555 0100`, `www.a.example`. @returns null for no address. */
export function readAddress(typed: string): string | null {
  const text = typed.trim();
  if (/^[^\s@/:]+@[^\s@/]+\.[^\s@/.]+$/.test(text)) return `mailto:${text}`;
  if (/^\+?[\d ()./-]{6,25}$/.test(text) && /\d/.test(text)) return `tel:${text.replace(/[^+\d]/g, '')}`;
  if (/^www\.[^\s]+\.[^\s]+$/i.test(text)) return `https://${writeAddress(`/${text}`).slice(1)}`;
  return writeAddress(text) || null;
}
