/**
 * What the panel asks about approvals, under `/gate`: where a document stands, what waits, and the steps.
 * (`/gate`: the prefix of all our panel routes, panel-routes.ts.)
 */
import type { Core } from '@strapi/strapi';
import type { LocalizedDocument } from '../../../setup/localized-document';
import { isPlanned } from '../../ledger/server/extensions';
import { readDocument, readText } from '../../ledger/server/panel-requests';
import { addPanelRoutes, type Handler } from '../../ledger/server/panel-routes';
import { findChangedPages } from './changed-pages';
import { readApproval, readProposal } from './approval-status';
import { approve, publishApproved, publishInEmergency, sendBack, submit } from './decisions';
import { readSetChanges } from './set-changes';
import { listWaiting } from './waiting';

type Step = (document: LocalizedDocument, body: Record<string, unknown>) => Promise<unknown>;

export function addApprovalRoutes(strapi: Core.Strapi): void {
  const handleStep =
    (step: Step): Handler =>
    async ({ request: { body = {} } }) =>
      step(readDocument(strapi, body), body);
  const steps: Record<string, Step> = {
    submit: (document, { comment, withdraw }) =>
      submit(strapi, document, { comment: readText(comment), withdraw: withdraw === true }),
    approve: async (document, { seq, comment, publish }) =>
      approve(strapi, document, {
        seq: Number(seq),
        comment: readText(comment),
        // What waits for a release becomes live with it.
        publish: publish !== false && !(await isPlanned(strapi, document)),
      }),
    'make-live': (document) => publishApproved(strapi, document),
    'send-back': (document, { seq, comment }) =>
      sendBack(strapi, document, { seq: Number(seq), comment: readText(comment) }),
    emergency: async (document, { reason, withdraw }) => ({
      live: await publishInEmergency(strapi, document, { reason: readText(reason), withdraw: withdraw === true }),
    }),
  };
  addPanelRoutes(strapi, {
    'GET /state': async ({ query }) => readApproval(strapi, readDocument(strapi, query)),
    'GET /waiting': async () => listWaiting(strapi),
    'GET /import': async ({ query }) => {
      const document = readDocument(strapi, query);
      const sent = (await readProposal(strapi, document)).after ?? '{}';
      return { sent: JSON.parse(sent) as unknown, changes: await readSetChanges(strapi, document.uid, sent) };
    },
    'GET /pages': async ({ query }) => {
      const document = readDocument(strapi, query);
      return findChangedPages(strapi, document, await readProposal(strapi, document));
    },
    ...Object.fromEntries(Object.entries(steps).map(([name, step]) => [`POST /${name}`, handleStep(step)])),
  });
}
