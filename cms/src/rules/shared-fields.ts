/**
 * Publishes fields that all languages share (positions, dates, pictures) in all languages with one Publish. Strapi copies them to the drafts of the
 * other languages on save, but the live rows there stay as they were until each language is published by hand, with whatever else its draft
 * contains. This rule copies only the shared fields to the live rows; a draft keeps its unpublished text and its status “Modified”.
 */
import type { Core } from '@strapi/strapi';
import {
  contentTypes,
  defaultLocale,
  populateAll,
  type Attribute,
  type ContentType,
  type Entry,
} from '../setup/content-types';
import { type DocumentCall, publishes, seeding } from './document-call';
import { fieldLabel } from './field-names';
import { readPlainFields } from './plain-fields';
import { forbid, inLanguages, may } from './publish-rights';

/** Fields that every save writes, even one that changed nothing. */
const bookkeeping = new Set(['textUpdatedAt']);

export function registerSharedFields(strapi: Core.Strapi): void {
  strapi.documents.use(async (context, next) => {
    const { uid, action, params } = context as unknown as DocumentCall;
    const type =
      publishes({ action, params }) && !seeding.getStore()
        ? contentTypes(strapi).find((one) => one.uid === uid && one.localized)
        : undefined;
    if (!type) return next();
    // In one transaction, so that all languages change or none. Strapi notifies the site after the transaction has ended.
    return strapi.db.transaction(async () => {
      await checkRights(strapi, type, params);
      const modifiedLocales = await findModifiedLocales(strapi, type, params.documentId);
      const result = await next();
      const published = result as { documentId?: string; locale?: string; entries?: Entry[] } | null;
      const locale = published?.entries?.[0]?.locale ?? published?.locale;
      if (published?.documentId && typeof locale === 'string')
        await publishSharedFields(strapi, type, published.documentId, locale, modifiedLocales);
      return result;
    });
  });
}

/**
 * The languages that the panel shows as “Modified” before the publication. Read before it, because Strapi sometimes does write the live rows
 * of other languages (it compares with whichever row the database returns first), and the status would be lost.
 */
async function findModifiedLocales(
  strapi: Core.Strapi,
  type: ContentType,
  documentId: string | undefined,
): Promise<Set<string>> {
  const rows: Entry[] = documentId
    ? await strapi.db
        .query(type.uid)
        .findMany({ where: { documentId }, select: ['locale', 'publishedAt', 'updatedAt'] })
    : [];
  const drafts = rows.filter(
    (draft) =>
      !draft.publishedAt && rows.some((row) => row.publishedAt && row.locale === draft.locale && isLater(draft, row)),
  );
  return new Set(drafts.map(({ locale }) => String(locale)));
}

/** Drafts and live rows of a document in every language, with their components and files. */
async function findAllRows(strapi: Core.Strapi, { uid }: ContentType, documentId: string): Promise<Entry[]> {
  return strapi.db.query(uid).findMany({ where: { documentId }, populate: await populateAll(strapi, uid) });
}

/**
 * Publishing a shared field changes every language, so it needs the right for each that is live.
 * @throws a refusal that names the fields and the languages.
 */
async function checkRights(strapi: Core.Strapi, type: ContentType, { documentId, locale }: DocumentCall['params']) {
  if (!documentId) return;
  const rows = await findAllRows(strapi, type, documentId);
  const others = rows.filter(
    ({ publishedAt, locale: other }) => publishedAt && !may(strapi, 'publish', type.uid, String(other)),
  );
  const drafts = rows.filter(
    (row) => !row.publishedAt && [locale ?? defaultLocale].flat().includes(String(row.locale)),
  );
  const names = listSharedFields(type).filter(
    (name) =>
      !bookkeeping.has(name) &&
      drafts.some((draft) =>
        others.some(
          (row) => serialiseShared(strapi, type, draft, [name]) !== serialiseShared(strapi, type, row, [name]),
        ),
      ),
  );
  if (names.length === 0) return;
  const fields = new Intl.ListFormat('en-GB').format(names.map((name) => `“${fieldLabel(strapi, type.uid, [name])}”`));
  const where = inLanguages(others.map((row) => String(row.locale)));
  forbid(
    `${fields}: the same in every language. What you publish here would change it${where} too, where you may not publish. Put back what is live there, or ask a publisher of all languages.`,
  );
}

