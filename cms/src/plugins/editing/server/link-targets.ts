/** Finds published texts of the site by title or address, for the dialog in which an editor makes a link. */
import type { Core } from '@strapi/strapi';
import {
  contentTypes,
  defaultLocale,
  documents,
  localeCodes,
  nameFields,
  type ContentType,
  type Entry,
} from '../../../setup/content-types';
import { findTarget } from '../../../rules/addresses/redirect-rules';
import { documentFolders, legalPages, listPaths, sitePages } from '../../../rules/addresses/site-addresses';

export interface LinkTarget {
  name: string;
  /** Name of the type. */
  kind: string;
  /** Without language: the site writes it as the visitor's language needs. */
  address: string;
}

export const maxTargets = 20;
const shortestWords = 2;
/** Rows that are read for each type, in up to three languages. */
const maxRows = 3 * maxTargets;

/** The folders of documents, and pages, which have their whole path. A type has one kind of address: news have an older one, which leads to it. */
const folders = [{ prefix: '/', type: 'page', field: 'path' }, ...documentFolders].filter(
  ({ type, field }, _, all) => all.find((one) => one.type === type)?.field === field,
);

/** @returns texts that visitors of a language see, the best first; `more` when there are others. */
export async function findLinkTargets(
  strapi: Core.Strapi,
  typed: string,
  language: string,
): Promise<{ targets: LinkTarget[]; more: boolean }> {
  const locale = localeCodes.find((code) => code === language) ?? defaultLocale;
  const path = findTarget(typed.trim(), locale)?.path;
  const words = path ?? typed.trim();
  if (words.length < shortestWords) return { targets: [], more: false };
  const found = await Promise.all(
    contentTypes(strapi).map(async (type) => {
      const own = folders.filter((folder) => folder.type === type.name);
      const rows = own[0] ? await findShown(strapi, type, own[0].field, words, locale) : [];
      return own.flatMap((folder) => rows.map((row) => describe(strapi, type, folder, row)));
    }),
  );
  const lists = listPaths
    .filter((list) => list.includes(words))
    .map((list) => ({ name: list, kind: '', address: list }));
  const targets = [...found.flat(), ...lists]
    .filter(({ address }) => path === undefined || address.includes(path))
    .map((target) => ({ target, place: rank(target, words) }))
    .toSorted((one, other) => one.place - other.place || one.target.name.localeCompare(other.target.name, locale))
    .map(({ target }) => target);
  return { targets: targets.slice(0, maxTargets), more: targets.length > maxTargets };
}

/** A text with exactly these words as its name comes first, then names that begin with them. */
function rank({ name, address }: LinkTarget, words: string): number {
  const wanted = words.toLowerCase();
  if (address === wanted || name.toLowerCase() === wanted) return 0;
  return name.toLowerCase().startsWith(wanted) ? 1 : 2;
}

/** The rows that visitors of a language see: of the documents that have the words in any language, since an editor may know another title. */
async function findShown(
  strapi: Core.Strapi,
  { uid, attributes, localized }: ContentType,
  field: string,
  words: string,
  locale: string,
): Promise<Entry[]> {
  const names = nameFields.filter((name) => name !== 'key' && Object.hasOwn(attributes, name));
  const fields = [...new Set([...names, field, 'key', 'takenDown', 'locale'])].filter(
    (name) => Object.hasOwn(attributes, name) || (localized && name === 'locale'),
  );
  const languages = localized ? { locale: '*' } : {};
  const end = words.split('/').at(-1) || words;
  const filters = {
    $or: [...names.map((name) => ({ [name]: { $containsi: words } })), { [field]: { $containsi: end.toLowerCase() } }],
  };
  const matching = await documents(strapi, uid).findMany({
    status: 'published',
    ...languages,
    filters,
    fields: ['documentId'],
    limit: maxRows,
  });
  const ids = [...new Set(matching.map(({ documentId }) => documentId))];
  if (ids.length === 0) return [];
  const rows = await documents(strapi, uid).findMany({
    status: 'published',
    ...languages,
    filters: { documentId: { $in: ids } },
    fields,
  });
  return [...Map.groupBy(rows, ({ documentId }) => documentId).values()].flatMap((versions) => {
    const inLanguage = (code: string) => versions.find((row) => row.locale === code);
    const shown = localized ? (inLanguage(locale) ?? inLanguage(defaultLocale)) : versions[0];
    return shown && shown.takenDown !== true && shown[field] ? [shown] : [];
  });
}

function describe(
  strapi: Core.Strapi,
  { uid }: ContentType,
  { prefix, type, field }: (typeof folders)[number],
  row: Entry,
): LinkTarget {
  const name = nameFields.map((one) => row[one]).find((value) => typeof value === 'string' && value !== '');
  const value = String(row[field]);
  const fixed = type === 'legal-document' ? legalPages[value] : value === 'home' ? sitePages.home : undefined;
  return {
    name: String(name ?? value),
    kind: strapi.contentType(uid).info.displayName,
    address: fixed ?? prefix + value,
  };
}
