/** What the panel asks for an approver and for somebody who plans a release, under `/gate`. */
import type { Core } from '@strapi/strapi';
import { askChangedPages } from './changed-pages';
import { readProposal } from './decisions';
import { type Handler, readSubject } from './gate-routes';
import { findOpenDrafts } from './open-drafts';
import { readSetChanges } from './set-changes';

export function approverRoutes<Route>(
  strapi: Core.Strapi,
  route: (method: 'GET', path: string, answer: Handler) => Route,
): Route[] {
  return [
    route('GET', '/proposal', async ({ query }) => {
      const subject = readSubject(strapi, query);
      const { before, after } = await readProposal(strapi, subject);
      const read = (content: string | null) => content && (JSON.parse(content) as unknown);
      return subject.documentId.includes(':')
        ? { set: after && (await readSetChanges(strapi, subject.uid, after)), after: read(after) }
        : { before: read(before), after: read(after) };
    }),
    route('GET', '/pages', async ({ query }) => {
      const subject = readSubject(strapi, query);
      return askChangedPages(strapi, subject, await readProposal(strapi, subject));
    }),
    route('GET', '/drafts', async () => ({ drafts: await findOpenDrafts(strapi) })),
  ];
}
