/** What the panel asks about releases (`cms/src/plugins/releases/server/release-routes.ts`). */
import { ledgerApi } from '../../ledger/panel/ledger-api';
import type { Release } from '../server/planned-releases';
import type { ReleasePlan } from '../server/releases';

const releasesApi = ledgerApi.enhanceEndpoints({ addTagTypes: ['Releases'] }).injectEndpoints({
  endpoints: (builder) => ({
    releases: builder.query<{ releases: Release[]; mayPlan: boolean }, void>({
      query: () => ({ url: '/gate/releases', method: 'GET' }),
      providesTags: ['Releases'],
      keepUnusedDataFor: 0,
    }),
    planRelease: builder.mutation<Release, ReleasePlan>({
      query: (data) => ({ url: '/gate/releases', method: 'POST', data }),
      invalidatesTags: ['Releases', 'Ledger'],
    }),
    tryRelease: builder.mutation<{ problem: string }, Pick<ReleasePlan, 'items'>>({
      query: (data) => ({ url: '/gate/releases/try', method: 'POST', data }),
    }),
    cancelRelease: builder.mutation<unknown, number>({
      query: (id) => ({ url: `/gate/releases/${id}/cancel`, method: 'POST', data: {} }),
      invalidatesTags: ['Releases', 'Ledger'],
    }),
  }),
});

export const { useReleasesQuery, usePlanReleaseMutation, useTryReleaseMutation, useCancelReleaseMutation } =
  releasesApi;
