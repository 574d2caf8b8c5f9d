/** What the panel shows of the ledger: versions of a document, one of them whole, and a version as a draft again. */
import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { findPagePathProblems, pageUid } from '../../../rules/addresses/page-path-rules';
import { readPartAttributes } from '../../../rules/plain-fields';
import { documents, type Attribute, type Attributes, type Fields } from '../../../setup/content-types';
import { isSet } from './document-sets';
import { readContents, type LedgerRow } from './ledger';
import { namedAction, namedReason } from './record-changes';
import { findType } from './snapshot';
import type { LocalizedDocument } from '../../../setup/localized-document';

/** The content of a version, whose fields and components may no longer exist; null when the document was removed. */
export async function readVersion(strapi: Core.Strapi, { contentHash }: LedgerRow): Promise<Fields | null> {
  if (contentHash === null) return null;
  const content = (await readContents(strapi, [contentHash])).get(contentHash);
  if (content === undefined) throw new Error(`The content ${contentHash} is missing in the ledger.`);
  return JSON.parse(content) as Fields;
}

/** What a version had and no longer exists: a field, a component, documents that it links to, files. */
export interface LeftOut {
  kind: 'field' | 'component' | 'link' | 'file';
  /** Of the field; of the component, its uid. */
  name: string;
}

export interface Restorable {
  data: Fields;
  left: LeftOut[];
  /** The document was deleted in all languages: it is made again, with the same id. */
  gone: boolean;
}

/** @throws a refusal when the row has no content. */
export async function prepareRestore(strapi: Core.Strapi, row: LedgerRow): Promise<Restorable> {
  const { uid, documentId } = row;
  const type = findType(strapi, uid);
  const content = isSet(row) ? null : await readVersion(strapi, row);
  if (!type || !content) throw new errors.ValidationError('This row of the ledger has no version to restore.');
  const left: LeftOut[] = [];
  const data = await toData(strapi, type.attributes, content, left);
  // The old path may be taken, or below a page that has moved: the page keeps the one that it has.
  if (uid === pageUid && (await findPagePathProblems(strapi, documentId, data)).length > 0) {
    delete data.path;
    left.push({ kind: 'field', name: 'path' });
  }
  return { data, left, gone: (await strapi.db.query(type.uid).count({ where: { documentId } })) === 0 };
}

/** Writes a version into the draft; nothing changes for visitors. */
export async function restoreVersion(strapi: Core.Strapi, row: LedgerRow): Promise<LeftOut[]> {
  const { uid, documentId, locale, seq, writtenAt } = row;
  const { data, left, gone } = await prepareRestore(strapi, row);
  const options = { documentId, data: { ...data, documentId }, ...(locale ? { locale } : {}) };
  const write = () => (gone ? documents(strapi, uid).create(options) : documents(strapi, uid).update(options));
  await namedAction.run('restore', () => namedReason.run(`Version of ${writtenAt}, row ${seq}`, write));
  return left;
}

/** Writes a version that is like one of the ledger into the draft of a document that is there. */
export async function writeDraft(
  strapi: Core.Strapi,
  { uid, documentId, locale }: LocalizedDocument,
  content: Fields,
): Promise<void> {
  const data = await toData(strapi, findType(strapi, uid)?.attributes ?? {}, content, []);
  await documents(strapi, uid).update({ documentId, data, ...(locale ? { locale } : {}) });
}

/** A version as the document service takes it: fields that the version lacks become empty. */
async function toData(strapi: Core.Strapi, attributes: Attributes, content: Fields, left: LeftOut[]): Promise<Fields> {
  const lost = Object.keys(content).filter((name) => name !== '__component' && !(name in attributes));
  left.push(...lost.map((name): LeftOut => ({ kind: 'field', name })));
  const data: Fields = {};
  for (const [name, attribute] of Object.entries(attributes))
    data[name] = await toValue(strapi, name, attribute, content[name], left);
  return data;
}

async function toValue(
  strapi: Core.Strapi,
  name: string,
  attribute: Attribute,
  value: unknown,
  left: LeftOut[],
): Promise<unknown> {
  const list = value === undefined ? [] : ([value].flat() as Fields[]);
  switch (attribute.type) {
    case 'relation':
      return present(strapi, String(attribute.target), 'documentId', list, () => left.push({ kind: 'link', name }));
    case 'media': {
      const hashes = list.map(({ hash }) => hash);
      const ids = await present(
        strapi,
        'plugin::upload.file',
        'hash',
        hashes,
        () => left.push({ kind: 'file', name }),
        'id',
      );
      return attribute.multiple ? ids : (ids[0] ?? null);
    }
    case 'component': {
      const own = readPartAttributes(strapi, String(attribute.component));
      const parts = await inTurn(list, (part) => toData(strapi, own, part, left));
      return attribute.repeatable ? parts : (parts[0] ?? null);
    }
    case 'dynamiczone': {
      const known = list.filter(({ __component: uid }) => attribute.components?.includes(String(uid)));
      const lost = list.filter((part) => !known.includes(part));
      left.push(...lost.map(({ __component: uid }): LeftOut => ({ kind: 'component', name: String(uid) })));
      return inTurn(known, async (part) => ({
        __component: part.__component,
        ...(await toData(strapi, readPartAttributes(strapi, String(part.__component)), part, left)),
      }));
    }
    default:
      return value ?? null;
  }
}

/** Of these documents or files, those that are still there, in their order. @param miss called for each other one. */
async function present(
  strapi: Core.Strapi,
  uid: string,
  field: string,
  wanted: readonly unknown[],
  miss: () => void,
  returned = field,
): Promise<unknown[]> {
  if (wanted.length === 0) return [];
  const rows: Fields[] = await strapi.db
    .query(uid)
    .findMany({ where: { [field]: { $in: wanted } }, select: [...new Set([field, returned])] });
  const found = new Map(rows.map((row) => [row[field], row[returned]]));
  return wanted.flatMap((one) => {
    if (!found.has(one)) miss();
    return found.get(one) ?? [];
  });
}

async function inTurn<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}
