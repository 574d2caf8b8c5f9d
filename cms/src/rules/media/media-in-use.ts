/**
 * A change to a file of the media library is live immediately, without a draft and without Publish. So changing a file that the live site shows
 * requires the right to publish what shows it. Nobody can delete a file in use, even if only a draft uses it: it would leave a gap.
 */
import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { findDocuments, listUses, mediaUses, type MediaUse, type StoredFile } from './media-uses';
import { forbid, may } from '../publish-rights';

export interface FileInfo {
  name?: string | null;
  alternativeText?: string | null;
}
type Method = (...parameters: never[]) => Promise<unknown>;

export function registerMediaRules(strapi: Core.Strapi): void {
  const service = (name: string) => strapi.plugin('upload').service(name) as unknown as Record<string, Method>;
  before(service('upload'), 'replace', async (id: number) => checkChange(strapi, await findFile(strapi, id)));
  before(service('upload'), 'updateFileInfo', async (id: number, info: FileInfo) => {
    const file = await findFile(strapi, id);
    if (file && shows(file, info)) await checkChange(strapi, file);
  });
  before(service('upload'), 'remove', (file: StoredFile) => checkRemoval(strapi, [file]));
  before(service('upload'), 'upload', ({ data }: { data: { ref?: unknown; refId?: unknown } }) =>
    checkAttachment(strapi, data),
  );
  // Checks all of them before Strapi deletes the first.
  before(service('file'), 'deleteByIds', async (ids: number[] = []) =>
    checkRemoval(strapi, await filesIn(strapi, ids, [])),
  );
  before(service('folder'), 'deleteByIds', async (ids: number[] = []) =>
    checkRemoval(strapi, await filesIn(strapi, [], ids)),
  );
  before(
    strapi.plugin('upload').controller('admin-folder-file') as unknown as Record<string, Method>,
    'deleteMany',
    async (context: BulkDelete) => {
      const { fileIds, folderIds } = context.request.body ?? {};
      await checkRemoval(strapi, await filesIn(strapi, [fileIds ?? []].flat(), [folderIds ?? []].flat()));
    },
  );
}

interface BulkDelete {
  request: { body?: { fileIds?: number[]; folderIds?: number[] } };
}

/** Runs a check before a method, with the same parameters; the check refuses by throwing. @throws when Strapi has no such method any more. */
function before<Parameters extends unknown[]>(
  target: Record<string, Method>,
  name: string,
  check: (...parameters: Parameters) => Promise<void>,
): void {
  const method = target[name] as unknown as (...parameters: Parameters) => Promise<unknown>;
  if (typeof method !== 'function')
    throw new Error(`Strapi's upload plugin has no ${name} any more; src/rules/media/media-in-use.ts needs it.`);
  target[name] = (async (...parameters: Parameters) => {
    await check(...parameters);
    return method.apply(target, parameters);
  }) as unknown as Method;
}

export function findFile(strapi: Core.Strapi, id: number | string): Promise<StoredFile | null> {
  return strapi.db.query('plugin::upload.file').findOne({ where: { id } });
}

async function filesIn(strapi: Core.Strapi, fileIds: number[], folderIds: number[]): Promise<StoredFile[]> {
  const folders: { path: string }[] = await strapi.db
    .query('plugin::upload.folder')
    .findMany({ where: { id: { $in: folderIds } } });
  const inside = folders.flatMap(({ path }) => [
    { folderPath: { $eq: path } },
    { folderPath: { $startsWith: `${path}/` } },
  ]);
  return strapi.db.query('plugin::upload.file').findMany({ where: { $or: [{ id: { $in: fileIds } }, ...inside] } });
}

/** Whether visitors could see the change. Captions, folders and focal points only matter in the panel. */
export function shows(file: StoredFile, { name, alternativeText }: FileInfo): boolean {
  const differs = (given: string | null | undefined, present: string | null) =>
    given !== undefined && given !== null && given !== (present ?? '');
  return differs(name, file.name) || differs(alternativeText, file.alternativeText);
}

function notAllowed(strapi: Core.Strapi, uses: readonly MediaUse[]): MediaUse[] {
  return uses.filter(({ uid, locale, published }) => published && !may(strapi, 'publish', uid, locale));
}

async function checkChange(strapi: Core.Strapi, file: StoredFile | null): Promise<void> {
  if (!file) return;
  const refused = notAllowed(strapi, await mediaUses(strapi, file));
  if (refused.length === 0) return;
  forbid(
    `“${file.name}” is live on ${listUses(refused)}, which you may not publish. Upload your picture as a new file and choose it in the draft, or ask a publisher.`,
  );
}

async function checkRemoval(strapi: Core.Strapi, files: readonly StoredFile[]): Promise<void> {
  for (const file of files) {
    const uses = await mediaUses(strapi, file);
    if (uses.length > 0)
      throw new errors.ApplicationError(
        `“${file.name}” is used by ${listUses(uses)}. Take it out there first; then it can be deleted.`,
      );
  }
}

/** Strapi can attach an uploaded file to a row of a document in the same request, live or not, past the ledger and approval. The panel never does. */
async function checkAttachment(strapi: Core.Strapi, { ref, refId }: { ref?: unknown; refId?: unknown }): Promise<void> {
  if (typeof ref !== 'string' || !refId) return;
  const [found] = await findDocuments(strapi, [[ref, Number(refId)]]);
  if (found) forbid(`Upload the file alone and choose it in the draft of ${found.name}.`);
}
