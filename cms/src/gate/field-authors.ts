/** Who changed each field and block of a draft last, found by following its versions in the ledger from the oldest to the newest. */
import type { Core } from '@strapi/strapi';
import type { Subject } from './decisions';
import { readContents, readHistory, type LedgerRow } from './ledger';
import { isPart, isPartList, matchParts, type Part } from './match-parts';

/** A value, and the number of the version that changed it or something in it last. */
export interface Authored {
  by: number;
  value?: unknown;
  empty?: true;
  fields?: Record<string, Authored>;
  parts?: Authored[];
}

export interface FieldAuthors {
  /** By the number that the fields have. */
  versions: LedgerRow[];
  /** By name; also of fields that are empty now. */
  fields: Record<string, Authored>;
  /** Older versions were left out: what has the first one may be older. */
  cut: boolean;
}

const mostVersions = 200;
const mostCharacters = 8_000_000;
const contentsAtOnce = 20;

export async function readFieldAuthors(strapi: Core.Strapi, subject: Subject): Promise<FieldAuthors> {
  const history = await readHistory(strapi, subject, { limit: 2 * mostVersions });
  const drafts = draftVersions(history.toReversed());
  const recent = drafts.slice(-mostVersions);
  const contents: Part[] = [];
  let characters = 0;
  for (let end = recent.length; end > 0 && characters < mostCharacters; end -= contentsAtOnce) {
    const some = recent.slice(Math.max(0, end - contentsAtOnce), end);
    const found = await readContents(
      strapi,
      some.flatMap(({ contentHash }) => contentHash ?? []),
    );
    const texts = some.map(({ contentHash }) => found.get(contentHash ?? '') ?? '{}');
    characters += texts.reduce((sum, text) => sum + text.length, 0);
    contents.unshift(...texts.map((text) => JSON.parse(text) as Part));
  }
  const versions = recent.slice(recent.length - contents.length);
  const first: Authored = { by: 0, fields: {} };
  const { fields = {} } = contents.reduce<Authored>((known, content, by) => follow(known, content, by), first);
  return {
    versions,
    fields: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, withoutValues(field)])),
    cut: history.length === 2 * mostVersions || versions.length < drafts.length,
  };
}

/** The versions of the draft, each once: after Publish, the row of the live version is that of the draft too. */
export function draftVersions(rows: readonly LedgerRow[]): LedgerRow[] {
  const drafts: LedgerRow[] = [];
  let live: string | null = null;
  for (const row of rows) {
    const last = drafts.at(-1)?.contentHash ?? null;
    const isDraft =
      row.state === 'draft' ||
      (row.state === 'live' && row.contentHash !== null && (row.action !== 'follow' || last === null || last === live));
    if (isDraft && row.contentHash !== last) drafts.push(row);
    if (row.state === 'live') live = row.contentHash;
  }
  return drafts;
}

/** @param by number of the version that has this value. */
function follow(known: Authored | undefined, value: unknown, by: number): Authored {
  if (known && 'value' in known && JSON.stringify(known.value) === JSON.stringify(value)) return known;
  if (isPartList(value)) {
    const old = known?.parts ?? [];
    const matches = matchParts(
      old.map((part) => part.value as Part),
      value,
    );
    const previous = new Map(matches.map((match) => [match.after, old[match.before]]));
    return { by, value, parts: value.map((part, index) => follow(previous.get(index), part, by)) };
  }
  if (isPart(value)) {
    const names = new Set([...Object.keys(known?.fields ?? {}), ...Object.keys(value)]);
    const fields = [...names].map((name): [string, Authored] => [name, follow(known?.fields?.[name], value[name], by)]);
    return { by, value, fields: Object.fromEntries(fields) };
  }
  return { by, value };
}

/** The panel needs no values, but the names of blocks. */
function withoutValues({ by, value, fields, parts }: Authored): Authored {
  const inner = Object.entries(fields ?? {}).map(([name, field]): [string, Authored] => [name, withoutValues(field)]);
  return {
    by,
    ...(value === undefined ? { empty: true as const } : {}),
    ...(isPart(value) && value.__component ? { value: value.__component } : {}),
    ...(fields ? { fields: Object.fromEntries(inner) } : {}),
    ...(parts ? { parts: parts.map(withoutValues) } : {}),
  };
}
