/**
 * The address of a document in a language (`slug`) and its permanent name in all of them (`key`) come from its title, here and not in the
 * panel, whose own suggestion for an empty form is the name of the type. An address follows the title until its text is first published;
 * afterwards it stays unless an editor writes another or empties the field. A key never changes.
 */
import type { Core } from '@strapi/strapi';
import { defaultLocale, documents, isLocalized, type ApiUid, type Attribute, type Entry } from '../setup/content-types';
import { addressWords, freeAddress, isMadeFrom } from './address-words';
import { refuse } from './problem';
import { wasPublished } from './withdrawn';

type Data = Record<string, unknown>;

/** What is about to be saved, and in which language. */
export interface Saving {
  uid: string;
  /** Undefined for a new document. */
  documentId: string | undefined;
  locale: unknown;
  data: Data;
}

interface AddressAttribute extends Attribute {
  /** The field that the panel makes a suggestion from. */
  targetField?: string;
}

function schemaOf(strapi: Core.Strapi, uid: string) {
  const { attributes, info } = strapi.contentType(uid as ApiUid);
  return {
    attributes: attributes as unknown as Record<string, AddressAttribute>,
    name: info.singularName,
    displayName: info.displayName,
  };
}

/** What the panel puts into an empty form: the name of the type, perhaps with a number. */
const isSuggestion = (name: string, address: unknown) => isMadeFrom(name, address);

/** Drafts and published rows of a type in every language. */
export async function rowsOf(strapi: Core.Strapi, uid: string, filters: object, fields: string[]): Promise<Entry[]> {
  const everywhere = isLocalized(strapi, uid) ? { locale: '*' } : {};
  const lists = await Promise.all(
    ['draft', 'published'].map((status) =>
      documents(strapi, uid).findMany({ filters, fields, status, ...everywhere, limit: 100_000 }),
    ),
  );
  return lists.flat();
}

/** What other documents have in a field, as far as it begins with these words. */
async function takenFrom(
  strapi: Core.Strapi,
  { uid, documentId }: Saving,
  field: 'slug' | 'key',
  words: string,
): Promise<Entry[]> {
  const found = await rowsOf(
    strapi,
    uid,
    { [field]: { $startsWith: words } },
    ['locale', field].filter((name) => name !== 'locale' || isLocalized(strapi, uid)),
  );
  return found.filter((row) => row.documentId !== documentId);
}

const values = (rows: Entry[], field: string) => new Set(rows.map((row) => String(row[field])));

/**
 * Fills `key`: the first one that the document got, or one that its title makes, else its address, else the name of its type. Only a document
 * whose title is not written yet has none: without a key the site cannot tell a document from others, and leaves it out.
 */
export async function fillKey(strapi: Core.Strapi, saving: Saving): Promise<void> {
  const { uid, documentId, data } = saving;
  const { name } = schemaOf(strapi, uid);
  const known = documentId ? await rowsOf(strapi, uid, { documentId }, ['key']) : [];
  const own = known.find(({ key }) => typeof key === 'string' && key !== '')?.key as string | undefined;
  if (own && documentId) {
    const settled = !isSuggestion(name, own) && !values(await takenFrom(strapi, saving, 'key', own), 'key').has(own);
    if (settled || (await wasPublished(strapi, uid, documentId))) {
      data.key = own;
      return;
    }
  }
  const given = data.key !== own && !isSuggestion(name, data.key) ? addressWords(data.key) : '';
  const words = given || (await wordsForKey(strapi, saving));
  data.key = words ? freeAddress(words, values(await takenFrom(strapi, saving, 'key', words), 'key')) : own;
}

