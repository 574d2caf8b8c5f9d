/** What the panel asks of the gate, under `/gate`: history, versions, restore, and the steps of an approval. */
import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { may } from '../rules/publish-rights';
import { isApprovalOff } from './approval-table';
import {
  approve,
  makeApprovedLive,
  publishInEmergency,
  readGate,
  sendBack,
  submit,
  type Gate,
  type Subject,
} from './decisions';
import { approverRoutes } from './approver-routes';
import { compareVersions } from './compare-versions';
import { readFieldAuthors } from './field-authors';
import { readLabels } from './form-labels';
import { nameSubject } from './gate-mails';
import { checkRight, readSubject, readText } from './gate-requests';
import { prepareRestore, readVersion, restoreVersion } from './history';
import { readHistory, readRow, readWaiting, type LedgerRow } from './ledger';
import { readFilter, searchLedger } from './ledger-search';
import {
  cancelRelease,
  isPlanned,
  mayPlan,
  mostItems,
  planRelease,
  readReleases,
  tryRelease,
  type ReleasePlan,
} from './releases';
import { findType } from './snapshot';

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
      route('GET', '/authors', async ({ query }) => {
        const subject = readSubject(strapi, query);
        return { ...(await readFieldAuthors(strapi, subject)), labels: await readLabels(strapi, subject.uid) };
      }),
      route('GET', '/ledger', async ({ query }) => searchLedger(strapi, readFilter(query))),
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

export interface Waiting {
  row: LedgerRow;
  /** `Page “Forex”`. */
  name: string;
  hindrance: Gate['hindrance'];
  /** False when the draft was changed after it was submitted: then it has to be submitted again. */
  current: boolean;
  /** Whether the type has one document. */
  single: boolean;
}

/** What waits for a decision, oldest first, of what the user may read. */
async function listWaiting(strapi: Core.Strapi): Promise<{ waiting: Waiting[]; off: boolean }> {
  const waiting: Waiting[] = [];
  for (const row of await readWaiting(strapi)) {
    if (!may(strapi, 'read', row.uid, row.locale || null)) continue;
    const { hindrance, current } = await readGate(strapi, row);
    waiting.push({
      row,
      name: await nameSubject(strapi, row, row.reason),
      hindrance,
      current,
      single: findType(strapi, row.uid)?.single ?? false,
    });
  }
  return { waiting, off: isApprovalOff() };
}

async function findRow(strapi: Core.Strapi, seq = ''): Promise<LedgerRow> {
  const row = /^\d{1,15}$/.test(seq) ? await readRow(strapi, Number(seq)) : undefined;
  if (!row) throw new errors.NotFoundError(`The ledger has no row ${seq}.`);
  checkRight(strapi, 'read', row);
  return row;
}
