/**
 * `/api/archive/log`: the entries of the log and their proofs (RFC 9162), for whoever has the shared secret.
 *
 * - without parameters: `{ size, root }`; with `?size=M`: the same of the first M entries
 * - `?from=N`: entries from number N on: `[number, subject, from, kind, sha256, context]`, whose text is the leaf
 * - `?entry=N&size=M`: the proof that entry N is one of the first M
 * - `?first=N&second=M`: the proof that the first M entries begin with the first N
 */
import { type Context, Hono } from 'hono';
import { noStore } from '../../server/http/refusals.ts';
import type { SiteArchive } from './site-archive.ts';
import { writeEntry } from './store/archive-entry.ts';
import type { ArchiveReader } from './store/archive-reader.ts';
import { proveConsistency, proveInclusion, readRoot } from './store/merkle-tree.ts';

const entriesAtOnce = 500;

function writeHashes(hashes: readonly Buffer[]): string[] {
  return hashes.map((hash) => hash.toString('hex'));
}

/** @returns null for parameters that name nothing of the log. */
async function answer(query: Record<string, string>, reader: ArchiveReader): Promise<unknown> {
  const head = await reader.readHead();
  const numbers = new Map<string, number>();
  for (const [name, value] of Object.entries(query)) {
    if (!/^\d{1,15}$/.test(value)) return null;
    numbers.set(name, Number(value));
  }
  const [entry, from, first] = ['entry', 'from', 'first'].map((name) => numbers.get(name));
  if (from !== undefined) {
    const entries = await reader.readLog(from, entriesAtOnce);
    return { entries: entries.map((one) => JSON.parse(writeEntry(one)) as unknown) };
  }
  const size = numbers.get('second') ?? numbers.get('size') ?? head.size;
  if (size > head.size) return null;
  if (entry !== undefined)
    return entry < size ? { proof: writeHashes(await proveInclusion(entry, size, reader.readTile)) } : null;
  if (first !== undefined)
    return first <= size ? { proof: writeHashes(await proveConsistency(first, size, reader.readTile)) } : null;
  return { size, root: (await readRoot(size, reader.readTile)).toString('hex') };
}

/** Creates the route; `archive-api.ts` has checked the secret. */
export function createLogApi(archive: Pick<SiteArchive, 'reader'>): Hono {
  return new Hono().get('/', async (context: Context) => {
    const answered = await answer(context.req.query(), await archive.reader());
    return answered === null
      ? context.text('The log has no such entry.', 400, noStore)
      : context.json(answered, 200, noStore);
  });
}
