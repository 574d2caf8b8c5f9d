/** Reads how the approval of the document in a form stands. */
import type { DocumentActionProps } from '@strapi/content-manager/strapi-admin';
import { useFormDocument } from '../../../admin/use-form-document';
import type { LocalizedDocument } from '../../../setup/localized-document';
import type { ApprovalStatus } from '../server/approval-status';
import { useApprovalQuery } from './approval-api';

type Form = Pick<DocumentActionProps, 'model' | 'document'>;

export function useApproval(form: Form): { document: LocalizedDocument | null; approval: ApprovalStatus | undefined } {
  const document = useFormDocument(form);
  const { currentData } = useApprovalQuery(document ?? { uid: '', documentId: '', locale: '' }, { skip: !document });
  return { document, approval: document ? currentData : undefined };
}
