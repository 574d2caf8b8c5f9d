/**
 * What the site asks of the ledger: its newest row or one by number, which the archive's log then names; the live documents that nobody approved; and
 * what is planned. The site proves itself by the secret that both share.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { contentTypes } from '../../../setup/content-types';
import { fromColumns, ledgerRows, readContents, readNewestRow, readRow, type Columns, type LedgerKey } from './ledger';
import { listPlannedChanges, needsApproval } from './extensions';
import { readSnapshots } from './snapshot';

interface Context {
  query: Record<string, unknown>;
  headers?: Record<string, string | string[] | undefined>;
  request: { body?: unknown };
  body: unknown;
}

/** A document as the site names it. */
interface SiteDocument {
  type: string;
  key: string;
  locale: string;
}

/** A document whose live version is not the approved one. */
interface Unapproved extends SiteDocument {
  /** The texts that differ: those of the ledger, and those that are live. */
  approved: string[];
  live: string[];
}

/** The site asks about one change at a time. */
const maxDocuments = 500;

export function registerSiteQuestions(strapi: Core.Strapi): void {
  const route = (method: 'GET' | 'POST', path: string, answer: (context: Context) => Promise<unknown>) => ({
    method,
    path,
    handler: async (context: Context) => {
      if (!isSite(context.headers?.['x-webhook-secret']))
        throw new errors.ForbiddenError('Only the site may ask this.');
      context.body = await answer(context);
    },
    // Without this name, Strapi looks for the controller of a content type.
    info: { pluginName: 'content-manager' },
    config: { auth: false as const },
  });
  strapi.server.routes({
    type: 'content-api',
    prefix: '/ledger',
    routes: [
      route('GET', '/row', async ({ query: { seq } }) => {
        const row = await (seq === undefined ? readNewestRow(strapi) : readRow(strapi, Number(seq)));
        return { row: row ? { seq: row.seq, hash: row.hash } : null };
      }),
      route('GET', '/planned', async ({ query: { until } }) => ({
        planned: await listPlannedChanges(strapi, readMoment(until)),
      })),
      route('POST', '/unapproved', async ({ request: { body } }) => ({
        unapproved: await findUnapproved(strapi, readSiteDocuments(body)),
      })),
    ],
  });
}

function readMoment(given: unknown): Date {
  const moment = new Date(String(given));
  if (Number.isNaN(moment.getTime())) throw new errors.ValidationError('Name a moment.');
  return moment;
}

function isSite(given: string | string[] | undefined): boolean {
  const secret = process.env.STRAPI_WEBHOOK_SECRET ?? '';
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return secret !== '' && typeof given === 'string' && timingSafeEqual(hash(given), hash(secret));
}

function readSiteDocuments(body: unknown): SiteDocument[] {
  const list = (body as { documents?: unknown } | undefined)?.documents;
  if (!Array.isArray(list) || list.length > maxDocuments)
    throw new errors.ValidationError(`Send at most ${maxDocuments} documents.`);
  return list.map(({ type, key, locale }: Record<string, unknown>) => ({
    type: String(type),
    key: String(key),
    locale: String(locale),
  }));
}

/** Compares what is live with the newest row of the ledger that was not written without Strapi. */
async function findUnapproved(strapi: Core.Strapi, named: readonly SiteDocument[]): Promise<Unapproved[]> {
  const found: Unapproved[] = [];
  for (const one of named) {
    const type = contentTypes(strapi).find(({ name }) => name === one.type);
    if (!type) continue;
    const where = type.single ? {} : { key: one.key };
    const entry = (await strapi.db.query(type.uid).findOne({ where, select: ['documentId'] })) as {
      documentId: string;
    } | null;
    if (!entry) continue;
    const locale = type.localized ? one.locale : '';
    const here = (await readSnapshots(strapi, type, [entry.documentId])).find(
      (snapshot) => snapshot.locale === locale && snapshot.state === 'live',
    );
    const content = here?.content ?? null;
    const approved = await readApproved(
      strapi,
      { uid: type.uid, documentId: entry.documentId, locale, state: 'live' },
      content,
    );
    if (approved !== content) found.push({ ...one, ...listDifferentTexts(approved, content) });
  }
  return found;
}

/** What the ledger says should be live. Where a second person approves, a row that was only found is of a change without Strapi: then an earlier one counts. */
async function readApproved(
  strapi: Core.Strapi,
  { uid, documentId, locale, state }: LedgerKey,
  content: string | null,
): Promise<string | null> {
  const row = await strapi.db.transaction(async ({ trx }) => {
    const own = () => ledgerRows(strapi, trx).where({ uid, document_id: documentId, locale, state }).limit(1);
    const isStrict = needsApproval(uid, content);
    const counting = isStrict ? own().whereNot('action', 'found') : own();
    const [newest] = (await counting.orderBy('seq', 'desc')) as Columns[];
    // A document that was there before the ledger was only found.
    return newest ?? ((await own().orderBy('seq')) as Columns[])[0];
  });
  const hash = row ? fromColumns(row).contentHash : null;
  return hash === null ? null : ((await readContents(strapi, [hash])).get(hash) ?? null);
}

/** The texts of either side that the other one does not have. */
function listDifferentTexts(approved: string | null, live: string | null): Pick<Unapproved, 'approved' | 'live'> {
  const approvedTexts = listTexts(JSON.parse(approved ?? '{}'));
  const liveTexts = listTexts(JSON.parse(live ?? '{}'));
  return {
    approved: [...approvedTexts].filter((text) => !liveTexts.has(text)),
    live: [...liveTexts].filter((text) => !approvedTexts.has(text)),
  };
}

function listTexts(value: unknown): Set<string> {
  if (typeof value === 'object' && value !== null)
    return new Set(Object.values(value).flatMap((inner) => [...listTexts(inner)]));
  return new Set(value === null || value === undefined ? [] : [String(value)]);
}
