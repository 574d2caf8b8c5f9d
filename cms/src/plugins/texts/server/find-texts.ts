/** Finds words in the drafts of all documents, and replaces them: for the panel's page “Find texts”. The newest versions in the ledger say where to look. */
import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { listFields } from '../../../rules/document-fields';
import { fieldLabel } from '../../../rules/field-names';
import { may } from '../../../rules/publish-rights';
import { nameDocument, type Fields } from '../../../setup/content-types';
import { writeDraft } from '../../ledger/server/history';
import { findTextsWith, readTexts } from './newest-texts';
import { namedReason, recordChange } from '../../ledger/server/record-changes';
import { maxDocuments } from '../../ledger/server/panel-requests';
import type { LocalizedDocument } from '../../../setup/localized-document';

/** A field with the words: some text before and after the first place, for a reader. */
export interface TextPlace {
  label: string;
  before: string;
  found: string;
  after: string;
  /** Places in the field, and those written exactly as asked, which a replacement changes. */
  count: number;
  exact: number;
}

export interface FoundText extends LocalizedDocument {
  name: string;
  /** Whether the type has one document. */
  single: boolean;
  /** Of the draft that was read: a replacement refuses another one. */
  hash: string;
  /** Legal texts are never replaced: people agreed to their words. */
  replaceable: boolean;
  places: TextPlace[];
}

export interface TextReplacement {
  words: string;
  by: string;
  items: (LocalizedDocument & { hash: string })[];
}

export const shortestWords = 2;
/** Characters around the words. */
const contextLength = 60;
const legalUid = 'api::legal-document.legal-document';
/** Fields that programs read, and the name of a page, which is its address. */
const unsearchedFields: ReadonlySet<string> = new Set(
  'key slug path symbol videoId figure message calendar category'.split(' '),
);

/** @returns drafts that the user may read, by type; `more` when there are others. @throws a refusal for too few characters. */
export async function findTexts(strapi: Core.Strapi, typed: string): Promise<{ found: FoundText[]; more: boolean }> {
  const words = typed.trim();
  if (words.length < shortestWords)
    throw new errors.ValidationError(`Write at least ${shortestWords} characters to look for.`);
  const found: FoundText[] = [];
  for await (const { type, document, versions } of findTextsWith(strapi, [words])) {
    const draft = versions.find(({ state }) => state === 'draft');
    if (!draft) continue;
    const { hash, content } = draft;
    const { uid, locale } = document;
    const places = findPlaces(strapi, uid, content, words);
    if (places.length === 0) continue;
    if (found.length === maxDocuments) return { found, more: true };
    found.push({
      ...document,
      name: nameDocument(strapi, uid, content),
      single: type.single,
      hash,
      replaceable: uid !== legalUid && may(strapi, 'update', uid, locale || null),
      places,
    });
  }
  return { found, more: false };
}

/** Writes the drafts: all or none. Nothing changes for visitors. @throws a refusal when a draft changed meanwhile, or may not be changed. */
export async function replaceTexts(strapi: Core.Strapi, { words, by, items }: TextReplacement): Promise<number> {
  const wanted = words.trim();
  if (wanted.length < shortestWords || items.length === 0 || items.length > maxDocuments)
    throw new errors.ValidationError(`Choose 1 to ${maxDocuments} texts.`);
  const reason = `“${wanted}” replaced by “${by}”`;
  await namedReason.run(reason, () =>
    recordChange(strapi, async () => {
      for (const { uid, documentId, locale, hash } of items) {
        if (uid === legalUid)
          throw new errors.ValidationError('Legal texts are never replaced: publish a new version of them.');
        const document = { uid, documentId, locale };
        const { value: text } = await readTexts(strapi, [document]).next();
        const draft = text?.versions.find(({ state }) => state === 'draft');
        if (draft?.hash !== hash)
          throw new errors.ValidationError('A text was changed meanwhile. Nothing was replaced: search again.');
        await writeDraft(strapi, document, replaceInFields(strapi, uid, draft.content, wanted, by));
      }
    }),
  );
  return items.length;
}

export function* listStrings(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) yield* listStrings(one);
}

function listTextFields(strapi: Core.Strapi, uid: string, content: Fields) {
  return listFields(strapi, uid, content).filter(
    ({ name, attribute: { type } }) =>
      !unsearchedFields.has(name) && ['string', 'text', 'richtext', 'json'].includes(type),
  );
}

function findPlaces(strapi: Core.Strapi, uid: string, content: Fields, words: string): TextPlace[] {
  const pattern = new RegExp(words.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'gi');
  return listTextFields(strapi, uid, content).flatMap(({ path, value }): TextPlace[] => {
    const texts = [...listStrings(value)];
    const hits = texts.flatMap((text) => [...text.matchAll(pattern)].map((match) => ({ text, match })));
    const [first] = hits;
    if (!first) return [];
    const { text, match } = first;
    const end = match.index + match[0].length;
    return [
      {
        label: fieldLabel(strapi, uid, path, content),
        before: text.slice(Math.max(0, match.index - contextLength), match.index),
        found: match[0],
        after: text.slice(end, end + contextLength),
        count: hits.length,
        exact: hits.filter(({ match: [found] }) => found === words).length,
      },
    ];
  });
}

function replaceInFields(strapi: Core.Strapi, uid: string, content: Fields, words: string, by: string): Fields {
  const changed = structuredClone(content);
  for (const { name, value, beside } of listTextFields(strapi, uid, changed))
    beside[name] = replaceAll(value, words, by);
  return changed;
}

function replaceAll(value: unknown, words: string, by: string): unknown {
  if (typeof value === 'string') return value.replaceAll(words, () => by);
  if (Array.isArray(value)) return value.map((one) => replaceAll(one, words, by));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaceAll(one, words, by)]));
}
