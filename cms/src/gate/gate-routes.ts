/** What the panel asks of the gate, under `/gate`: history, versions, restore, and the steps of an approval. */
import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { findLinkTargets } from '../rules/link-targets';
import { approve, makeApprovedLive, publishInEmergency, readGate, sendBack, submit, type Subject } from './decisions';
import { approverRoutes } from './approver-routes';
import { findBrokenLinks } from './broken-links';
import { compareVersions } from './compare-versions';
import { findTexts, replaceTexts, type TextReplacement } from './find-texts';
import { checkRight, readSubject, readText } from './gate-requests';
import { prepareRestore, readVersion, restoreVersion } from './history';
import { readHistory, readRow, type LedgerRow } from './ledger';
import { readFilter, searchLedger } from './ledger-search';
import { isPlanned, readReleases } from './planned-releases';
import { cancelRelease, mayPlan, mostItems, planRelease, tryRelease, type ReleasePlan } from './releases';
import { findTextUses } from './text-uses';
import { takeTranslationFile, writeTranslationFile } from './translation-files';
import { findOpenTranslations } from './translations';
import { listWaiting } from './waiting';

export interface Context {
  query: Record<string, unknown>;
  params?: Record<string, string>;
  request: { body?: Record<string, unknown> };
}
export type Handler = (context: Context) => Promise<unknown>;

/** Rows that one answer of the history has. */
const rowsAtOnce = 50;

export function registerGateRoutes(strapi: Core.Strapi): void {
  const route = (method: 'GET' | 'POST', path: string, answer: Handler) => ({
    method,
    path,
    handler: async (context: Context & { body: unknown }) => {
      context.body = (await answer(context)) ?? { done: true };
    },
    info: { pluginName: 'content-manager' },
    config: { policies: ['admin::isAuthenticatedAdmin'] },
  });
  const act = (work: (subject: Subject, body: Record<string, unknown>) => Promise<unknown>): Handler => {
    return async ({ request: { body = {} } }) => work(readSubject(strapi, body), body);
  };
  strapi.server.routes({
    type: 'admin',
    prefix: '/gate',
    routes: [
      route('GET', '/state', async ({ query }) => readGate(strapi, readSubject(strapi, query))),
      route('GET', '/waiting', async () => listWaiting(strapi)),
      route('GET', '/history', async ({ query }) => {
        const before = Number(query.before) || undefined;
        return { rows: await readHistory(strapi, readSubject(strapi, query), { before, limit: rowsAtOnce }) };
      }),
      route('GET', '/version/:seq', async ({ params = {} }) => {
        const row = await findRow(strapi, params.seq);
        return { row, content: await readVersion(strapi, row) };
      }),
      route('GET', '/compare', async ({ query }) => compareVersions(strapi, readSubject(strapi, query), query)),
      route('GET', '/ledger', async ({ query }) => searchLedger(strapi, readFilter(query))),
      route('GET', '/texts', async ({ query }) => findTexts(strapi, readText(query.words))),
      route('GET', '/link-targets', async ({ query }) =>
        findLinkTargets(strapi, readText(query.words), readText(query.locale)),
      ),
      route('GET', '/texts/broken-links', async () => findBrokenLinks(strapi)),
      route('GET', '/texts/uses', async ({ query }) => findTextUses(strapi, readSubject(strapi, query))),
      route('GET', '/translations', async ({ query }) => ({
        open: await findOpenTranslations(strapi, readText(query.locale)),
      })),
      route('GET', '/translations/file', async ({ query }) => ({
        text: await writeTranslationFile(strapi, readText(query.locale)),
      })),
      route('POST', '/translations/file', async ({ request: { body = {} } }) => ({
        taken: await takeTranslationFile(strapi, typeof body.text === 'string' ? body.text : ''),
      })),
      route('POST', '/texts', async ({ request: { body = {} } }) => ({
        changed: await replaceTexts(strapi, readReplacement(strapi, body)),
      })),
      route('GET', '/restore/:seq', async ({ params = {} }) => {
        const { left, gone } = await prepareRestore(strapi, await findRow(strapi, params.seq));
        return { left, gone };
      }),
      route('POST', '/restore/:seq', async ({ params = {} }) => {
        const row = await findRow(strapi, params.seq);
        checkRight(strapi, (await prepareRestore(strapi, row)).gone ? 'create' : 'update', row);
        return { left: await restoreVersion(strapi, row) };
      }),
      route(
        'POST',
        '/submit',
        act((subject, body) =>
          submit(strapi, subject, { comment: readText(body.comment), withdraw: body.withdraw === true }),
        ),
      ),
      route(
        'POST',
        '/approve',
        act(async (subject, body) =>
          approve(strapi, subject, {
            seq: Number(body.seq),
            comment: readText(body.comment),
            // What waits for a release becomes live with it.
            publish: body.publish !== false && !(await isPlanned(strapi, subject)),
          }),
        ),
      ),
      route(
        'POST',
        '/make-live',
        act((subject) => makeApprovedLive(strapi, subject)),
      ),
      route(
        'POST',
        '/send-back',
        act((subject, body) => sendBack(strapi, subject, { seq: Number(body.seq), comment: readText(body.comment) })),
      ),
      route(
        'POST',
        '/emergency',
        act(async (subject, body) => ({
          live: await publishInEmergency(strapi, subject, {
            reason: readText(body.reason),
            withdraw: body.withdraw === true,
          }),
        })),
      ),
      route('GET', '/releases', async () => ({ releases: await readReleases(strapi), mayPlan: mayPlan(strapi) })),
      ...approverRoutes(strapi, route),
      route('POST', '/releases', async ({ request: { body = {} } }) => planRelease(strapi, readPlan(strapi, body))),
      route('POST', '/releases/try', async ({ request: { body = {} } }) => ({
        problem: await tryRelease(strapi, readPlan(strapi, body).items),
      })),
      route('POST', '/releases/:id/cancel', async ({ params = {} }) => cancelRelease(strapi, Number(params.id))),
    ],
  });
}

function readReplacement(strapi: Core.Strapi, { words, by, items }: Record<string, unknown>): TextReplacement {
  return {
    words: readText(words),
    by: readText(by),
    items: (Array.isArray(items) ? items.slice(0, mostItems + 1) : []).map((item: Record<string, unknown>) => {
      const subject = readSubject(strapi, item);
      checkRight(strapi, 'update', subject);
      return { ...subject, hash: readText(item.hash) };
    }),
  };
}

function readPlan(
  strapi: Core.Strapi,
  { name, local, zone, repeated, late, items }: Record<string, unknown>,
): ReleasePlan {
  return {
    name: readText(name),
    local: readText(local),
    zone: readText(zone),
    late: late === true,
    ...(repeated === 'first' || repeated === 'second' ? { repeated } : {}),
    items: (Array.isArray(items) ? items.slice(0, mostItems + 1) : []).map((item: Record<string, unknown>) => ({
      ...readSubject(strapi, item),
      action: item.action === 'withdraw' ? 'withdraw' : 'publish',
    })),
  };
}

async function findRow(strapi: Core.Strapi, seq = ''): Promise<LedgerRow> {
  const row = /^\d{1,15}$/.test(seq) ? await readRow(strapi, Number(seq)) : undefined;
  if (!row) throw new errors.NotFoundError(`The ledger has no row ${seq}.`);
  checkRight(strapi, 'read', row);
  return row;
}
