/**
 * Texts for a translation agency as XLIFF, and back: what a language lacks or has in an older form than English. A file that comes back is written into
 * drafts, all or none. What the language has of its own, such as addresses and pictures, stays; a translation with other blocks gets those of English.
 */
import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { isReadersText } from '../../../rules/texts/content-rules';
import { listFields } from '../../../rules/document-fields';
import { fieldLabel } from '../../../rules/field-names';
import { forbid, inLanguages, may } from '../../../rules/publish-rights';
import { defaultLocale, localeCodes, nameDocument, type ContentType } from '../../../setup/content-types';
import { describeError } from '../../../setup/describe-error';
import { writeDraft } from '../../ledger/server/history';
import { namedReason, recordChange } from '../../ledger/server/record-changes';
import { maxDocuments } from '../../ledger/server/panel-requests';
import { findType, readSnapshots } from '../../ledger/server/snapshot';
import { findOpenTranslations } from './translations';
import { listPlaceholders, readXliff, writeXliff, type XliffFile, type XliffUnit } from './xliff';
import type { NamedDocument } from '../../../setup/localized-document';

type Content = Record<string, unknown>;
interface Texts {
  /** The live English text, and the draft of the translation if there is one. */
  source: Content;
  own: Content | null;
}

/** Writes what the page “Translations” lists of a language, the first documents of it. */
export async function writeTranslationFile(strapi: Core.Strapi, locale: string): Promise<string> {
  const files: XliffFile[] = [];
  for (const { uid, documentId, name } of (await findOpenTranslations(strapi, locale)).slice(0, maxDocuments)) {
    const type = findType(strapi, uid);
    const texts = type && (await readTexts(strapi, type, documentId, locale));
    if (texts) files.push({ original: `${uid} ${documentId}`, name, units: listUnits(strapi, type, texts) });
  }
  return writeXliff({ source: defaultLocale, target: locale, files });
}

/**
 * Writes a file that an agency sent back into drafts. A document without any translation stays as it is; in others, texts without one do, or are English.
 * @returns the documents that are now to be published.
 * @throws a refusal with what is wrong: a placeholder that is lost, English that was changed meanwhile, a missing right.
 */
export async function takeTranslationFile(strapi: Core.Strapi, text: string): Promise<NamedDocument[]> {
  const { source, target, files } = parse(text);
  const locale = localeCodes.find((code) => code === target);
  if (source !== defaultLocale || !locale || locale === defaultLocale)
    throw new errors.ValidationError(`The file translates from “${source}” to “${target}”, which the site does not.`);
  if (files.length > maxDocuments) throw new errors.ValidationError(`The file has more than ${maxDocuments} texts.`);
  const translated = files.filter(({ units }) => units.some((unit) => unit.target.trim() !== ''));
  if (translated.length === 0) throw new errors.ValidationError('Nothing is translated in this file.');
  const taken: NamedDocument[] = [];
  await namedReason.run('Translation from a file (XLIFF)', () =>
    recordChange(strapi, async () => {
      for (const file of translated) {
        const [uid = '', documentId = ''] = file.original.split(' ');
        const type = findType(strapi, uid);
        const texts = type && (await readTexts(strapi, type, documentId, locale));
        if (!texts) throw new errors.ValidationError(`${file.name || file.original} is no longer there in English.`);
        if (!may(strapi, 'update', uid, locale))
          forbid(`You may not change all of these texts${inLanguages([locale])}.`);
        const document = { uid, documentId, locale };
        await writeDraft(strapi, document, translate(strapi, type, texts, file));
        taken.push({ ...document, name: nameDocument(strapi, uid, texts.source) });
      }
    }),
  );
  return taken;
}

function parse(text: string) {
  try {
    return readXliff(text);
  } catch (error) {
    throw new errors.ValidationError(describeError(error));
  }
}

async function readTexts(
  strapi: Core.Strapi,
  type: ContentType,
  documentId: string,
  locale: string,
): Promise<Texts | null> {
  const all = type.localized ? await readSnapshots(strapi, type, [documentId]) : [];
  const find = (state: string, language: string) =>
    all.find((one) => one.state === state && one.locale === language)?.content;
  const source = find('live', defaultLocale);
  const own = find('draft', locale);
  return source === undefined
    ? null
    : { source: JSON.parse(source) as Content, own: own === undefined ? null : (JSON.parse(own) as Content) };
}

/** A text and the place in its document where it can be written. */
interface TextPlace {
  path: string;
  text: string;
  write: (text: string) => void;
}

function listPlaces(strapi: Core.Strapi, { uid, attributes }: ContentType, content: Content): TextPlace[] {
  return listFields(strapi, uid, content)
    .filter(({ path: [top = ''] }) => attributes[top]?.pluginOptions?.i18n?.localized === true)
    .filter(({ name, attribute: { type } }) => isReadersText(name, type))
    .flatMap(({ path, name, value, beside }) =>
      listStringPlaces(path.join('.'), value, (text) => (beside[name] = text)),
    );
}

function listStringPlaces(path: string, value: unknown, write: (text: string) => void): TextPlace[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [{ path, text: value, write }];
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: unknown, index) =>
    listStringPlaces(`${path}.${index}`, one, (text) => (value[index] = text)),
  );
}

/** Tells whether both documents have texts at the same places: then each text of one translates that of the other. */
function haveSamePlaces(strapi: Core.Strapi, type: ContentType, { source, own }: Texts): boolean {
  const list = (content: Content) =>
    listPlaces(strapi, type, content)
      .map(({ path }) => path)
      .join(' ');
  return own !== null && list(source) === list(own);
}

function listUnits(strapi: Core.Strapi, type: ContentType, texts: Texts): XliffUnit[] {
  const translated = haveSamePlaces(strapi, type, texts) && texts.own ? listPlaces(strapi, type, texts.own) : [];
  return listPlaces(strapi, type, texts.source).map(({ path, text }, at) => ({
    path,
    source: text,
    target: translated[at]?.text ?? '',
  }));
}

function translate(strapi: Core.Strapi, type: ContentType, texts: Texts, file: XliffFile): Content {
  const { source, own } = texts;
  const content = structuredClone(haveSamePlaces(strapi, type, texts) && own ? own : source);
  const english = new Map(listPlaces(strapi, type, source).map(({ path, text }) => [path, text]));
  const units = new Map(file.units.map((unit) => [unit.path, unit]));
  for (const { path, write } of listPlaces(strapi, type, content)) {
    const unit = units.get(path);
    const text = english.get(path) ?? '';
    const where = `${file.name}, ${fieldLabel(strapi, type.uid, path.split('.'), content)}`;
    if (unit?.source !== text)
      throw new errors.ValidationError(
        `${where}: the English text was changed since the file was written. Write it again.`,
      );
    if (unit.target.trim() === '') continue;
    const placeholders = listPlaceholders(text).join(' ');
    if (listPlaceholders(unit.target).join(' ') !== placeholders)
      throw new errors.ValidationError(
        `${where}: the translation must have the same placeholders as the English text: ${placeholders || 'none'}.`,
      );
    write(unit.target);
  }
  return { ...content, ...keepOwnFields(type, own) };
}

/** Fields outside the blocks that are no text, such as the address. A new translation gets its address from its title. */
function keepOwnFields({ attributes }: ContentType, own: Content | null): Content {
  const kept: Content = own ? {} : { textUpdatedAt: null, ...('slug' in attributes ? { slug: null } : {}) };
  for (const [name, { type }] of Object.entries(attributes))
    if (own && type !== 'component' && type !== 'dynamiczone' && !isReadersText(name, type)) kept[name] = own[name];
  return kept;
}
