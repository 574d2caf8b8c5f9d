/**
 * `/.well-known/page-log`: the public heads of the archive's log, one a day: `{ heads: [{ date, size, root }] }`, the newest first. A head says how many entries the
 * log had and the root of their tree (RFC 9162), and nothing of what they are about.
 */
import { Hono } from 'hono';
import { noStore } from '../../server/http/refusals.ts';
import type { SiteEnv } from '../../server/http/request-context.ts';
import type { SiteArchive } from './site-archive.ts';

const daysShown = 400;
/** The answer is kept so long, so that no visitor makes the server read the database often. */
const keptMs = 60_000;

/** Creates the route. @param archive null when this site keeps none. */
export function createPageLogApi(archive: Pick<SiteArchive, 'reader'> | null): Hono<SiteEnv> {
  const api = new Hono<SiteEnv>();
  if (!archive) return api;
  let kept: { heads: unknown[]; until: number } | null = null;
  api.get('/', async (context) => {
    try {
      if (!kept || kept.until < Date.now()) {
        const heads = await (await archive.reader()).listDailyHeads(daysShown);
        kept = {
          heads: heads.map(({ day, size, root }) => ({ date: day, size, root: root.toString('hex') })),
          until: Date.now() + keptMs,
        };
      }
    } catch {
      return context.text('The log cannot be read now.', 503, { ...noStore, 'retry-after': '10' });
    }
    return context.json({ heads: kept.heads }, 200, { ...noStore, 'access-control-allow-origin': '*' });
  });
  return api;
}
