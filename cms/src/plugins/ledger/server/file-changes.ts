/** A file of the media library changes at once, without a draft: what it shows belongs to the documents that use it. */
import type { Core } from '@strapi/strapi';
import { findFile, shows, type FileInfo } from '../../../rules/media/media-in-use';
import { mediaUses } from '../../../rules/media/media-uses';
import { checkFile } from './extensions';
import { recordChange } from './record-changes';

type Method = (id: number, ...rest: unknown[]) => Promise<unknown>;

/** Call before the rules of media, which check rights first. */
export function registerFileChanges(strapi: Core.Strapi): void {
  const service = strapi.plugin('upload').service('upload') as unknown as Record<string, Method>;
  for (const name of ['replace', 'updateFileInfo']) {
    const method = service[name];
    if (!method)
      throw new Error(
        `Strapi's upload plugin has no ${name} any more; src/plugins/ledger/server/file-changes.ts needs it.`,
      );
    service[name] = async (id, ...rest) =>
      recordChange(strapi, async (change) => {
        const file = await findFile(strapi, id);
        const uses = file ? await mediaUses(strapi, file) : [];
        if (file && (name === 'replace' || shows(file, rest[0] as FileInfo))) await checkFile(strapi, file.name, uses);
        const result = await method.call(service, id, ...rest);
        for (const { uid, documentId } of uses)
          change.touch(uid, documentId, 'follow', [], `A change of the file “${file?.name}”`);
        return result;
      });
  }
}
