/** The difference of two versions, as the panel shows it: by field and block, with the words that were added and removed. */
import { diffArrays } from 'diff';
import type { FieldLabel, Labels } from '../server/form-labels';
import { isPart, isPartList, matchParts, type Part } from './match-parts';

export interface Word {
  text: string;
  state: 'same' | 'added' | 'removed';
}

export interface TableRow {
  /** Numbers from 1, of the row before and after. */
  before?: number;
  after?: number;
  /** Words of each cell. */
  cells: Word[][];
}

export interface PartDifference {
  state: 'added' | 'removed' | 'changed' | 'moved' | 'same';
  /** Places from 1. */
  before?: number;
  after?: number;
  /** Of its component, and what it is called. */
  kind: string;
  title: string;
  fields: FieldDifference[];
}

export type FieldDifference = { name: string; label: string; /** The form no longer has it. */ gone: boolean } & (
  | { kind: 'words'; words: Word[] }
  | { kind: 'table'; rows: TableRow[] }
  /** Values that are no texts: one of them may be empty. */
  | { kind: 'value'; type: string; before: unknown; after: unknown }
  /** Linked documents or files. */
  | { kind: 'list'; items: Word[]; sorted: boolean }
  | { kind: 'parts'; parts: PartDifference[]; same: number }
);

interface Names {
  labels: Labels;
  /** Of linked documents, by their ids. */
  names: Record<string, string>;
}

const titles = ['heading', 'title', 'name', 'label', 'term', 'question', 'symbol', 'key'];
/** Longer texts are compared line by line. */
const longText = 20_000;
const maxTime = 400;
/** A placeholder and a number stay whole: `{{EURUSD.price}}`, `1,000.50`. */
const words = /\{\{.*?\}\}|\d+(?:[.,:]\d+)*|[\p{L}\p{N}_]+|\s+|[^]/gu;
const lines = /.*\n|.+$/g;
const texts = new Set(['string', 'text', 'richtext', 'uid', 'email']);

/** @param uid of the type or component; of one that no longer exists, the fields have their own names. @returns what differs. */
export function compareFields(known: Names, uid: string, before: Part, after: Part): FieldDifference[] {
  const fields = known.labels[uid]?.fields ?? {};
  const present = [...Object.keys(before), ...Object.keys(after)].filter((name) => name !== '__component');
  const order = new Set([...Object.keys(fields), ...present]);
  return [...order].flatMap((name) => {
    if (JSON.stringify(before[name]) === JSON.stringify(after[name])) return [];
    return [compareField(known, name, fields[name], before[name], after[name])];
  });
}

function compareField(
  known: Names,
  name: string,
  field: FieldLabel | undefined,
  before: unknown,
  after: unknown,
): FieldDifference {
  const named = { name, label: field?.label ?? toWords(name), gone: !field };
  const type = field?.type ?? '';
  const values = [before, after].filter((value) => toList(value).length > 0);
  const every = (test: (value: unknown) => boolean) => values.every(test);
  if (type === 'relation' || every(isFiles)) return { ...named, ...compareLists(known, before, after) };
  if (type !== 'json' && every((value) => isPart(value) || isPartList(value)))
    return { ...named, ...compareParts(known, field?.component, before, after) };
  if (every(Array.isArray)) return { ...named, kind: 'table', rows: compareRows(toRows(before), toRows(after)) };
  if (every((value) => typeof value === 'object'))
    return { ...named, kind: 'words', words: compareText(toText(before), toText(after)) };
  if (texts.has(type) || (type === '' && every((value) => typeof value === 'string')))
    return { ...named, kind: 'words', words: compareText(toText(before), toText(after)) };
  return { ...named, kind: 'value', type, before, after };
}

function isFiles(value: unknown): boolean {
  const files = [value].flat();
  return files.length > 0 && files.every((file) => typeof file === 'object' && file !== null && 'hash' in file);
}

function compareLists(known: Names, before: unknown, after: unknown): { kind: 'list'; items: Word[]; sorted: boolean } {
  const name = (item: unknown): string => {
    if (typeof item === 'string') return known.names[item] ?? item;
    const { name: file = '', alternativeText } = item as { name?: string; alternativeText?: string };
    return alternativeText && alternativeText !== file ? `${file} (${alternativeText})` : file;
  };
  const [old, now] = [toList(before), toList(after)];
  const has = (list: unknown[], item: unknown) => list.some((one) => JSON.stringify(one) === JSON.stringify(item));
  const removed = old.filter((item) => !has(now, item)).map((item): Word => ({ text: name(item), state: 'removed' }));
  const rest = now.map((item): Word => ({ text: name(item), state: has(old, item) ? 'same' : 'added' }));
  return {
    kind: 'list',
    items: [...removed, ...rest],
    sorted: removed.length === 0 && rest.every(({ state }) => state === 'same'),
  };
}

