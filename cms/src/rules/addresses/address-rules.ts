/**
 * Derives the address of a document in one language (`slug`) and its permanent name in all languages (`key`) from its title. The panel cannot do
 * this: for an empty form it suggests the name of the type. An address follows the title until its text is first published; afterwards it stays
 * unless an editor writes another or empties the field. A key never changes.
 */
import type { Core } from '@strapi/strapi';
import {
  defaultLocale,
  documents,
  isLocalized,
  type ApiUid,
  type Attribute,
  type Entry,
} from '../../setup/content-types';
import { addressWords, freeAddress, isMadeFrom } from './address-words';
import { tell } from '../problem';
import { refuse } from '../refuse';
import { wasPublished } from './withdrawn';

type Data = Record<string, unknown>;

/** A document about to be saved, and its language. */
export interface Saving {
  uid: string;
  /** Undefined for a new document. */
  documentId: string | undefined;
  locale: unknown;
  data: Data;
}

interface AddressAttribute extends Attribute {
  /** The field from which the panel derives its suggestion. */
  targetField?: string;
}

function readSchema(strapi: Core.Strapi, uid: string) {
  const { attributes, info } = strapi.contentType(uid as ApiUid);
  return {
    attributes: attributes as unknown as Record<string, AddressAttribute>,
    name: info.singularName,
    displayName: info.displayName,
  };
}

/** Recognises what the panel puts into an empty form: the name of the type, possibly with a number. */
const isSuggestion = (name: string, address: unknown) => isMadeFrom(name, address);

/** Drafts and published rows of a type in every language. */
export async function findRows(strapi: Core.Strapi, uid: string, filters: object, fields: string[]): Promise<Entry[]> {
  const everywhere = isLocalized(strapi, uid) ? { locale: '*' } : {};
  const lists = await Promise.all(
    ['draft', 'published'].map((status) =>
      documents(strapi, uid).findMany({ filters, fields, status, ...everywhere, limit: 100_000 }),
    ),
  );
  return lists.flat();
}

/** Rows of other documents whose field begins with these words. */
async function findOthersStarting(
  strapi: Core.Strapi,
  { uid, documentId }: Saving,
  field: 'slug' | 'key',
  words: string,
): Promise<Entry[]> {
  const found = await findRows(
    strapi,
    uid,
    { [field]: { $startsWith: words } },
    ['locale', field].filter((name) => name !== 'locale' || isLocalized(strapi, uid)),
  );
  return found.filter((row) => row.documentId !== documentId);
}

const listValues = (rows: Entry[], field: string) => new Set(rows.map((row) => String(row[field])));

/**
 * Fills `key`: with the document's existing key, or one derived from its title, else from its address, else from the name of its type. Only a
 * document without a title has none: the site cannot identify a document without a key, and omits it.
 */
export async function fillKey(strapi: Core.Strapi, saving: Saving): Promise<void> {
  const { uid, documentId, data } = saving;
  const { name } = readSchema(strapi, uid);
  const known = documentId ? await findRows(strapi, uid, { documentId }, ['key']) : [];
  const own = known.find(({ key }) => typeof key === 'string' && key !== '')?.key as string | undefined;
  if (own && documentId) {
    const settled =
      !isSuggestion(name, own) && !listValues(await findOthersStarting(strapi, saving, 'key', own), 'key').has(own);
    if (settled || (await wasPublished(strapi, uid, documentId))) {
      data.key = own;
      return;
    }
  }
  const given = data.key !== own && !isSuggestion(name, data.key) ? addressWords(data.key) : '';
  const words = given || (await findKeyWords(strapi, saving));
  data.key = words
    ? freeAddress(words, listValues(await findOthersStarting(strapi, saving, 'key', words), 'key'))
    : own;
}

/** The words for a new key; empty while there is neither a title nor an address. */
async function findKeyWords(strapi: Core.Strapi, { uid, documentId, locale, data }: Saving): Promise<string> {
  const { attributes, name } = readSchema(strapi, uid);
  const source = titleFields.find((field) => field in attributes) ?? 'title';
  // An update of some fields, or a publication from the list, does not include the other fields.
  const isPartial = !(source in data) || ('slug' in attributes && !('slug' in data));
  const before =
    isPartial && documentId
      ? await documents(strapi, uid).findOne({
          documentId,
          locale: locale ?? defaultLocale,
          status: 'draft',
          populate: '*',
        })
      : null;
  const title = String(findTitle(source in data ? data : (before ?? {})) ?? '').trim();
  const slug = 'slug' in data ? data.slug : before?.slug;
  return addressWords(title) || (isSuggestion(name, slug) ? '' : addressWords(slug)) || (title ? name : '');
}

