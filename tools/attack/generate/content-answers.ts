/** Generates lies of a content service: answers that are truncated, too large, too deep, of the wrong shape, too short a list, or full of scripts. */
import { type Random, mark } from '../random.ts';

export interface Lie {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
  /** The connection breaks after the body. */
  broken: boolean;
  /** Milliseconds. */
  lateBy: number;
}

/** Fields with an editor's text. Addresses are excluded: an editor may legitimately change those. */
const wordFields =
  /^(?:title|heading|text|body|content|description|label|question|answer|summary|caption|lead|quote|name)$/;
const addressFields = /^(?:slug|key|locale|path|id|documentId|from|to|href|url|updatedAt|publishedAt|textUpdatedAt)$/;
const scripts = [
  `${mark}>`,
  `<script>${mark}</script>`,
  `<img src=x onerror="attack()">`,
  `[x](javascript:attack())`,
  `![x](data:text/html,attack)`,
  `<svg onload=attack()>`,
  `<a href="vbscript:attack">x</a>`,
  `<iframe srcdoc="${mark}>">`,
  `</script>${mark}>`,
  '<style>@import "//evil.example"</style>',
  `&lt;attack&gt;`,
  '`'.repeat(5000),
  '['.repeat(20_000),
  '*a '.repeat(5000),
  '> '.repeat(3000),
  '|'.repeat(5000),
  '<'.repeat(10_000),
  '!['.repeat(5000),
];

function deep(levels: number): unknown {
  let value: unknown = 'end';
  for (let level = 0; level < levels; level += 1) value = level % 2 ? { part: value } : [value];
  return value;
}

/** A copy of a value in which `choose` replaces parts at any depth; null keeps a part. */
function changed(
  value: unknown,
  name: string,
  choose: (name: string, value: unknown) => { to: unknown } | null,
): unknown {
  const choice = choose(name, value);
  if (choice) return choice.to;
  if (Array.isArray(value)) return value.map((item) => changed(item, name, choose));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, changed(item, key, choose)]));
}

function parsed(body: string | Buffer): { data: unknown; meta?: { pagination?: Record<string, number> } } | null {
  try {
    const value: unknown = JSON.parse(body.toString());
    return typeof value === 'object' && value !== null && 'data' in value ? value : null;
  } catch {
    return null;
  }
}

/** @param right the true answer. @param wholeList the answer lists all documents of a type, so the lie may shorten it. */
export function lieAbout(right: Lie, random: Random, wholeList: boolean): Lie {
  const text = right.body.toString();
  const whole = parsed(text);
  const json = (value: unknown): Lie => ({ ...right, body: JSON.stringify(value) });
  const plain: (() => Lie)[] = [
    () => ({ ...right, body: text.slice(0, random.below(Math.max(1, text.length))) }),
    () => ({
      ...right,
      body: text.slice(0, Math.floor(text.length / 2)),
      headers: { ...right.headers, 'content-length': String(Buffer.byteLength(text)) },
      broken: true,
    }),
    () => ({
      ...right,
      status: random.pick([500, 502, 503, 429, 401, 403, 404, 204, 302]),
      headers: { ...right.headers, location: 'http://evil.example/' },
    }),
    () => ({ ...right, body: '<!doctype html><title>Log in</title>', headers: { 'content-type': 'text/html' } }),
    () => ({ ...right, body: random.damaged(Buffer.from(text)) }),
    () => ({
      ...right,
      body: random.bytes(random.length()),
      headers: { ...right.headers, 'content-encoding': 'gzip' },
    }),
    () => ({ ...right, body: '['.repeat(random.pick([1000, 100_000])) }),
    () => ({
      ...right,
      body: `{"data":${'[{"a":'.repeat(3000)}1${'}]'.repeat(3000)},"meta":{"pagination":{"page":1,"pageSize":100,"pageCount":1,"total":1}}}`,
    }),
    () => ({ ...right, body: 'null' }),
    () => ({ ...right, body: '' }),
    () => ({ ...right, body: '{"data":{}}' }),
    () => ({ ...right, lateBy: random.pick([50, 300, 1500]) }),
    () => ({ ...right, body: `${' '.repeat(3_000_000)}${text}` }),
  ];
  if (!whole) return random.pick(plain)();
  const rows = Array.isArray(whole.data) ? (whole.data as unknown[]) : null;
  const counts = (given: Record<string, unknown>) =>
    json({ ...whole, meta: { pagination: { ...whole.meta?.pagination, ...given } } });
  const list: (() => Lie)[] =
    rows && wholeList
      ? [
          () => json({ data: [], meta: { pagination: { page: 1, pageSize: 100, pageCount: 0, total: 0 } } }),
          () => {
            const few = rows.slice(0, Math.floor(rows.length / 3));
            return json({
              data: few,
              meta: { pagination: { page: 1, pageSize: 100, pageCount: 1, total: few.length } },
            });
          },
          () => counts({ pageCount: random.pick([-1, 1.5, 500, 5_000_000, 1e15]) }),
          () => counts({ total: random.pick([-1, 0, 5_000_000, 1e300]) }),
          () => counts({ total: 'many' }),
          () => json({ ...whole, data: [...rows, ...rows] }),
          () => json({ ...whole, data: rows.map(() => rows[0]) }),
        ]
      : [];
  const inside: (() => Lie)[] = [
    () => {
      let left = random.between(1, 6);
      return json(
        changed(whole, '', (name, value) =>
          typeof value === 'string' && wordFields.test(name) && left > 0 && random.chance(0.3)
            ? ((left -= 1), { to: `${value} ${random.pick(scripts)}` })
            : null,
        ),
      );
    },
    () => {
      let left = random.between(1, 4);
      return json(
        changed(whole, '', (name) =>
          name !== '' &&
          !/^(?:data|meta|pagination|page|pageSize|pageCount|total)$/.test(name) &&
          !addressFields.test(name) &&
          left > 0 &&
          random.chance(0.05)
            ? ((left -= 1), { to: random.pick<unknown>([null, 7, [], {}, 'x', [[]], true, deep(50)]) })
            : null,
        ),
      );
    },
    () =>
      json(
        changed(whole, '', (name, value) =>
          typeof value === 'string' && wordFields.test(name) && random.chance(0.02)
            ? { to: random.pick(['[', '`', '<', 'x', '!', '\u202e']).repeat(200_000) }
            : null,
        ),
      ),
    () =>
      json(
        changed(whole, '', (name) =>
          name === 'updatedAt'
            ? { to: random.pick<unknown>([7, null, 'yesterday', '9999-12-31T23:59:59.999Z']) }
            : null,
        ),
      ),
  ];
  return random.pick([...plain, ...list, ...list, ...inside, ...inside])();
}