function compareParts(
  known: Names,
  component: string | undefined,
  old: unknown,
  now: unknown,
): { kind: 'parts'; parts: PartDifference[]; same: number } {
  const [before, after] = [toList(old), toList(now)] as [Part[], Part[]];
  const isOne = isPart(old) && isPart(now);
  const matches = isOne ? [{ before: 0, after: 0, moved: false }] : matchParts(before, after);
  const parts: PartDifference[] = [];
  const describe = (part: Part) => {
    const uid = component ?? String(part.__component ?? '');
    const text = titles.map((field) => part[field]).find((value) => typeof value === 'string' && value !== '');
    return {
      uid,
      kind: known.labels[uid]?.name ?? toWords(uid.split('.').at(-1) ?? ''),
      title: typeof text === 'string' ? text : '',
    };
  };
  const byAfter = new Map(matches.map((match) => [match.after, match]));
  for (const [index, part] of after.entries()) {
    const { uid, ...names } = describe(part);
    const match = byAfter.get(index);
    const fields = compareFields(known, uid, match ? (before[match.before] as Part) : {}, part);
    const state = !match ? 'added' : match.moved ? 'moved' : fields.length > 0 ? 'changed' : 'same';
    parts.push({ state, ...(match ? { before: match.before + 1 } : {}), after: index + 1, ...names, fields });
  }
  const kept = new Set(matches.map((match) => match.before));
  for (const [index, part] of before.entries()) {
    if (kept.has(index)) continue;
    const { uid, ...names } = describe(part);
    const next = parts.findIndex(
      (one) => (one.state === 'same' || one.state === 'changed') && (one.before ?? 0) > index + 1,
    );
    const removed: PartDifference = {
      state: 'removed',
      before: index + 1,
      ...names,
      fields: compareFields(known, uid, part, {}),
    };
    parts.splice(next < 0 ? parts.length : next, 0, removed);
  }
  const shown = parts.filter(({ state }) => state !== 'same');
  return { kind: 'parts', parts: shown, same: parts.length - shown.length };
}

export function compareText(before: string, after: string): Word[] {
  const isLong = before.length + after.length > longText;
  const split = (text: string) => text.match(isLong ? lines : words) ?? [];
  const changes = diffArrays(split(before), split(after), { timeout: maxTime });
  if (!changes)
    return join([
      { text: before, state: 'removed' },
      { text: after, state: 'added' },
    ]);
  return join(
    changes.map(({ value, added, removed }) => ({
      text: value.join(''),
      state: added ? 'added' : removed ? 'removed' : 'same',
    })),
  );
}

/** Puts neighbours together: words that changed and have only a space between them are read as one change. */
function join(pieces: readonly Word[]): Word[] {
  const joined: Word[] = [];
  let [removed, added] = ['', ''];
  const close = () => {
    if (removed) joined.push({ text: removed, state: 'removed' });
    if (added) joined.push({ text: added, state: 'added' });
    [removed, added] = ['', ''];
  };
  for (const [index, { text, state }] of pieces.entries()) {
    const isGap = state === 'same' && /^[ \t]+$/.test(text) && removed && added && index < pieces.length - 1;
    if (state === 'same' && !isGap) {
      close();
      joined.push({ text, state });
      continue;
    }
    if (state !== 'added') removed += text;
    if (state !== 'removed') added += text;
  }
  close();
  return joined;
}

/** Rows that were removed where as many were added are the same rows, changed. @returns only what differs. */
function compareRows(before: readonly string[][], after: readonly string[][]): TableRow[] {
  const keys = [before, after].map((rows) => rows.map((row) => JSON.stringify(row))) as [string[], string[]];
  const rows: TableRow[] = [];
  let [old, now] = [0, 0];
  const changes = diffArrays(keys[0], keys[1]);
  for (let index = 0; index < changes.length; index += 1) {
    const { added, removed, value } = changes[index] as (typeof changes)[number];
    const next = changes[index + 1];
    if (!added && !removed) {
      old += value.length;
      now += value.length;
    } else if (removed && next?.added) {
      const pairs = Math.max(value.length, next.value.length);
      for (let pair = 0; pair < pairs; pair += 1) {
        const [one, other] = [before[old + pair], after[now + pair]];
        const isOld = pair < value.length;
        const isNew = pair < next.value.length;
        rows.push({
          ...(isOld ? { before: old + pair + 1 } : {}),
          ...(isNew ? { after: now + pair + 1 } : {}),
          cells: compareCells(isOld ? one : undefined, isNew ? other : undefined),
        });
      }
      old += value.length;
      now += next.value.length;
      index += 1;
    } else
      for (const _ of value) {
        if (removed) rows.push({ before: old + 1, cells: compareCells(before[old], undefined) });
        else rows.push({ after: now + 1, cells: compareCells(undefined, after[now]) });
        old += removed ? 1 : 0;
        now += added ? 1 : 0;
      }
  }
  return rows;
}

function compareCells(before: readonly string[] = [], after: readonly string[] = []): Word[][] {
  return Array.from({ length: Math.max(before.length, after.length) }, (_, cell) =>
    compareText(before[cell] ?? '', after[cell] ?? ''),
  );
}

function toList(value: unknown): unknown[] {
  return value === undefined || value === null ? [] : [value].flat();
}

/** A list of plain values is one row. */
function toRows(value: unknown): string[][] {
  const list = toList(value);
  if (list.length === 0) return [];
  const rows = list.every((row) => Array.isArray(row)) ? (list as unknown[][]) : [list];
  return rows.map((row) => row.map(toText));
}

function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value, null, 1) : String(value);
}

/** `socialsTitle`, `account-types`: `Socials title`, `Account types`. */
export function toWords(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[-_]/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