/** Empty as long as there is no title. */
async function wordsForKey(strapi: Core.Strapi, { uid, documentId, locale, data }: Saving): Promise<string> {
  const { attributes, name } = schemaOf(strapi, uid);
  const source = titleFields.find((field) => field in attributes) ?? 'title';
  // A change of some fields, and a publishing from the list, say nothing of the others.
  const lacks = !(source in data) || ('slug' in attributes && !('slug' in data));
  const before =
    lacks && documentId
      ? await documents(strapi, uid).findOne({
          documentId,
          locale: locale ?? defaultLocale,
          status: 'draft',
          populate: '*',
        })
      : null;
  const title = String(titleOf(source in data ? data : (before ?? {})) ?? '').trim();
  const slug = 'slug' in data ? data.slug : before?.slug;
  return addressWords(title) || (isSuggestion(name, slug) ? '' : addressWords(slug)) || (title ? name : '');
}

/** Footer links have no title; their first group has. */
const titleFields = ['title', 'name', 'term', 'question', 'from', 'linkGroups'] as const;

function titleOf(data: Data): unknown {
  const [group] = Array.isArray(data.linkGroups) ? (data.linkGroups as Data[]) : [];
  return data.title ?? data.name ?? data.term ?? data.question ?? data.from ?? group?.name;
}

/** Fills `slug`, or checks what an editor wrote. @throws a refusal when another document of this language stands there. */
export async function fillSlug(strapi: Core.Strapi, saving: Saving): Promise<void> {
  const { uid, documentId, data } = saving;
  const { attributes, name } = schemaOf(strapi, uid);
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
    data.slug = given === own ? own : await written(strapi, saving, given, locale);
    return;
  }
  const words = addressWords(source in data ? data[source] : before?.[source]);
  // In no language: where a translation is missing, the English text stands at its English address.
  const taken = words ? values(await takenFrom(strapi, saving, 'slug', words), 'slug') : new Set<string>();
  if (words) data.slug = isMadeFrom(words, own) && !taken.has(own) ? own : freeAddress(words, taken);
  else data.slug = null;
}

/** The panel's “Fill in from another language” copies the address with the texts. */
async function isOfAnotherLanguage(strapi: Core.Strapi, { uid, documentId }: Saving, given: string): Promise<boolean> {
  return documentId !== undefined && (await rowsOf(strapi, uid, { documentId, slug: given }, ['slug'])).length > 0;
}

async function written(strapi: Core.Strapi, saving: Saving, given: string, locale: string): Promise<string> {
  const address = addressWords(given);
  if (!address)
    refuse([
      {
        path: ['slug'],
        message: `“${given}” cannot be an address. Write small letters, digits and hyphens, or nothing: then the title makes one.`,
      },
    ]);
  const taken = (await takenFrom(strapi, saving, 'slug', address)).filter((row) => row.locale === locale);
  if (!values(taken, 'slug').has(address)) return address;
  const { displayName } = schemaOf(strapi, saving.uid);
  refuse([
    {
      path: ['slug'],
      message: `“${address}” is already the address of another document of the kind ${displayName}. Write another, or nothing: then the title makes one.`,
    },
  ]);
  return address;
}

/** Before a draft is published: what it lacks is made, and a title that makes no address is a fault. @throws a refusal. */
export async function completeAddress(strapi: Core.Strapi, uid: string, draft: Entry): Promise<void> {
  const { attributes, name } = schemaOf(strapi, uid);
  if (!attributes.key || uid === 'api::page.page') return;
  const { documentId, locale, key, slug } = draft;
  const lacking = !key || (attributes.slug && !slug);
  // What was published once under the name of its type keeps it.
  const suggested = async () =>
    (isSuggestion(name, key) && !(await wasPublished(strapi, uid, documentId))) ||
    (isSuggestion(name, slug) && !(await wasPublished(strapi, uid, documentId, String(locale ?? defaultLocale))));
  if (!lacking && !(await suggested())) return;
  const saved = await documents(strapi, uid).update({ documentId, locale, data: {} });
  const title = titleOf(draft);
  if (attributes.slug && title && !saved?.slug) {
    refuse([
      {
        path: ['slug'],
        message: `No address can be made from “${String(title)}”. Write one: small letters, digits and hyphens.`,
      },
    ]);
  }
  const source = titleFields.find((field) => field in attributes);
  if (!saved?.key && source)
    refuse([{ path: [source], message: 'Fill this in first: what the site knows the document by is made from it.' }]);
}
