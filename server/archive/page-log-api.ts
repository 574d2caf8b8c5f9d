/**
 * `/.well-known/page-log`: the public log of the archive. Its head says how many entries there are, and the root of their tree; a client that kept an old head can ask
 * for the proof that the log has forgotten and changed nothing since. Structure and proofs are those of RFC 9162.
 *
 * - without parameters: `{ size, root }`
 * - `?size=M`: the root of the first M entries, to compare it with a head of then
 * - `?from=N`: entries from number N on: `[number, subject, from, kind, sha256, context]`, whose text is the leaf
 * - `?address=/es/forex`: the newest entries of an address
 * - `?entry=N&size=M`: the proof that entry N is one of the first M
 * - `?first=N&second=M`: the proof that the first M entries begin with the first N
 */
import { type Context, Hono } from 'hono';
import { MemoryLimiter } from '../../base/memory-limiter.ts';
import { noStore, refuseTooMany } from '../http/refusals.ts';
import type { RequestContext, SiteEnv } from '../http/request-context.ts';
import { findNetwork } from '../http/visit.ts';
import { type ArchiveEntry, writeEntry } from './store/archive-entry.ts';
import type { ArchiveReader } from './store/archive-reader.ts';
import { proveConsistency, proveInclusion, readRoot } from './store/merkle-tree.ts';
import type { SiteArchive } from './site-archive.ts';

const entriesAtOnce = 500;
/** Each question reads the database in the thread that answers visitors. */
const maxQuestions = 120;

/** @returns null when the parameter is no number of an entry. */
function readNumber(context: Context, name: string): number | null {
  const value = context.req.query(name) ?? '';
  return /^\d{1,15}$/.test(value) ? Number(value) : null;
}

function hex(hashes: readonly Buffer[]): string[] {
  return hashes.map((hash) => hash.toString('hex'));
}

function list(entries: readonly ArchiveEntry[]): unknown[] {
  return entries.map((entry) => JSON.parse(writeEntry(entry)) as unknown);
}

/** @returns null for parameters that name nothing of the log. */
async function answer(context: Context, reader: ArchiveReader): Promise<unknown> {
  const head = await reader.readHead();
  const asks = (...names: string[]) => names.every((name) => context.req.query(name) !== undefined);
  const number = (name: string) => readNumber(context, name);
  if (asks('entry', 'size')) {
    const [entry, size] = [number('entry'), number('size')];
    if (entry === null || size === null || size > head.size || entry >= size) return null;
    return { proof: hex(await proveInclusion(entry, size, reader.readTile)) };
  }
  if (asks('first', 'second')) {
    const [first, second] = [number('first'), number('second')];
    if (first === null || second === null || second > head.size || first > second) return null;
    return { proof: hex(await proveConsistency(first, second, reader.readTile)) };
  }
  if (asks('size')) {
    const size = number('size');
    if (size === null || size > head.size) return null;
    return { size, root: (await readRoot(size, reader.readTile)).toString('hex') };
  }
  if (asks('address'))
    return { entries: list(await reader.listChanges(context.req.query('address') ?? '', entriesAtOnce)) };
  if (asks('from')) {
    const from = number('from');
    return from === null ? null : { entries: list(await reader.readLog(from, entriesAtOnce)) };
  }
  return { size: head.size, root: head.root.toString('hex') };
}

/** Creates the route. @param archive null when this site keeps none. */
export function createPageLogApi(archive: Pick<SiteArchive, 'reader'> | null, clientIpHeader: string): Hono<SiteEnv> {
  const api = new Hono<SiteEnv>();
  const limit = new MemoryLimiter({ points: maxQuestions, seconds: 60 });
  if (!archive) return api;
  api.get('/', async (context: RequestContext) => {
    const seconds = limit.use(findNetwork(context, clientIpHeader));
    if (seconds > 0) return refuseTooMany(context, 'Too many questions. Please wait.', seconds);
    let reader: ArchiveReader;
    try {
      reader = await archive.reader();
    } catch {
      return context.text('The log cannot be read now.', 503, { ...noStore, 'retry-after': '10' });
    }
    const said = await answer(context, reader);
    return said === null
      ? context.text('The log has no such entry. See the head: /.well-known/page-log', 400, noStore)
      : context.json(said, 200, { ...noStore, 'access-control-allow-origin': '*' });
  });
  return api;
}
