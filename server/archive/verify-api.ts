/**
 * `/api/verify?address=/es/forex`: what the page at an address said, the newest version first, for a browser that compares a saved page by itself.
 * `&before=N` continues with versions older than entry N. The texts were public when they were served.
 */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Hono } from 'hono';
import { MemoryLimiter } from '../../base/memory-limiter.ts';
import type { VersionsAnswer } from '../../site/ui/verify/verify-answer.ts';
import { chooseEncoding } from '../http/content-encoding.ts';
import { noStore, refuseTooMany } from '../http/refusals.ts';
import type { RequestContext, SiteEnv } from '../http/request-context.ts';
import { findNetwork } from '../http/visit.ts';
import type { ArchivedPages } from './page-verifier.ts';

const maxQuestions = 120;
/** Most saved pages are the newest version: the first answer has only that. */
const versionsAtFirst = 1;
const versionsAtOnce = 10;
const compress = promisify(gzip);

/** Creates the route. @param pages null when this site keeps no archive. */
export function createVerifyApi(pages: ArchivedPages | null, clientIpHeader: string): Hono<SiteEnv> {
  const api = new Hono<SiteEnv>();
  const limit = new MemoryLimiter({ points: maxQuestions, seconds: 60 });
  if (!pages) return api;
  api.get('/', async (context: RequestContext) => {
    const seconds = limit.use(findNetwork(context, clientIpHeader));
    if (seconds > 0) return refuseTooMany(context, 'Too many questions. Please wait.', seconds);
    const { address = '', before } = context.req.query();
    if (!address.startsWith('/') || address.length > 2000 || (before !== undefined && !/^\d{1,15}$/.test(before)))
      return context.json({ error: 'parameters' }, 400, noStore);
    let answer: VersionsAnswer;
    try {
      const number = before === undefined ? Number.POSITIVE_INFINITY : Number(before);
      const most = before === undefined ? versionsAtFirst : versionsAtOnce;
      answer = { versions: await pages.listVersions(address, number, most) };
    } catch {
      return context.json({ error: 'unavailable' }, 503, { ...noStore, 'retry-after': '10' });
    }
    const body = Buffer.from(JSON.stringify(answer));
    const isSmall = chooseEncoding(context.req.header('accept-encoding')) !== 'identity';
    return context.body(new Uint8Array(isSmall ? await compress(body) : body), 200, {
      ...noStore,
      'content-type': 'application/json',
      ...(isSmall && { 'content-encoding': 'gzip', vary: 'accept-encoding' }),
    });
  });
  return api;
}
