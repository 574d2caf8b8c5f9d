/** A file of the media library changes at once, without a draft: what it shows belongs to the documents that use it. */
import type { Core } from '@strapi/strapi';
import { findFile, shows, type FileInfo } from '../rules/media-in-use';
import { mediaUses, type MediaUse } from '../rules/media-uses';
import { forbid } from '../rules/publish-rights';
import { isApprovalOff, needsApproval } from './approval-table';
import { recordChange } from './record-changes';
import { findType, readSnapshots } from './snapshot';

type Method = (id: number, ...rest: unknown[]) => Promise<unknown>;

/** Call before the rules of media, which check rights first. */
export function registerFileChanges(strapi: Core.Strapi): void {
  const service = strapi.plugin('upload').service('upload') as unknown as Record<string, Method>;
  for (const name of ['replace', 'updateFileInfo']) {
    const method = service[name];
    if (!method) throw new Error(`Strapi's upload plugin has no ${name} any more; src/gate/file-changes.ts needs it.`);
    service[name] = async (id, ...rest) =>
      recordChange(strapi, async (change) => {
        const file = await findFile(strapi, id);
        const uses = file ? await mediaUses(strapi, file) : [];
        if (file && (name === 'replace' || shows(file, rest[0] as FileInfo))) await checkUses(strapi, file.name, uses);
        const result = await method.call(service, id, ...rest);
        for (const { uid, documentId } of uses)
          change.touch(uid, documentId, 'follow', [], `A change of the file “${file?.name}”`);
        return result;
      });
  }
}

/** A file changes at once, without a draft. @throws a refusal when the live site shows it where approval is needed. */
async function checkUses(strapi: Core.Strapi, name: string, uses: readonly MediaUse[]): Promise<void> {
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
