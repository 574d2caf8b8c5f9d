/** What the panel asks about approvals (`cms/src/plugins/approval/server/approval-routes.ts`). A step lets the form read the document again. */
import type { LocalizedDocument } from '../../../setup/localized-document';
import { changedTags, followedTags, ledgerApi } from '../../ledger/panel/ledger-api';
import type { ChangedPages } from '../server/changed-pages';
import type { ApprovalStatus } from '../server/approval-status';
import type { SetChanges } from '../server/set-changes';
import type { Waiting } from '../server/waiting';

export type StepName = 'submit' | 'approve' | 'make-live' | 'send-back' | 'emergency';
export interface Step extends LocalizedDocument {
  step: StepName;
  seq?: number;
  comment?: string;
  reason?: string;
  withdraw?: boolean;
}

const approvalApi = ledgerApi.injectEndpoints({
  endpoints: (builder) => ({
    approval: builder.query<ApprovalStatus, LocalizedDocument>({
      query: (params) => ({ url: '/gate/state', method: 'GET', config: { params } }),
      providesTags: (_result, _error, document) => followedTags(document),
    }),
    waiting: builder.query<{ waiting: Waiting[]; more: number; off: boolean }, void>({
      query: () => ({ url: '/gate/waiting', method: 'GET' }),
      providesTags: ['Ledger'],
      keepUnusedDataFor: 0,
    }),
    setProposal: builder.query<{ sent: object; changes: SetChanges }, LocalizedDocument>({
      query: (params) => ({ url: '/gate/import', method: 'GET', config: { params } }),
      keepUnusedDataFor: 0,
    }),
    changedPages: builder.query<ChangedPages | { problem: string }, LocalizedDocument>({
      query: (params) => ({ url: '/gate/pages', method: 'GET', config: { params } }),
      keepUnusedDataFor: 0,
    }),
    takeStep: builder.mutation<{ live?: boolean }, Step>({
      query: ({ step, ...data }) => ({ url: `/gate/${step}`, method: 'POST', data }),
      invalidatesTags: (_result, _error, document) => changedTags(document),
    }),
  }),
});

export const { useApprovalQuery, useWaitingQuery, useSetProposalQuery, useChangedPagesQuery, useTakeStepMutation } =
  approvalApi;
