/** What the panel asks of the ledger and reads again after a change. A change of a document asks again, and a restore lets the form read it again. */
import { adminApi } from '@strapi/strapi/admin';
import type { LocalizedDocument } from '../../../setup/localized-document';
import type { LedgerRow } from '../server/ledger';

type Changed = Pick<LocalizedDocument, 'uid' | 'documentId'>;

/** The tags of what follows a document: asked again when it changes. */
export function followedTags({ uid, documentId }: Changed) {
  return [
    ...[`${uid}_${documentId}`, uid, `${uid}_ALL_ITEMS`].map((id) => ({ type: 'Document' as const, id })),
    'Ledger' as const,
  ];
}

/** The tags of what Strapi and our panels have read of a document, and read again after a change. */
export function changedTags({ uid, documentId }: Changed) {
  return [
    ...[`${uid}_${documentId}`, uid, `${uid}_LIST`].map((id) => ({ type: 'Document' as const, id })),
    'Ledger' as const,
  ];
}

/** Other plug-ins add their endpoints to it. */
export const ledgerApi = adminApi.enhanceEndpoints({ addTagTypes: ['Document', 'Ledger'] });

const ownApi = ledgerApi.injectEndpoints({
  endpoints: (builder) => ({
    lastVersions: builder.query<{ rows: LedgerRow[] }, LocalizedDocument>({
      query: (params) => ({ url: '/gate/history', method: 'GET', config: { params } }),
      providesTags: (_result, _error, document) => followedTags(document),
    }),
    restore: builder.mutation<unknown, LedgerRow>({
      query: ({ seq }) => ({ url: `/gate/restore/${seq}`, method: 'POST', data: {} }),
      invalidatesTags: (_result, _error, row) => changedTags(row),
    }),
  }),
});

export const { useLastVersionsQuery, useRestoreMutation } = ownApi;