/** Fields that serve as the title. Footer links have none, but their first group has. */
const titleFields = ['title', 'name', 'term', 'question', 'from', 'symbol', 'linkGroups'] as const;

function findTitle(data: Data): unknown {
  const [group] = Array.isArray(data.linkGroups) ? (data.linkGroups as Data[]) : [];
  return data.title ?? data.name ?? data.term ?? data.question ?? data.from ?? data.symbol ?? group?.name;
}

/** Fills `slug`, or checks what an editor wrote. @throws a refusal when the text makes no address or another document of this language has it. */
export async function fillSlug(strapi: Core.Strapi, saving: Saving): Promise<void> {
  const { uid, documentId, data } = saving;
  const { attributes, name } = readSchema(strapi, uid);
  if (!attributes.slug) return;
  const locale = String(saving.locale ?? defaultLocale);
  const source = attributes.slug.targetField ?? 'title';
  const before = documentId
    ? await documents(strapi, uid).findOne({ documentId, locale, status: 'draft', fields: ['slug', source] })
    : null;
  const own = typeof before?.slug === 'string' ? before.slug : '';
  const given = 'slug' in data ? String(data.slug ?? '').trim() : own;
  const published = documentId !== undefined && (await wasPublished(strapi, uid, documentId, locale));
  const left = given === own && isMadeFrom(addressWords(before?.[source]), own);
  const made =
    !given ||
    (!published &&
      (left || isSuggestion(name, given) || (!before && (await isOfAnotherLanguage(strapi, saving, given)))));
  if (!made) {
    data.slug = given === own ? own : await checkAddress(strapi, saving, given, locale);
    return;
  }
  const words = addressWords(source in data ? data[source] : before?.[source]);
  // Must be free in every language: where a translation is missing, the site shows the English text at its English address.
  const taken = words ? listValues(await findOthersStarting(strapi, saving, 'slug', words), 'slug') : new Set<string>();
  if (words) data.slug = isMadeFrom(words, own) && !taken.has(own) ? own : freeAddress(words, taken);
  else data.slug = null;
}

/** The panel's “Fill in from another language” copies the address with the texts. */
async function isOfAnotherLanguage(strapi: Core.Strapi, { uid, documentId }: Saving, given: string): Promise<boolean> {
  return documentId !== undefined && (await findRows(strapi, uid, { documentId, slug: given }, ['slug'])).length > 0;
}

async function checkAddress(strapi: Core.Strapi, saving: Saving, given: string, locale: string): Promise<string> {
  const address = addressWords(given);
  if (!address)
    refuse(
      tell(
        ['slug'],
        `“${given}” cannot be an address. Write small letters, digits and hyphens, or nothing: then the title makes one.`,
      ),
    );
  const taken = (await findOthersStarting(strapi, saving, 'slug', address)).filter((row) => row.locale === locale);
  if (!listValues(taken, 'slug').has(address)) return address;
  const { displayName } = readSchema(strapi, saving.uid);
  refuse(
    tell(
      ['slug'],
      `“${address}” is already the address of another document of the kind ${displayName}. Write another, or nothing: then the title makes one.`,
    ),
  );
  return address;
}

/** Before publication: fills what the draft lacks. @throws a refusal when the title makes no address or no key. */
export async function completeAddress(strapi: Core.Strapi, uid: string, draft: Entry): Promise<void> {
  const { attributes, name } = readSchema(strapi, uid);
  if (!attributes.key || uid === 'api::page.page') return;
  const { documentId, locale, key, slug } = draft;
  const lacking = !key || (attributes.slug && !slug);
  // A document that was once published under the name of its type keeps it.
  const suggested = async () =>
    (isSuggestion(name, key) && !(await wasPublished(strapi, uid, documentId))) ||
    (isSuggestion(name, slug) && !(await wasPublished(strapi, uid, documentId, String(locale ?? defaultLocale))));
  if (!lacking && !(await suggested())) return;
  const saved = await documents(strapi, uid).update({ documentId, locale, data: {} });
  const title = findTitle(draft);
  if (attributes.slug && title && !saved?.slug) {
    refuse(
      tell(['slug'], `No address can be made from “${String(title)}”. Write one: small letters, digits and hyphens.`),
    );
  }
  const source = titleFields.find((field) => field in attributes);
  if (!saved?.key && source)
    refuse(tell([source], 'Fill this in first: what the site knows the document by is made from it.'));
}
