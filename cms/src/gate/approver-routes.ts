/** What the panel asks for an approver and for somebody who plans a release, under `/gate`. */
import type { Core } from '@strapi/strapi';
import { askChangedPages } from './changed-pages';
import { readProposal } from './decisions';
import type { Handler } from './gate-routes';
import { readSubject } from './gate-requests';
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
    route('GET', '/drafts', async () => ({ drafts: await findOpenDrafts(strapi) })),
  ];
}