async function publishSharedFields(
  strapi: Core.Strapi,
  type: ContentType,
  documentId: string,
  locale: string,
  modifiedLocales: ReadonlySet<string>,
): Promise<void> {
  const rows = await findAllRows(strapi, type, documentId);
  const live = rows.filter(({ publishedAt }) => publishedAt);
  const source = live.find((row) => row.locale === locale);
  if (!source) return;
  const names = listSharedFields(type);
  const wanted = serialiseShared(strapi, type, source, names);
  for (const row of live.filter((one) => one !== source)) {
    const draft = rows.find((one) => !one.publishedAt && one.locale === row.locale);
    const isModified =
      draft !== undefined &&
      modifiedLocales.has(String(row.locale)) &&
      serialiseOwn(strapi, type, draft) !== serialiseOwn(strapi, type, row);
    const isDraftAstray = draft !== undefined && serialiseShared(strapi, type, draft, names) !== wanted;
    if (isDraftAstray) await writeShared(strapi, type, draft, source, names);
    const isBehind = serialiseShared(strapi, type, row, names) !== wanted;
    if (isBehind) await writeShared(strapi, type, row, source, names);
    // The panel shows “Modified” when the draft was written after the live row.
    const showsModified = !isBehind && (isDraftAstray || isLater(draft, row));
    if (isModified && !showsModified) await touch(strapi, type, draft);
    else if (!isModified && showsModified) await touch(strapi, type, row);
    if (isBehind) await notifySite(strapi, type, row);
  }
}

/** Fields of a type that publishing one language changes in all. */
export function listSharedFields(type: ContentType): string[] {
  return Object.keys(type.attributes).filter((name) => isShared(type.attributes[name]));
}

/** Scalars and pictures. In Strapi, each language has its own links to other documents. */
function isShared(attribute: Attribute | undefined): boolean {
  return (
    attribute !== undefined &&
    !['relation', 'uid', 'component', 'dynamiczone'].includes(attribute.type) &&
    attribute.pluginOptions?.i18n?.localized !== true
  );
}

function serialiseShared(strapi: Core.Strapi, type: ContentType, row: Entry, names: string[]): string {
  return serialise(strapi, type, row, (name) => names.includes(name));
}

/** Serialises everything that belongs to one language alone. */
function serialiseOwn(strapi: Core.Strapi, type: ContentType, row: Entry): string {
  return serialise(strapi, type, row, (name, attribute) => !isShared(attribute) && !bookkeeping.has(name));
}

function serialise(
  strapi: Core.Strapi,
  { attributes }: ContentType,
  row: Entry,
  takes: (name: string, attribute: Attribute) => boolean,
): string {
  const taken = Object.entries(attributes).filter(([name, attribute]) => takes(name, attribute));
  return JSON.stringify(readPlainFields(strapi, Object.fromEntries(taken), row));
}

async function writeShared(
  strapi: Core.Strapi,
  type: ContentType,
  row: Entry,
  source: Entry,
  names: string[],
): Promise<void> {
  const ids = (value: unknown) =>
    Array.isArray(value) ? value.map(({ id }) => id) : ((value as { id?: number } | null)?.id ?? null);
  const data = Object.fromEntries(
    names.map((name) => [name, type.attributes[name]?.type === 'media' ? ids(source[name]) : source[name]]),
  );
  await strapi.db.query(type.uid).update({ where: { id: row.id }, data });
}

/** Writes only the date of change. Waits 2 ms first, so that it is later than the previous write on a clock with milliseconds. */
async function touch(strapi: Core.Strapi, type: ContentType, row: Entry): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 2));
  await strapi.db.query(type.uid).update({ where: { id: row.id }, data: {} });
}

function isLater(draft: Entry | undefined, row: Entry): boolean {
  return draft !== undefined && new Date(draft.updatedAt) > new Date(row.updatedAt);
}

/** Emits the same event as Strapi does on publication, after the commit. */
export async function notifySite(
  strapi: Core.Strapi,
  type: Pick<ContentType, 'name' | 'uid'>,
  { documentId, locale, key }: Entry,
): Promise<void> {
  await strapi.db.transaction(async ({ onCommit }) => {
    onCommit(
      () =>
        void strapi.eventHub.emit('entry.publish', {
          model: type.name,
          uid: type.uid,
          entry: { documentId, locale, key: key ?? null },
        }),
    );
  });
}
