/** `GET /upload/uses?files=1,2`: which documents use files of the media library, for the panel's page “Where pictures are used”. */
import type { Core } from '@strapi/strapi';
import { contentTypes } from '../setup/content-types';
import { groupUses, mediaUses, type MediaUse, type StoredFile } from './media-uses';
import { may } from './publish-rights';

/** Languages are null in a document without languages. */
interface UsingDocument {
  name: string;
  /** Address in the panel; null when the user may not read the document, whose name is then only that of its type. */
  link: string | null;
  published: (string | null)[];
  /** Languages in which only the draft uses the file. */
  drafts: (string | null)[];
}

/** As many as the largest page of the panel's list has. */
const mostFiles = 100;

export function registerMediaUsesRoute(strapi: Core.Strapi): void {
  const policies = [
    'admin::isAuthenticatedAdmin',
    { name: 'admin::hasPermissions', config: { actions: ['plugin::upload.read'] } },
  ];
  const handler = ({ query }: { query: Record<string, unknown> }) => listUsers(strapi, String(query.files ?? ''));
  strapi.server.routes({
    type: 'admin',
    prefix: '/upload',
    routes: [{ method: 'GET', path: '/uses', handler, info: { pluginName: 'upload' }, config: { policies } }],
  });
}

/** @returns by the id of each file; an empty list when nothing uses it. */
async function listUsers(strapi: Core.Strapi, wanted: string): Promise<Record<number, UsingDocument[]>> {
  // PostgreSQL refuses a greater number.
  const isId = (id: number) => Number.isInteger(id) && id > 0 && id < 2 ** 31;
  const ids = wanted.split(',').map(Number).filter(isId).slice(0, mostFiles);
  const files: StoredFile[] = await strapi.db.query('plugin::upload.file').findMany({ where: { id: { $in: ids } } });
  const found: Record<number, UsingDocument[]> = {};
  for (const file of files)
    found[file.id] = groupUses(await mediaUses(strapi, file)).map((uses) => describeDocument(strapi, uses));
  return found;
}

function describeDocument(strapi: Core.Strapi, uses: MediaUse[]): UsingDocument {
  const [{ uid }] = uses as [MediaUse];
  const live = uses.filter(({ published }) => published).map(({ locale }) => locale);
  const published = [...new Set(live)];
  const drafts = uses.map(({ locale }) => locale).filter((locale) => !published.includes(locale));
  const readable = uses.find((use) => may(strapi, 'read', uid, use.locale));
  return {
    name: readable?.name ?? strapi.contentType(uid).info.displayName,
    link: readable ? panelAddress(strapi, readable) : null,
    published,
    drafts,
  };
}

function panelAddress(strapi: Core.Strapi, { uid, documentId, locale }: MediaUse): string {
  const single = contentTypes(strapi).some((type) => type.uid === uid && type.single);
  const place = single ? `single-types/${uid}` : `collection-types/${uid}/${documentId}`;
  return `/content-manager/${place}${locale ? `?plugins[i18n][locale]=${locale}` : ''}`;
}
