/**
 * Removes links from structured fields (menus, buttons, footer, socials, pictures) whose address would run a script or contain a page of its own. React
 * escapes such an address but still links to it, and other sites get it from the public endpoints, so the parser must refuse it.
 */
import type { Problem } from '../problem.ts';

/** Fields of wire documents that hold an address. */
const addressFields = ['url', 'link', 'local'] as const;
const safeSchemes: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'tel', 'sms', 'whatsapp', 'viber', 'tg']);
const namedEntities: Record<string, string> = { colon: ':', tab: '\t', newline: '\n', lpar: '(', sol: '/' };

/** Decodes an address as a browser would: without entities, control characters and invisible characters. */
function decodeAddress(address: string): string {
  return address
    .replace(
      /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{1,10}));?/gi,
      (all, decimal: string | undefined, hex: string | undefined, name: string | undefined) => {
        if (name !== undefined) return namedEntities[name.toLowerCase()] ?? all;
        const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
        return code <= 0x10ffff ? String.fromCodePoint(code) : '';
      },
    )
    .replace(/[\p{C}\p{Z}\s]/gu, '');
}

export function isSafeAddress(address: string): boolean {
  const scheme = /^([a-z][a-z0-9+.-]{0,40}):/i.exec(decodeAddress(address).slice(0, 100))?.[1];
  return scheme === undefined || safeSchemes.has(scheme.toLowerCase());
}

/** Marks a part that must be left out. */
const refused = Symbol('refused');

/** The most levels of nesting; no document has as many. */
const maxDepth = 40;

/** Cleans a part of a value. Most parts are not objects and need no path. */
function cleanPart(part: unknown, name: string | number, path: string, problems: Problem[], depth: number): unknown {
  const isPlain = typeof part !== 'object' || part === null;
  return isPlain && depth < maxDepth ? part : cleanValue(part, `${path}.${name}`, problems, depth + 1);
}

function cleanValue(value: unknown, path: string, problems: Problem[], depth = 0): unknown {
  if (depth > maxDepth) return null;
  if (Array.isArray(value)) {
    const parts = value.map((item, index) => cleanPart(item, index, path, problems, depth));
    return parts.every((part, index) => part === value[index]) ? value : parts.filter((part) => part !== refused);
  }
  if (typeof value !== 'object' || value === null) return value;
  for (const field of addressFields) {
    const address = (value as Record<string, unknown>)[field];
    if (typeof address !== 'string' || isSafeAddress(address)) continue;
    problems.push({
      kind: 'unsafe-link',
      path: `${path}.${field}`.slice(1),
      message: `${JSON.stringify(address.slice(0, 60))} is no address that a visitor may be led to; the link is left out`,
    });
    return refused;
  }
  // Most documents have no unsafe link, and need no copy.
  const changed = new Map<string, unknown>();
  for (const [name, part] of Object.entries(value)) {
    const clean = cleanPart(part, name, path, problems, depth);
    if (clean !== part) changed.set(name, clean === refused ? null : clean);
  }
  if (changed.size === 0) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, changed.has(name) ? changed.get(name) : part]),
  );
}

/** Returns a wire document without its unsafe links. `problems` names each of them. */
export function removeUnsafeLinks(wire: unknown): { wire: unknown; problems: Problem[] } {
  const problems: Problem[] = [];
  const clean = cleanValue(wire, '', problems);
  return { wire: clean === refused ? null : clean, problems };
}
