import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { projectRoot } from '../../tools/project-root.ts';
import { type WireInstrument, instrumentFile, readInstruments } from '../feed/files/instrument-file.ts';
import { isSoundInstrument } from './instrument-schema.ts';
import { parseDocument } from './parse-document.ts';
import { quickCheck } from './quick-check.ts';

const instruments = readInstruments(readFileSync(join(projectRoot, 'demo', instrumentFile), 'utf8')).rows.map(
  ({ wire }) => wire,
);
const schemaTakes = (wire: object) =>
  parseDocument('instrument', 'en', { ...wire, id: 'id', updatedAt: '2026-01-01T00:00:00Z' }).ok;

const words = ['', ' ', 'a', 'A', 'A\nB', 'USD', 'eurusd', 'base', 'forex', 'forex-major', 'stock', 'percent-per-year'];
const names = ['=1', '-1', '- 1', '1', '[[=1]]', `[[${'x'.repeat(80)}]]`, 'x'.repeat(81), `${'x'.repeat(80)} `];
const times = ['2026-11-13T21:00:00Z', '2026-11-31T21:00:00+01:00', '2026-13-13T21:00:00Z', '2026-11-13'];
const numbers = [
  0,
  -0,
  1,
  -1,
  0.1,
  0.123456789,
  1e-7,
  1e-6,
  99.5,
  -100.5,
  1e6,
  1e6 + 0.1,
  1e9,
  1e9 + 0.123,
  2e9,
  1e300,
];
const noTexts = [Number.NaN, Number.POSITIVE_INFINITY, null, undefined, true, [], {}, [[]], new Date(0)];
/** Right for some fields, wrong for others. */
const values: unknown[] = [...words, ...names, ...times, ...numbers, ...noTexts];

test('every instrument of the demonstration is found to be sound without its schema', () => {
  expect(instruments.filter((wire) => !isSoundInstrument(wire))).toEqual([]);
});

test('what is found to be sound without the schema is what the schema takes', () => {
  const kinds = [...new Map(instruments.map((wire) => [wire['assetClass'], wire])).values()];
  const variants = (wire: WireInstrument) => {
    const [first = {}, ...others] = wire['terms'] as object[];
    return [
      ...Object.keys(wire).flatMap((field) => values.map((value) => ({ ...wire, [field]: value }))),
      ...Object.keys(first).flatMap((field) =>
        values.map((value) => ({ ...wire, terms: [{ ...first, [field]: value }, ...others] })),
      ),
      { ...wire, terms: [first, first] },
    ];
  };
  const wrong = kinds.flatMap(variants).filter((wire) => isSoundInstrument(wire) !== schemaTakes(wire));
  // What is left out of the wire is for the schema to tell.
  expect(wrong.filter((wire) => !Object.values(wire).includes(undefined) || !schemaTakes(wire))).toEqual([]);
});

test('a schema with a piece that is not known here is left to the schema', () => {
  expect(quickCheck(v.pipe(v.string(), v.email()))('someone@broker.example')).toBe(false);
  expect(quickCheck(v.object({ day: v.date() }))({ day: new Date(0) })).toBe(false);
  expect(quickCheck(v.optional(v.string()))(undefined)).toBe(false);
});

test('the result of a step is what the next one checks', () => {
  const check = quickCheck(
    v.pipe(
      v.string(),
      v.trim(),
      v.transform((text) => text.length),
      v.maxValue(3),
    ),
  );
  expect(['  abc  ', '  abc  ', 'abcd', 'abcd', 'abc'].map(check)).toEqual([true, true, false, false, true]);
});
