/** What the panel asks of the gate (`src/gate/gate-routes.ts`). A change of a document asks again, and a step of the gate lets the form read the document again. */
import { adminApi } from '@strapi/strapi/admin';
import type { OpenDraft } from '../gate/open-drafts';
import type { ChangedPages } from '../gate/changed-pages';
import type { Gate, Subject } from '../gate/decisions';
import type { LedgerRow } from '../gate/ledger';
import type { Release, ReleaseItem } from '../gate/planned-releases';
import type { ReleasePlan } from '../gate/releases';
import type { SetChanges } from '../gate/set-changes';
import type { Waiting } from '../gate/waiting';

export type { ChangedPages, Gate, OpenDraft, Release, ReleaseItem, ReleasePlan, Subject, Waiting };

export type StepName = 'submit' | 'approve' | 'make-live' | 'send-back' | 'emergency';
export interface Step extends Subject {
  step: StepName;
  seq?: number;
  comment?: string;
  reason?: string;
  withdraw?: boolean;
}
const tagTypes = ['Document', 'Gate', 'Releases'] as const;

/** What Strapi and our panels have read of a document, and read again after a change. */
function changedTags({ uid, documentId }: Pick<Subject, 'uid' | 'documentId'>) {
  return [
    ...[`${uid}_${documentId}`, uid, `${uid}_LIST`].map((id) => ({ type: 'Document' as const, id })),
    'Gate' as const,
  ];
}

const gateApi = adminApi.enhanceEndpoints({ addTagTypes: [...tagTypes] }).injectEndpoints({
  endpoints: (builder) => ({
    gateState: builder.query<Gate, Subject>({
      query: (params) => ({ url: '/gate/state', method: 'GET', config: { params } }),
      providesTags: (_result, _error, { uid, documentId }) => [
        ...[`${uid}_${documentId}`, uid, `${uid}_ALL_ITEMS`].map((id) => ({ type: 'Document' as const, id })),
        'Gate',
      ],
    }),
    waiting: builder.query<{ waiting: Waiting[]; more: number; off: boolean }, void>({
      query: () => ({ url: '/gate/waiting', method: 'GET' }),
      providesTags: ['Gate'],
      keepUnusedDataFor: 0,
    }),
    setProposal: builder.query<{ sent: object; changes: SetChanges }, Subject>({
      query: (params) => ({ url: '/gate/import', method: 'GET', config: { params } }),
      keepUnusedDataFor: 0,
    }),
    changedPages: builder.query<ChangedPages | { problem: string }, Subject>({
      query: (params) => ({ url: '/gate/pages', method: 'GET', config: { params } }),
      keepUnusedDataFor: 0,
    }),
    takeStep: builder.mutation<{ live?: boolean }, Step>({
      query: ({ step, ...data }) => ({ url: `/gate/${step}`, method: 'POST', data }),
      invalidatesTags: (_result, _error, subject) => changedTags(subject),
    }),
    restore: builder.mutation<unknown, LedgerRow>({
      query: ({ seq }) => ({ url: `/gate/restore/${seq}`, method: 'POST', data: {} }),
      invalidatesTags: (_result, _error, row) => changedTags(row),
    }),
    releases: builder.query<{ releases: Release[]; mayPlan: boolean }, void>({
      query: () => ({ url: '/gate/releases', method: 'GET' }),
      providesTags: ['Releases'],
      keepUnusedDataFor: 0,
    }),
    openDrafts: builder.query<{ drafts: OpenDraft[] }, void>({
      query: () => ({ url: '/gate/drafts', method: 'GET' }),
      keepUnusedDataFor: 0,
    }),
    planRelease: builder.mutation<Release, ReleasePlan>({
      query: (data) => ({ url: '/gate/releases', method: 'POST', data }),
      invalidatesTags: ['Releases', 'Gate'],
    }),
    tryRelease: builder.mutation<{ problem: string }, Pick<ReleasePlan, 'items'>>({
      query: (data) => ({ url: '/gate/releases/try', method: 'POST', data }),
    }),
    cancelRelease: builder.mutation<unknown, number>({
      query: (id) => ({ url: `/gate/releases/${id}/cancel`, method: 'POST', data: {} }),
      invalidatesTags: ['Releases', 'Gate'],
    }),
  }),
});

export const {
  useGateStateQuery,
  useWaitingQuery,
  useSetProposalQuery,
  useChangedPagesQuery,
  useTakeStepMutation,
  useRestoreMutation,
  useReleasesQuery,
  useOpenDraftsQuery,
  usePlanReleaseMutation,
  useTryReleaseMutation,
  useCancelReleaseMutation,
} = gateApi;
