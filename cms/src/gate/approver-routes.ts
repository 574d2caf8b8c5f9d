/** What the panel asks for an approver and for somebody who plans a release, under `/gate`. */
import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { signDayLink } from '../plugins/archive/server/day-link';
import { forbid } from '../rules/publish-rights';
import { askChangedPages } from './changed-pages';
import { readProposal } from './decisions';
import type { Handler } from './gate-routes';
import { readSubject, readText } from './gate-requests';
import { mayReadLedger } from './ledger-search';
import { findOpenDrafts } from './open-drafts';
import { readSetChanges } from './set-changes';

export function approverRoutes<Route>(
  strapi: Core.Strapi,
  route: (method: 'GET', path: string, answer: Handler) => Route,
): Route[] {
  return [
    route('GET', '/import', async ({ query }) => {
      const subject = readSubject(strapi, query);
      const sent = (await readProposal(strapi, subject)).after ?? '{}';
      return { sent: JSON.parse(sent) as unknown, changes: await readSetChanges(strapi, subject.uid, sent) };
    }),
    route('GET', '/pages', async ({ query }) => {
      const subject = readSubject(strapi, query);
      return askChangedPages(strapi, subject, await readProposal(strapi, subject));
    }),
    route('GET', '/day-link', async ({ query }) => makeDayLink(strapi, query)),
    route('GET', '/drafts', async () => ({ drafts: await findOpenDrafts(strapi) })),
  ];
}

export interface DayLink {
  url: string;
}

/** @throws a refusal for a user who may read nothing of the site, or without the secret that the site shares. */
function makeDayLink(strapi: Core.Strapi, query: Record<string, unknown>): DayLink {
  if (!mayReadLedger(strapi)) forbid('You may not read this.');
  const moment = new Date(readText(query.moment));
  if (Number.isNaN(moment.getTime())) throw new errors.ValidationError('Name a moment.');
  const path = readText(query.path) || '/';
  if (!/^\/(?![/\\])/.test(path)) throw new errors.ValidationError('Name an address of the site, such as /es/forex.');
  const url = signDayLink(moment, path, { zone: readText(query.zone) || 'UTC', lasting: query.lasting === 'true' });
  return url ? { url } : forbid('The site cannot be asked: STRAPI_WEBHOOK_SECRET is not set.');
}
