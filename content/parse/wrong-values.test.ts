/** Every field of every type gets wrong values: a document is refused by the name of its field, or means something that can be shown. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { WireDocument } from '../wire-document.ts';
import { knownTypes, parseDocument } from './parse-document.ts';
import { isExhaustive } from '../../tests/sampled.ts';
import { type Path, fieldPaths, replaceAt, wrongValues } from '../../tests/wrong-values.ts';
import { readDemonstration } from '../../tests/sites/demonstration.ts';

let documents: readonly WireDocument[];
beforeAll(async () => {
  ({ documents } = await readDemonstration());
});

test.each([
  ['news-article', 'publishedOn'],
  ['education-article', 'publishedOn'],
  ['job', 'postedOn'],
  ['job', 'validThrough'],
  ['legal-document', 'effectiveOn'],
] as const)('%s: %s is a day of the calendar', (type, field) => {
  const wire = documents.find((document) => document.type === type)?.wire as object;
  const faults = (value: string) => {
    const parsed = parseDocument(type, 'en', { ...wire, [field]: value });
    return parsed.ok ? [] : parsed.problems.map(({ path, message }) => `${path} ${message}`);
  };
  for (const day of ['2026-13-45', '2026-02-30', '2026-00-10', '2025-02-29', '2026-11-31', '2026-04-00T10:00:00Z'])
    expect(faults(day)).toEqual([`${field} names a day that does not exist: ${day.slice(0, 10)}`]);
  for (const text of ['27.11.2026', '2026-1-1', '2026-11-27x', '2026-11-279', '+002026-11-27', '２０２６-11-27'])
    expect(faults(text)).toEqual([`${field} must be a date like 2026-11-21`]);
  for (const day of ['2024-02-29', '2026-11-27T23:59:59.999Z', '2026-11-27']) expect(faults(day)).toEqual([]);
});

/** One path for each field: entries of a list are alike. */
const fieldName = (path: Path) => path.map((key) => (typeof key === 'number' ? '*' : key)).join('.');

/** What no page could show: a number that is not finite, or text that is not Unicode. */
function unshowable(value: unknown, at = ''): string[] {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [`${at}: ${value}`];
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0') ? [] : [`${at}: not well-formed`];
  // Of a block that the site does not have, only its name is kept; no page shows it.
  if (typeof value !== 'object' || value === null || ('component' in value && value.component === 'unknown')) return [];
  return Object.entries(value).flatMap(([key, part]) => unshowable(part, `${at}.${key}`));
}

describe.each(knownTypes)('%s', (type) => {
  test('names each field with a wrong value, or can show it', () => {
    const seen = new Set<string>();
    const wrong: string[] = [];
    let refused = 0;
    for (const { wire } of documents.filter((document) => document.type === type && document.locale === 'en'))
      for (const path of fieldPaths(wire)) {
        const field = fieldName(path);
        if (seen.has(field)) continue;
        seen.add(field);
        for (const [index, value] of wrongValues.entries()) {
          // Each field gets some of them, and each of them comes to some fields.
          if (!isExhaustive && (index + seen.size) % 6 !== 0) continue;
          const parsed = parseDocument(type, 'en', replaceAt(wire, path, value));
          // What contradicts another figure is reported at either of the two.
          const said = parsed.problems.map(({ path: at, message }) =>
            message.includes(String(path[0])) ? String(path[0]) : at,
          );
          if (!parsed.ok || said.length > 0) refused += 1;
          if (parsed.ok) wrong.push(...unshowable(parsed.document).map((fault) => `${field} value ${index} ${fault}`));
          else if (!said.some((at) => at !== '' && at.split('.')[0] === String(path[0])))
            wrong.push(`${field} value ${index}: ${JSON.stringify(said)}`);
        }
      }
    expect(wrong).toEqual([]);
    expect(refused).toBeGreaterThan(seen.size);
  });
});
