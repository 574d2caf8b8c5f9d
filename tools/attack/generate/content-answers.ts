/** Generates lies of a content service: answers that are truncated, too large, too deep, of the wrong shape, too short a list, or full of scripts. */
import * as fc from 'fast-check';
import hostileStrings from './hostile-strings.json' with { type: 'json' };
import { oneWord, bytes, chance, damageBytes, weighted } from './text.ts';

export interface ContentAnswer {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
  /** The connection breaks after the body. */
  isCutOff: boolean;
  /** Milliseconds. */
  delayMs: number;
}

/** Fields with text of editors. Excludes addresses, which an editor may really change. */
const textFields =
  /^(?:title|heading|text|body|content|description|label|question|answer|summary|caption|lead|quote|name)$/;
const frameFields =
  /^(?:|data|meta|pagination|page|pageSize|pageCount|total|slug|key|locale|path|id|documentId|from|to|href|url|updatedAt|publishedAt|textUpdatedAt)$/;
const scripts = [
  ...hostileStrings.scripts,
  ...['`', '[', '*a ', '> ', '|', '<', '!['].map((one) => one.repeat(10_000)),
];

function nest(levels: number): unknown {
  let value: unknown = 'end';
  for (let level = 0; level < levels; level += 1) value = level % 2 ? { part: value } : [value];
  return value;
}

const anyScript = () => fc.constantFrom(...scripts);
const anyWrongDate = () => fc.constantFrom<unknown>(...hostileStrings.dates);
const anyWrongValue = () =>
  fc.oneof(fc.constantFrom<unknown>(...hostileStrings.values, nest(50), nest(1000)), anyWrongDate());

type Replace = (draw: fc.GeneratorValue, value: unknown) => unknown;

/** Replaces some of the fields that `isChosen` names, at any depth. @param percent of these fields. @param maxReplaced replaced fields. */
function replaceFields(
  answer: unknown,
  isChosen: (name: string, value: unknown) => boolean,
  replace: Replace,
  percent: number,
  maxReplaced = Number.POSITIVE_INFINITY,
): fc.Arbitrary<unknown> {
  return fc.gen().map((draw) => {
    let remaining = maxReplaced;
    const copy = (value: unknown, name: string): unknown => {
      if (remaining > 0 && isChosen(name, value) && draw(chance, percent)) {
        remaining -= 1;
        return replace(draw, value);
      }
      if (Array.isArray(value)) return value.map((item) => copy(item, name));
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copy(item, key)]));
    };
    return copy(answer, '');
  });
}

function parseAnswer(body: string): { data: unknown; meta?: { pagination?: Record<string, number> } } | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && 'data' in value ? value : null;
  } catch {
    return null;
  }
}

/** Generates answers that are wrong as a whole. */
function brokenAnswers(validAnswer: ContentAnswer): fc.Arbitrary<ContentAnswer> {
  const text = validAnswer.body.toString();
  const withBody = (body: fc.Arbitrary<string | Buffer>) => body.map((sent) => ({ ...validAnswer, body: sent }));
  return fc.oneof(
    withBody(fc.nat(text.length).map((length) => text.slice(0, length))),
    fc.constant({
      ...validAnswer,
      body: text.slice(0, Math.floor(text.length / 2)),
      headers: { ...validAnswer.headers, 'content-length': String(Buffer.byteLength(text)) },
      isCutOff: true,
    }),
    fc.constantFrom(500, 502, 503, 429, 401, 403, 404, 204, 302).map((status) => ({
      ...validAnswer,
      status,
      headers: { ...validAnswer.headers, location: 'http://evil.example/' },
    })),
    fc.constant({
      ...validAnswer,
      body: '<!doctype html><title>Log in</title>',
      headers: { 'content-type': 'text/html' },
    }),
    withBody(damageBytes(Buffer.from(text))),
    bytes(0, 5000).map((body) => ({
      ...validAnswer,
      body,
      headers: { ...validAnswer.headers, 'content-encoding': 'gzip' },
    })),
    withBody(
      fc.constantFrom(
        '['.repeat(1000),
        '['.repeat(100_000),
        `{"data":${'[{"a":'.repeat(3000)}1${'}]'.repeat(3000)},"meta":{"pagination":{"page":1,"pageSize":100,"pageCount":1,"total":1}}}`,
        'null',
        '',
        '{"data":{}}',
        `${' '.repeat(3_000_000)}${text}`,
      ),
    ),
    fc.constantFrom(50, 300, 1500).map((delayMs) => ({ ...validAnswer, delayMs })),
  );
}

function isText(name: string, value: unknown): boolean {
  return typeof value === 'string' && textFields.test(name);
}

function formatList(data: unknown[]): unknown {
  return { data, meta: { pagination: { page: 1, pageSize: 100, pageCount: 1, total: data.length } } };
}

/** @param validAnswer the true answer. @param isWholeList the answer lists all documents of a type, so the lie may shorten it. */
export function corruptAnswer(validAnswer: ContentAnswer, isWholeList: boolean): fc.Arbitrary<ContentAnswer> {
  const answer = parseAnswer(validAnswer.body.toString());
  if (!answer) return brokenAnswers(validAnswer);
  const rows = Array.isArray(answer.data) ? (answer.data as unknown[]) : [];
  const withCounts = (counts: Record<string, unknown>) => ({
    ...answer,
    meta: { pagination: { ...answer.meta?.pagination, ...counts } },
  });
  const corruptedLists = fc.constantFrom<unknown>(
    formatList([]),
    formatList(rows.slice(0, Math.floor(rows.length / 3))),
    ...[-1, 1.5, 500, 5_000_000, 1e15].map((pageCount) => withCounts({ pageCount })),
    ...[-1, 0, 5_000_000, 1e300, 'many'].map((total) => withCounts({ total })),
    { ...answer, data: [...rows, ...rows] },
    { ...answer, data: rows.map(() => rows[0]) },
  );
  const corruptedFields = fc.oneof(
    replaceFields(answer, isText, (draw, value) => `${String(value)} ${draw(anyScript)}`, 30, 6),
    replaceFields(
      answer,
      (name) => !frameFields.test(name),
      (draw) => draw(anyWrongValue),
      5,
      4,
    ),
    replaceFields(answer, isText, (draw) => draw(oneWord, '[ ` < x ! \u202e').repeat(200_000), 2),
    replaceFields(
      answer,
      (name) => name === 'updatedAt',
      (draw) => draw(anyWrongDate),
      100,
    ),
  );
  const toAnswer = (values: fc.Arbitrary<unknown>) =>
    values.map((value): ContentAnswer => ({ ...validAnswer, body: JSON.stringify(value) }));
  return weighted(
    [13, brokenAnswers(validAnswer)],
    [isWholeList && Array.isArray(answer.data) ? 14 : 0, toAnswer(corruptedLists)],
    [8, toAnswer(corruptedFields)],
  );
}
