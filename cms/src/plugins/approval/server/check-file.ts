/** Refuses to change a file that visitors see where approval is needed. */
import type { Core } from '@strapi/strapi';
import type { MediaUse } from '../../../rules/media/media-uses';
import { forbid } from '../../../rules/publish-rights';
import { findType, readSnapshots } from '../../ledger/server/snapshot';
import { isApprovalOff, needsApproval } from './approval-table';

/** A file changes at once, without a draft. @throws a refusal when the live site shows it where approval is needed. */
export async function checkFile(strapi: Core.Strapi, name: string, uses: readonly MediaUse[]): Promise<void> {
  if (isApprovalOff()) return;
  const live = uses.filter(({ published }) => published);
  for (const [uid, own] of Map.groupBy(live, (use) => use.uid)) {
    const type = findType(strapi, uid);
    const snapshots = type
      ? await readSnapshots(
          strapi,
          type,
          own.map(({ documentId }) => documentId),
        )
      : [];
    const guarded = own.find(({ documentId, locale }) =>
      snapshots.some(
        (one) =>
          one.state === 'live' &&
          one.documentId === documentId &&
          one.locale === (locale ?? '') &&
          needsApproval(uid, one.content),
      ),
    );
    if (guarded)
      forbid(
        `“${name}” is live on ${guarded.name}, which needs approval. Upload your picture as a new file, choose it in the draft, and submit that.`,
      );
  }
}
