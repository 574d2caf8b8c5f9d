/** Values that no editor means, and every place in a wire document where one may come to stand. */
export type Path = (string | number)[];

/** By their kind: other types, text that is not readable, days and times that do not exist, numbers out of reach, too much, and traps of JavaScript. */
export const wrongValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  0.1,
  1e21,
  -1e308,
  Number.MAX_SAFE_INTEGER + 2,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  {},
  [],
  [[]],
  [null],
  { data: { attributes: { url: 7 } } },
  ['a', 1, null],
  { __component: 'nobody.knows' },
  JSON.parse('{"__proto__":{"polluted":true}}'),
  '',
  ' ',
  '\0',
  '\uD800',
  'a\uDC00b',
  '\u200B',
  '\u202E',
  '2026-13-45',
  '2026-02-30',
  '2026-02-30T10:00:00Z',
  '2026-07-28T09:20:00+00',
  '2026-07-28T25:00:00Z',
  '0000-00-00',
  '+275760-09-13',
  'Europe/Nowhere',
  'Mon-Fry 09:00-17:00',
  '99:99',
  'NaN',
  '1e9999',
  '-0',
  '1,5',
  '%',
  '%E0%A4%A',
  '//example.org',
  'javascript:alert(1)',
  '../../etc/passwd',
  '{{price:NOBODY}}',
  '[[',
  '<b',
  '# '.repeat(40),
  '[x]('.repeat(400),
  'constructor',
  'x'.repeat(300_000),
];

/** The places of all values, those of objects and lists too. */
export function fieldPaths(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  const entries: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([key, part]) => [[...at, key], ...fieldPaths(part, [...at, key])]);
}

/** @returns a copy with another value at a place. */
export function replaceAt(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by;
  const copy: Record<string | number, unknown> = Array.isArray(value)
    ? ([...(value as unknown[])] as unknown as Record<number, unknown>)
    : { ...(value as object) };
  copy[key] = replaceAt(copy[key], rest, by);
  return copy;
}
